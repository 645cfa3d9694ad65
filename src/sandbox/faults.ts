/**
 * Misbehaviour on request. A rule names its subject, which of its occurrences it strikes, and the fault; rules come
 * from code, from a profile, or while the sandbox runs.
 */
import * as z from 'zod';
import { callbackEvents } from '../localization/vocabulary';

export const faultActions = {
  request: {
    refuse: 'reply with an error (`code`, `message`, `params`, `retryAfter`) before any work',
    'lose-reply': 'do the work, then break the connection without a reply',
    reset: 'break the connection before any work',
    delay: 'do the work, and delay the reply for `ms` of real time',
    garbage: 'do the work, and reply with `status` and `body` instead',
    endless: 'do the work, start a reply, and never end it',
  },
  callback: {
    drop: 'never deliver it',
    double: 'deliver it twice',
    reorder: 'deliver it after the next one of the same task',
    late: 'deliver it `ms` later, in sandbox time',
    forge: 'sign it with a wrong secret',
  },
  work: { fail: 'fail with `reason` and `code`' },
  target: { fail: 'fail on that account with `code` as its errorCode and `reason` as its message' },
} as const;

type Kind = keyof typeof faultActions;
type Action = { [K in Kind]: keyof (typeof faultActions)[K] }[Kind];

const actionNames = Object.values(faultActions).flatMap((byName) => Object.keys(byName)) as [
  Action,
  ...Action[],
];

const ON_FORMS =
  'expected an endpoint such as "POST /tasks/publish", or callback, work or target with a name';
const NTH_FORMS = 'expected a number, a list, a range such as 1-5, or all';

export const faultRule = z
  .strictObject({
    /**
     * `POST /tasks/publish` · `callback task.completed` · `work translate` · `target acc_1`; `*` for any: `* /*`,
     * `work *`.
     */
    on: z.string(),
    do: z.enum(actionNames),
    /** The occurrences, counted from 1 since the rule was set: `2`, `[1, 3]`, `1-5` or `all`. */
    nth: z
      .union(
        [
          z.literal('all'),
          z.int().positive(),
          z.array(z.int().positive()).nonempty(),
          z.string().refine((text) => rangeOf(text) !== null, NTH_FORMS),
        ],
        NTH_FORMS,
      )
      .default(1),
    chance: z.number().min(0).max(1).default(1),
    code: z.union([z.int(), z.string()]).optional(),
    message: z.string().optional(),
    params: z.record(z.string(), z.unknown()).optional(),
    /** `Retry-After` of a refusal, as sent: seconds or a date. */
    retryAfter: z.string().optional(),
    ms: z.int().positive().optional(),
    status: z.int().optional(),
    body: z.string().optional(),
    reason: z.string().optional(),
  })
  .superRefine((rule, ctx) => {
    const kind = kindOf(rule.on);
    const issue = (path: string, message: string): void =>
      ctx.addIssue({ code: 'custom', path: [path], message });
    const unknown = kind === null ? ON_FORMS : unknownSubject(kind, rule.on);
    if (unknown !== null) issue('on', unknown);
    else if (kind !== null && !(rule.do in faultActions[kind]))
      issue('do', `a ${kind} can: ${Object.keys(faultActions[kind]).join(', ')}`);
    if (rule.do === 'refuse' && rule.code === undefined) issue('code', 'refuse needs a code');
    if ((rule.do === 'delay' || rule.do === 'late') && rule.ms === undefined)
      issue('ms', `${rule.do} needs ms`);
  });

export type FaultRuleInput = z.input<typeof faultRule>;
export type FaultRule = z.output<typeof faultRule>;

export class Faults {
  #rules: { id: number; rule: FaultRule; seen: number }[] = [];
  #nextId = 1;

  constructor(private readonly fraction: () => number = Math.random) {}

  /** Returns a function that removes the rule. */
  add(input: FaultRuleInput): () => void {
    const entry = { id: this.#nextId++, rule: faultRule.parse(input), seen: 0 };
    this.#rules.push(entry);
    return () => {
      this.#rules = this.#rules.filter((other) => other !== entry);
    };
  }

  clear(): void {
    this.#rules = [];
  }

  list(): readonly { id: number; rule: FaultRule; seen: number }[] {
    return this.#rules;
  }

  watches(endpoint: string): boolean {
    return this.#rules.some(({ rule }) => covers(rule.on, 'request', endpoint));
  }

  /** Counts one occurrence, and returns the fault that strikes it, if any: the first rule wins. */
  strike(kind: Kind, name: string): FaultRule | null {
    let struck: FaultRule | null = null;
    for (const entry of this.#rules) {
      if (!covers(entry.rule.on, kind, name)) continue;
      entry.seen += 1;
      struck ??=
        includes(entry.rule.nth, entry.seen) && this.#happens(kind, entry.rule.chance) ? entry.rule : null;
    }
    return struck;
  }

  /**
   * A fault on work, a callback or a target must strike again in a replay, so its chance is drawn from the seed. One on
   * a request need not: its outcome is logged.
   */
  #happens(kind: Kind, chance: number): boolean {
    return chance === 1 || (kind === 'request' ? Math.random() : this.fraction()) < chance;
  }
}

function kindOf(on: string): Kind | null {
  if (/^(GET|POST|\*) \/\S+$/.test(on)) return 'request';
  const named = /^(callback|work|target) \S+$/.exec(on);
  return named === null ? null : (named[1] as Kind);
}

/** Returns null where the subject may occur. Accounts are not checked, because the profile sets them. */
function unknownSubject(kind: Kind, on: string): string | null {
  if (kind === 'target') return null;
  const known: readonly string[] = faultSubjects[kind];
  if (known.some((name) => covers(on, kind, name))) return null;
  return `there is no "${on}"; there are ${known.join(', ')}`;
}

function covers(on: string, kind: Kind, name: string): boolean {
  if (kind !== kindOf(on)) return false;
  if (kind === 'request') {
    const [method, path] = on.split(' ');
    const [itsMethod, itsPath] = name.split(' ');
    return (method === '*' || method === itsMethod) && (path === '/*' || path === itsPath);
  }
  const wanted = on.slice(kind.length + 1);
  return wanted === name || wanted === '*';
}

function includes(nth: FaultRule['nth'], occurrence: number): boolean {
  if (nth === 'all') return true;
  if (typeof nth === 'number') return occurrence === nth;
  if (typeof nth !== 'string') return nth.includes(occurrence);
  const range = rangeOf(nth);
  return range !== null && occurrence >= range.first && occurrence <= range.last;
}

function rangeOf(text: string): { first: number; last: number } | null {
  const [, first, last] = /^([1-9]\d*)-([1-9]\d*)$/.exec(text) ?? [];
  const range = { first: Number(first), last: Number(last) };
  return range.first <= range.last ? range : null;
}

/** The endpoints of both services as documented, and the download of an exported file. */
const endpoints = [
  'POST /tasks/create',
  'GET /tasks/status',
  'POST /tasks/status',
  'GET /tasks/terms',
  'POST /tasks/terms',
  'POST /tasks/terms/update',
  'POST /tasks/terms/delete',
  'POST /tasks/confirm-terms',
  'POST /tasks/supplement-translate',
  'POST /tasks/publish',
  'GET /tasks/publish-status',
  'POST /tasks/publish-status',
  'POST /export/ini',
  'GET /export-templates',
  'GET /export-templates/get',
  'POST /export-templates/create',
  'POST /export-templates/update',
  'POST /export-templates/delete',
  'GET /terms',
  'POST /terms/create',
  'POST /terms/update',
  'POST /terms/delete',
  'GET /languages',
  'POST /languages',
  'GET /workspace',
  'GET /accounts',
  'GET /posts',
  'GET /posts/{postId}',
  'POST /posts',
  'POST /posts/{postId}/publish',
  'GET /download',
] as const;

/** A trigger fails before its work has begun. */
const works = [
  'import',
  'scan',
  'term-translate',
  'confirm-trigger',
  'translate',
  'optimize',
  'supplement-trigger',
  'supplement',
  'publish-trigger',
  'publish',
  'export',
  'term-upload',
] as const;
export type Work = (typeof works)[number];

export const faultSubjects = { request: endpoints, callback: callbackEvents, work: works } as const;
