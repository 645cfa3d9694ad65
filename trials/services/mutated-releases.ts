/** Whole releases whose services reply otherwise in some fields. */
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { replies as localizationReplies } from '../../src/localization/replies';
import type { RandomSource } from '../../src/sandbox/random-source';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { replies as socialReplies } from '../../src/social/replies';
import { mutated, mutationsOf } from '../../test/support/mutations';
import { expectedOf, leavesNeeds, namesField, type Needs } from '../../test/support/needs';
import { quickPace, ReleaseRig } from '../../test/workflows/release-rig';
import { follow, hasEnded, type RunOptions } from './run-release';
import { someAtATime, withServer, type TrialOptions } from './run-services';
import { verdict } from './verdict';

/** What releases do differently, so that every reply is met both ways. */
export const shapes = {
  'reviewed, with callbacks': { callbacks: true, file: {} },
  'automatic, with timers alone': {
    callbacks: false,
    file: { terms: { scan: true, confirmation: 'automatic' } },
  },
} as const satisfies Record<string, { callbacks: boolean; file: Partial<ReleaseFile> }>;
export type Shape = keyof typeof shapes;

interface EndpointMutation {
  endpoint: string;
  name: string;
  /** Where it changes something, and how. */
  spot: string;
  change: string;
  /** What it takes away, below `data`; null where nothing of that. */
  takes: string | null;
  /** Whether it says the same in another spelling. */
  isSpelling: boolean;
  /** What is lost; empty where nothing is that is needed. */
  group: readonly string[];
}

export interface MutatedRelease {
  shape: Shape;
  mutations: readonly EndpointMutation[];
}

export interface MutatedRun extends MutatedRelease {
  /** What is wrong with it. */
  faults: string[];
  status: ReleaseStatus | null;
}

type MutationOptions = Omit<TrialOptions, 'onTried' | 'shrinks'>;

const tables: Readonly<Record<string, { needs: Needs }>> = { ...localizationReplies, ...socialReplies };

/**
 * Every mutation of every reply that a release of this shape meets. What is not needed is mutated in all replies at once,
 * by one change in a release; what is needed, one at a time.
 */
export async function releasesOf(
  shape: Shape,
  options: RunOptions,
): Promise<{ unneeded: MutatedRelease[]; needed: MutatedRelease[] }> {
  const releases = new Map<string, EndpointMutation[]>();
  const needed: MutatedRelease[] = [];
  for (const [endpoint, texts] of await repliesOf(shape, options)) {
    const ofEndpoint = new Map<string, EndpointMutation[]>();
    for (const mutation of mutationsMetBy(endpoint, texts)) {
      if (mutation.group.length > 0) needed.push({ shape, mutations: [mutation] });
      else addTo(ofEndpoint, mutation, texts);
    }
    for (const [name, mutations] of ofEndpoint)
      releases.set(name, [...(releases.get(name) ?? []), ...mutations]);
  }
  return { unneeded: [...releases.values()].map((mutations) => ({ shape, mutations })), needed };
}

/**
 * To the first release of this change in which it hides no other mutation, and together they leave what is needed. A later
 * reading shows what the reply of a write leaves out: nothing is taken away from both at once.
 */
function addTo(
  releases: Map<string, EndpointMutation[]>,
  mutation: EndpointMutation,
  texts: readonly string[],
): void {
  const needs = tables[mutation.endpoint]?.needs ?? [];
  const [method = ''] = mutation.endpoint.split(' ');
  for (let at = 0; ; at += 1) {
    const name = `${mutation.change} ${mutation.isSpelling ? '' : method} ${at}`;
    const together = [...(releases.get(name) ?? []), mutation];
    const taken = together.flatMap(({ takes }) => takes ?? []);
    const isApart = together.every(
      (other) =>
        other === mutation || !(isWithin(other.spot, mutation.spot) || isWithin(mutation.spot, other.spot)),
    );
    if (together.length > 1 && !(isApart && texts.every((text) => leavesNeeds(needs, text, taken)))) continue;
    releases.set(name, together);
    return;
  }
}

function isWithin(spot: string, other: string): boolean {
  return other === '' || spot === other || spot.startsWith(`${other}.`);
}

const BATCH = 60;

/** All of them from the given release on, on a server of their own. */
export function runMutations(
  options: MutationOptions,
  first: number,
): Promise<{ mutations: number; releases: number; broken: number }> {
  return withServer(options.report, async () => {
    const releases: MutatedRelease[] = [];
    // The same reader takes a reply in every shape: what it needs is taken away in the first that meets it.
    const taken = new Set<string>();
    for (const shape of Object.keys(shapes) as Shape[]) {
      const { unneeded, needed } = await releasesOf(shape, options);
      const isNew = ({ endpoint, name }: EndpointMutation): boolean => !taken.has(`${endpoint} ${name}`);
      const onlyHere = needed.filter(({ mutations }) => mutations.every(isNew));
      releases.push(...unneeded, ...onlyHere);
      for (const { endpoint, name } of needed.flatMap(({ mutations }) => mutations))
        taken.add(`${endpoint} ${name}`);
      options.report(
        `${shape}: ${unneeded.length} releases for what is not needed, ${onlyHere.length} for what is`,
      );
    }
    let broken = 0;
    // Between two batches nothing runs, so that what they made is replayed and let go.
    for (let from = first; from < releases.length; from += BATCH) {
      options.report(`from ${from} of ${releases.length} releases`);
      const runs = await someAtATime(releases.slice(from, from + BATCH), options, async (release) => {
        const culprits = await culpritsOf(release, options);
        for (const culprit of culprits) options.report(describeRun(culprit));
        return culprits;
      });
      broken += runs.flat().length;
    }
    const tried = releases.slice(first);
    const mutations = tried.reduce((sum, release) => sum + release.mutations.length, 0);
    return { mutations, releases: tried.length, broken };
  });
}

/** The fewest mutations of a release that break it, found by halving; none where it holds. */
export async function culpritsOf(release: MutatedRelease, options: RunOptions): Promise<MutatedRun[]> {
  const run = await runMutated(release, options);
  const { shape, mutations } = release;
  if (run.faults.length === 0 || mutations.length === 1) return run.faults.length === 0 ? [] : [run];
  const middle = Math.ceil(mutations.length / 2);
  const halves = [mutations.slice(0, middle), mutations.slice(middle)];
  const culprits: MutatedRun[] = [];
  for (const half of halves) culprits.push(...(await culpritsOf({ shape, mutations: half }, options)));
  return culprits.length === 0 ? [run] : culprits;
}

/** In a line or a few. */
export function describeRun({ shape, mutations, faults }: MutatedRun): string {
  const changes = mutations.map(({ endpoint, name }) => `${endpoint} ${name}`);
  return [`broken, ${shape}: ${changes.join('; ')}`, ...faults.map((fault) => `  ! ${fault}`)].join('\n');
}

export function drawn<Item>(from: readonly Item[], count: number, random: RandomSource): Item[] {
  const left = [...from];
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random.fraction() * left.length), 1),
  ).flat();
}

/** A field that is lost in one reply may say nothing in another: then it is not clear what must come of it. */
function mutationsMetBy(endpoint: string, texts: readonly string[]): EndpointMutation[] {
  const needs = tables[endpoint]?.needs ?? [];
  const all = new Map<string, EndpointMutation | null>();
  for (const text of texts) {
    for (const mutation of mutationsOf(text)) {
      const { name, kind, path, says } = mutation;
      // The service would be sent another id, which it does not know.
      if (says !== null || all.get(name) === null) continue;
      const { outcome, group } = expectedOf(needs, text, mutation);
      const [, spot = '', change = name] = /^([^:]*): (.*)$/.exec(name) ?? [];
      const isSpelling = kind === 'spelling';
      const takes = isSpelling ? null : path;
      const known = { endpoint, name, spot, change, takes, isSpelling, group };
      all.set(name, outcome === 'either' ? null : known);
    }
  }
  return [...all.values()].filter((mutation) => mutation !== null);
}

/** By endpoint: the replies of a release as they are, each once in all that a mutation can meet. */
type Replies = ReadonlyMap<string, readonly string[]>;

async function repliesOf(shape: Shape, options: RunOptions): Promise<Replies> {
  const replies = new Map<string, string[]>();
  const { faults } = await runAltered({ shape, mutations: [] }, options, (endpoint, text) => {
    const known = replies.get(endpoint) ?? [];
    const shapeOf = (one: string): string => one.replace(/\d+/g, '0').replace(/"[^"]*"(?!:)/g, '""');
    if (!known.some((one) => shapeOf(one) === shapeOf(text))) replies.set(endpoint, [...known, text]);
    return text;
  });
  if (faults.length > 0) throw new Error(`a release as it is: ${faults.join('; ')}`);
  return replies;
}

/** It is done as if nothing were otherwise, or names the field that a reply lacks, and nothing that was paid for is lost. */
function runMutated(release: MutatedRelease, options: RunOptions): Promise<MutatedRun> {
  return runAltered(release, options, (endpoint, text) =>
    release.mutations
      .filter((mutation) => mutation.endpoint === endpoint)
      .reduce((changed, { name }) => mutated(changed, name) ?? changed, text),
  );
}

async function runAltered(
  release: MutatedRelease,
  options: RunOptions,
  alter: (endpoint: string, text: string) => string,
): Promise<MutatedRun> {
  const { callbacks, file } = shapes[release.shape];
  const rig = await ReleaseRig.start({
    // Long enough that whoever does not wait for a supplement publishes before its end.
    sandbox: { readings: {}, pace: { ...quickPace, stepMs: 60 } },
    callbacks,
    alter,
  });
  try {
    const handle = await rig.release(file);
    const { status, isSilent } = await follow(rig, handle, { removesTerm: false, failures: 0 }, options);
    const { outcome, faults } = await verdict(rig.sandbox, status, { isSilent, failures: 0 });
    if (status === null || !hasEnded(status)) await handle.terminate('the release has been judged');
    const wrong =
      outcome === 'stopped' && status !== null ? wronglyStopped(rig.sandbox, status, release) : [];
    return { ...release, status, faults: [...faults, ...wrong] };
  } finally {
    await rig.close();
  }
}

function wronglyStopped(sandbox: Sandbox, status: ReleaseStatus, { mutations }: MutatedRelease): string[] {
  const { state, problem } = status;
  const message = problem?.message ?? '';
  const [lost] = mutations.filter(({ group }) => group.length > 0);
  if (lost === undefined) return [`${state} for what is not needed: ${message}`];
  const { endpoint, group } = lost;
  const service = endpoint in localizationReplies ? 'localization service' : 'social service';
  const faults: string[] = [];
  const isNamed = message.includes(service) && message.includes(`(${endpoint}`);
  if (!isNamed || !namesField(message, group)) {
    faults.push(`does not name ${group.join(' or ')} of the ${service} (${endpoint}): ${message}`);
  }
  const [task] = sandbox.localization.project('sandbox').tasks.keys();
  const isKnown = endpoint !== 'POST /tasks/create';
  if (isKnown && status.taskId !== (task ?? null)) faults.push(`task ${task} is not kept`);
  return faults;
}
