/** Applies a changed release file, or a few changes without a file, to a running release. */
import type { Client } from '@temporalio/client';
import * as z from 'zod';
import { amendable, type AmendableParts, type ReleaseInput } from '../../domain/release/release-input';
import { amendmentTo, notAskedYet, type Amendment } from '../../domain/release/amendment';
import { contentOf, isSameContent, sourceContent } from '../../domain/release/release-content';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { endedStates } from '../../domain/release/release-states';
import { type ReleaseSpec, releaseSpec } from '../../domain/release/release-file';
import type { ReleaseStatus } from '../../domain/release/status';
import { amendUpdate } from '../../protocol/messages';
import { canonicalJson } from '../../domain/text/canonical-json';
import { contentDifference } from './content-difference';
import type { TemporalAccess } from '../access';
import { BadRequest, Refused } from '../errors';
import { parseReleaseName } from './release-name';
import { inputIn, madeAmendments, readEvents, requestedIn } from './run-facts';

type Access = Pick<TemporalAccess, 'client' | 'releases' | 'store'>;

interface AmendRequest {
  id: string;
  /** The input by the file as it is now. */
  wanted?: ReleaseInput | undefined;
  /** The file's earlier content. Absent: the one that the release was started with, or last amended by. */
  base?: ReleaseSpec | undefined;
  amendment?: Amendment;
  by: string;
  reason?: string | undefined;
}

export const amended = z.object({
  id: z.string(),
  changed: z.string().nullable().describe('null: it asks for that already'),
  /** The values before and after, one line each. */
  difference: z.array(z.string()),
  /** Amendments by others that the file takes back, one line each. */
  takenBack: z.array(z.string()),
  next: z.string().nullable().describe('what it takes until it is so; null: nothing'),
});
export type Amended = z.output<typeof amended>;

export async function amendRelease(
  { client, releases, store }: Access,
  { id: given, wanted, base, amendment: more = {}, by, reason }: AmendRequest,
): Promise<Amended> {
  const release = parseReleaseName(given);
  const id = releaseId(release);
  // Reads the status first, so that a missing release gives the usual message.
  const status = await releases.status(id);
  const { before, merged, takenBack } = await readMerged(client, release, { wanted, base, status });
  const file: Amendment = merged === null ? {} : requestedAmendment(id, before, merged);
  const terms = more.terms && { terms: { ...file.terms, ...more.terms } };
  const amendment = notAskedYet(before.spec, { ...file, ...more, ...terms });
  if (Object.keys(amendment).length === 0)
    return { id, changed: null, difference: [], takenBack: [], next: null };
  const { changed, spec } = await releases.executeUpdate(id, amendUpdate, {
    by,
    amendment,
    ...(reason && { reason }),
    ...(wanted && base === undefined && { file: amendable(atHome(before, wanted.spec)) }),
  });
  const difference = await contentDifference(store, contentOf(before), contentOf({ ...before, spec }));
  const isReworded = status.state === 'partial' && amendment.announce !== undefined;
  return {
    id,
    changed,
    takenBack,
    next: isReworded ? RETRY : null,
    difference: amendmentLines(difference, amendment, changed),
  };
}

/** Some amendments change nothing in the release file, such as leaving out a language or restarting a review. */
export function amendmentLines(
  difference: readonly string[],
  { withoutLanguages = [] }: Amendment,
  changed: string,
): string[] {
  const leftOut =
    withoutLanguages.length === 0 ? [] : [`neither exported nor announced: ${withoutLanguages.join(', ')}`];
  const lines = [...difference, ...leftOut];
  return lines.length === 0 ? [changed] : lines;
}

const RETRY =
  'Accounts that have the post keep it. Retry the release to post the new text on those on which it failed.';

/** The changes that a file would make, and the faults in them. Nothing is sent to the release. */
export async function planAmendment(
  { client, releases, store }: Access,
  { id: given, wanted, base }: { id: string; wanted: ReleaseInput; base: ReleaseSpec },
): Promise<{ difference: string[]; takenBack: string[]; faults: string[] }> {
  const release = parseReleaseName(given);
  const id = releaseId(release);
  const status = await releases.status(id);
  const { state, waitingFor } = status;
  // A partial release may still wait for a retry with another text.
  if (endedStates.has(state) && waitingFor === null)
    throw new Refused(`Release ${id} is ${state}, and cannot be changed any more.`);
  const { before, merged, takenBack } = await readMerged(client, release, { wanted, base, status });
  const after = merged ?? wanted;
  const difference = await contentDifference(store, contentOf(before), contentOf(after));
  try {
    const faults = await releases.amendmentFaults(id, requestedAmendment(id, before, after));
    return { difference, takenBack, faults: faults ?? [] };
  } catch (error) {
    if (error instanceof BadRequest) return { difference, takenBack, faults: [error.message] };
    throw error;
  }
}

export interface Merged {
  before: ReleaseInput;
  /** The request with the file merged in. null: there is no file. */
  merged: ReleaseInput | null;
  takenBack: string[];
  /** True if the file is the one it was started with, or requests nothing new. */
  isSame: boolean;
}

/** Only the release's `status` knows the languages that were added to it. */
export async function readMerged(
  client: Client,
  release: ReleaseName,
  { wanted, base, status }: Pick<AmendRequest, 'wanted' | 'base'> & { status: Languages | null },
): Promise<Merged> {
  const events = await readEvents(client, { workflowId: releaseWorkflowId(release) });
  const before = requestedIn(events, release);
  if (wanted === undefined) return { before, merged: null, takenBack: [], isSame: true };
  const { file, spec: first } = inputIn(events, release);
  const started = file ?? amendable(first);
  const filed = base === undefined ? (before.file ?? started) : amendable(atHome(before, base));
  const asks = withoutAdded(atHome(before, wanted.spec), before.spec, status);
  const merge = (parts: AmendableParts): MergedFile => mergeFile(parts, before.spec, asks);
  const { spec, takenBack } = merge(filed);
  const made = madeAmendments(events);
  return {
    before,
    merged: { ...wanted, spec },
    takenBack: takenBack.map((key) => takenBackText(key, made)),
    isSame: [spec, merge(started).spec].some((one) => isSameContent(before, { ...wanted, spec: one })),
  };
}

type Languages = Pick<ReleaseStatus, 'languages' | 'comingLanguages'>;

/** A language that was added to the release is no change when the file names it. */
function withoutAdded(wanted: ReleaseSpec, before: ReleaseSpec, status: Languages | null): ReleaseSpec {
  const named = [...before.targetLanguages, ...before.supplementLanguages];
  const has = [...(status?.languages ?? []), ...(status?.comingLanguages ?? [])];
  const left = (codes: readonly string[]): string[] =>
    codes.filter((code) => named.includes(code) || !has.includes(code));
  return {
    ...wanted,
    targetLanguages: left(wanted.targetLanguages),
    supplementLanguages: left(wanted.supplementLanguages),
  };
}

function requestedAmendment(id: string, before: ReleaseInput, wanted: ReleaseInput): Amendment {
  if (releaseId(wanted.spec) !== id)
    throw new BadRequest(
      `The file is of release ${releaseId(wanted.spec)}, not of ${id}. Nothing was changed.`,
    );
  const { amendment, fixed } = changesTo(before, wanted);
  if (fixed.length === 0) return amendment;
  throw new BadRequest(
    `A release that runs keeps its ${fixed.join(', ')}. Nothing was changed. ` +
      'Take that back in the file, or start a release of another name.',
  );
}

/** The amendment that turns one input into the other, and the keys that cannot be changed. */
export function changesTo(before: ReleaseInput, wanted: ReleaseInput): ReturnType<typeof amendmentTo> {
  const { amendment, fixed } = amendmentTo(before.spec, atHome(before, wanted.spec));
  const isOther =
    JSON.stringify(sourceContent(before.source)) !== JSON.stringify(sourceContent(wanted.source));
  return { amendment, fixed: isOther ? ['source', ...fixed] : fixed };
}

/** Keeps the directory of the first export, because another checkout has another path. */
function atHome(before: ReleaseInput, spec: ReleaseSpec): ReleaseSpec {
  const directory = before.spec.export?.directory;
  if (spec.export === undefined || directory === undefined) return spec;
  return { ...spec, export: { ...spec.export, directory } };
}

/** For example `terms.deadline, which olga amended on 2026-11-16T08:20:00.000Z: reviewer is ill`. */
function takenBackText(key: string, made: ReturnType<typeof madeAmendments>): string {
  const last = made.findLast(({ amendment }) => isAbout(amendment, key));
  if (last === undefined) return `${key}, which was amended meanwhile`;
  const { by, at, reason } = last;
  return `${key}, which ${by} amended on ${at}${reason === undefined ? '' : `: ${reason}`}`;
}

function isAbout({ withoutAccounts, withoutLanguages, ...parts }: Amendment, key: string): boolean {
  const [part = '', name = ''] = key.split('.');
  if (part === 'terms') return new Map(Object.entries(parts.terms ?? {})).get(name) !== undefined;
  if (part === 'announce' && withoutAccounts !== undefined) return true;
  if ((part === 'export' || part === 'supplementLanguages') && withoutLanguages !== undefined) return true;
  return new Map<string, unknown>(Object.entries(parts)).get(part) !== undefined;
}

interface MergedFile {
  spec: ReleaseSpec;
  /** Keys of amendments by others that the file takes back, such as `terms.deadline`. */
  takenBack: string[];
}

/**
 * Merges a changed file into a release that others may have amended: values that the file changed become the file's,
 * and all others stay. Parts such as the announcement merge key by key. `filed` is the file's earlier content.
 */
export function mergeFile(filed: AmendableParts, now: ReleaseSpec, wanted: ReleaseSpec): MergedFile {
  const takenBack: string[] = [];

  function choose<Value>(key: string, before: unknown, own: Value, requested: Value): Value {
    if (isSame(requested, before) || isSame(requested, own)) return own;
    if (!isSame(own, before)) takenBack.push(key);
    return requested;
  }

  function part<Part extends object>(
    key: 'supplement' | 'export' | 'announce',
    schema: z.ZodType<Part | undefined>,
    own: Part | undefined,
    requested: Part | undefined,
  ): Part | undefined {
    const before = filed[key];
    if (before === null || own === undefined || requested === undefined)
      return choose(key, before, own, requested);
    const known = takenBack.length;
    const [old, mine, theirs] = [before, own, requested].map((value) => new Map(Object.entries(value)));
    const names = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
    const merged = [...names].flatMap((name) => {
      const value: unknown = choose(`${key}.${name}`, old?.get(name), mine?.get(name), theirs?.get(name));
      return value === undefined ? [] : [[name, value] as const];
    });
    const read = schema.safeParse(Object.fromEntries(merged));
    if (read.success) return read.data;
    // The merged keys may exclude each other, such as a text and a prepared post: then one side is taken whole.
    takenBack.length = known;
    return choose(key, before, own, requested);
  }

  const { terms } = filed;
  const { shape } = releaseSpec;
  const spec: ReleaseSpec = {
    ...wanted,
    supplement: part('supplement', shape.supplement, now.supplement, wanted.supplement),
    export: part('export', shape.export, now.export, wanted.export),
    announce: part('announce', shape.announce, now.announce, wanted.announce),
    terms: {
      ...wanted.terms,
      deadline: choose('terms.deadline', terms.deadline, now.terms.deadline, wanted.terms.deadline),
      reminders: choose('terms.reminders', terms.reminders, now.terms.reminders, wanted.terms.reminders),
      onDeadline: choose('terms.onDeadline', terms.onDeadline, now.terms.onDeadline, wanted.terms.onDeadline),
    },
    supplementLanguages: choose(
      'supplementLanguages',
      filed.supplementLanguages,
      now.supplementLanguages,
      wanted.supplementLanguages,
    ),
    publish: choose('publish', filed.publish, now.publish, wanted.publish),
  };
  return { spec, takenBack };
}

/** The order of languages and accounts does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    canonicalJson(Array.isArray(value) ? value.toSorted() : (value ?? null));
  return text(one) === text(other);
}
