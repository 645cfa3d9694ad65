/** Takes a changed file over into a release that runs, or a few changes without a file. */
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import type { z } from 'zod';
import { amendable, type AmendableParts, type ReleaseInput } from '../../domain/release/release-input';
import { amendmentTo, type Amendment } from '../../domain/release/amendment';
import { contentOf, sourceContent } from '../../domain/release/release-content';
import { releaseId, releaseWorkflowId, type ReleaseName } from '../../domain/release/identity';
import { endedStates } from '../../domain/release/release-states';
import { type ReleaseSpec, releaseSpec } from '../../domain/release/release-file';
import type { StoreReader } from '../../store/unwritten-store';
import type { Message } from '../../protocol/message-schemas';
import { amendUpdate } from '../../protocol/messages';
import { canonicalJson } from '../../domain/text/canonical-json';
import { contentDifference } from './content-difference';
import { BadRequest, Refused } from '../errors';
import type { ReleaseClient } from './release-client';
import { named } from './release-name';
import { requestedIn, inputIn, readEvents, amendedSpec, timeOf, type HistoryEvent } from './run-facts';

interface Access {
  client: Client;
  releaseClient: ReleaseClient;
  store: StoreReader;
}

interface AmendRequest {
  id: string;
  /** What the file asks for as it is now. */
  wanted?: ReleaseInput | undefined;
  /** What it said before it was changed; left out: what the release was started with, or last amended by a file. */
  base?: ReleaseSpec | undefined;
  /** What is to be otherwise beside that. */
  amendment?: Amendment;
  by: string;
  reason?: string | undefined;
}

export interface Amended {
  id: string;
  /** null: it asks for that already. */
  changed: string | null;
  /** What it asked for and asks for now, a line each. */
  difference: string[];
  /** What others had amended, and the file says otherwise, a line each. */
  takenBack: string[];
  /** What it takes until it is so; null: nothing. */
  next: string | null;
}

export async function amendRelease(
  { client, releaseClient, store }: Access,
  { id: given, wanted, base, amendment: more = {}, by, reason }: AmendRequest,
): Promise<Amended> {
  const release = named(given);
  const id = releaseId(release);
  // Whether there is such a release is told in the same words everywhere.
  const { state } = await releaseClient.status(id);
  const { before, merged, takenBack } = await readMerged(client, release, { wanted, base });
  const amendment = { ...(merged === null ? {} : asked(id, before, merged)), ...more };
  if (Object.keys(amendment).length === 0)
    return { id, changed: null, difference: [], takenBack: [], next: null };
  const { changed, spec } = await releaseClient.tell(id, amendUpdate, {
    by,
    amendment,
    ...(reason && { reason }),
    ...(wanted && base === undefined && { file: amendable(atHome(before, wanted.spec)) }),
  });
  const difference = await contentDifference(store, contentOf(before), contentOf({ ...before, spec }));
  const isReworded = state === 'partial' && amendment.announce !== undefined;
  return {
    ...{ id, changed, takenBack, next: isReworded ? RETRY : null },
    difference: amendmentLines(difference, amendment, changed),
  };
}

/** A language may be left out, and a review begun anew, without a word in the release file. */
export function amendmentLines(
  difference: string,
  { withoutLanguages = [] }: Amendment,
  changed: string,
): string[] {
  const leftOut =
    withoutLanguages.length === 0 ? [] : [`  neither exported nor announced: ${withoutLanguages.join(', ')}`];
  const lines = [...linesOf(difference), ...leftOut];
  return lines.length === 0 ? [`  ${changed}`] : lines;
}

const RETRY =
  'Accounts that have the post keep it. Retry the release to post the new text on those on which it failed.';

/** What a file would change, and what stands against it; neither is said to the release. */
export async function planAmendment(
  { client, releaseClient, store }: Access,
  { id: given, wanted, base }: { id: string; wanted: ReleaseInput; base: ReleaseSpec },
): Promise<{ difference: string[]; takenBack: string[]; faults: string[] }> {
  const release = named(given);
  const id = releaseId(release);
  const { state, waitingFor } = await releaseClient.status(id);
  // One that is partial may still wait for a retry, with another text.
  if (endedStates.has(state) && waitingFor === null)
    throw new Refused(`Release ${id} is ${state}, and cannot be changed any more.`);
  const { before, merged, takenBack } = await readMerged(client, release, { wanted, base });
  const after = merged ?? wanted;
  const difference = linesOf(await contentDifference(store, contentOf(before), contentOf(after)));
  try {
    const faults = await releaseClient.amendmentFaults(id, asked(id, before, after));
    return { difference, takenBack, faults: faults ?? [] };
  } catch (error) {
    if (error instanceof BadRequest) return { difference, takenBack, faults: [error.message] };
    throw error;
  }
}

interface Merged {
  /** What the release asks for now. */
  before: ReleaseInput;
  /** What it would ask for; null: there is no file. */
  merged: ReleaseInput | null;
  takenBack: string[];
}

async function readMerged(
  client: Client,
  release: ReleaseName,
  { wanted, base }: Pick<AmendRequest, 'wanted' | 'base'>,
): Promise<Merged> {
  const events = await readEvents(client, { workflowId: releaseWorkflowId(release) });
  const before = requestedIn(events, release);
  if (wanted === undefined) return { before, merged: null, takenBack: [] };
  const made = madeAmendments(events);
  const filed =
    base === undefined ? filedIn(inputIn(events, release), made) : amendable(atHome(before, base));
  const { spec, takenBack } = mergeFile(filed, before.spec, atHome(before, wanted.spec));
  return {
    before,
    merged: { ...wanted, spec },
    takenBack: takenBack.map((key) => takenBackText(key, made)),
  };
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

function asked(id: string, before: ReleaseInput, wanted: ReleaseInput): Amendment {
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

/** What makes of a release the one that is wanted, and what of that can never be had. */
export function changesTo(before: ReleaseInput, wanted: ReleaseInput): ReturnType<typeof amendmentTo> {
  const { amendment, fixed } = amendmentTo(before.spec, atHome(before, wanted.spec));
  const isOther =
    JSON.stringify(sourceContent(before.source)) !== JSON.stringify(sourceContent(wanted.source));
  return { amendment, fixed: isOther ? ['source', ...fixed] : fixed };
}

/** Another checkout has another directory; the files of a release stay together. */
function atHome(before: ReleaseInput, spec: ReleaseSpec): ReleaseSpec {
  const directory = before.spec.export?.directory;
  if (spec.export === undefined || directory === undefined) return spec;
  return { ...spec, export: { ...spec.export, directory } };
}

/** What was amended in the newest run of a release, by whom, and what its file said last: its history tells. */
type AmendMessage = Message<'amend'>;

interface MadeAmendment extends AmendMessage {
  at: string;
}

/** In their order. */
function madeAmendments(events: readonly HistoryEvent[]): MadeAmendment[] {
  return events.flatMap((event) => {
    if (amendedSpec(event) === null) return [];
    const { acceptedEventId } = event.workflowExecutionUpdateCompletedEventAttributes ?? {};
    const accepted = events.find(({ eventId }) => String(eventId) === String(acceptedEventId));
    const [said] =
      accepted?.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.args?.payloads ?? [];
    if (!said) return [];
    return [{ ...defaultPayloadConverter.fromPayload<AmendMessage>(said), at: timeOf(event) }];
  });
}

/** What the file said when the release was started, or last amended by a file. */
function filedIn(input: ReleaseInput, made: readonly MadeAmendment[]): AmendableParts {
  return made.findLast(({ file }) => file !== undefined)?.file ?? input.file ?? amendable(input.spec);
}

/** `terms.deadline, which olga amended on 2026-11-16T08:20:00.000Z: reviewer is ill`. */
function takenBackText(key: string, made: readonly MadeAmendment[]): string {
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

/**
 * What a changed file asks of a release that others may have amended: what the file did not change stays as the release
 * has it, and what it changed is as the file says. A part such as the announcement is merged key by key.
 */
interface MergedFile {
  spec: ReleaseSpec;
  /** What others had amended, and the file says otherwise: `terms.deadline`. */
  takenBack: string[];
}

/** `filed`: what the file said before. */
export function mergeFile(filed: AmendableParts, now: ReleaseSpec, wanted: ReleaseSpec): MergedFile {
  const takenBack: string[] = [];

  function choose<Value>(key: string, before: unknown, own: Value, asked: Value): Value {
    if (isSame(asked, before) || isSame(asked, own)) return own;
    if (!isSame(own, before)) takenBack.push(key);
    return asked;
  }

  function part<Part extends object>(
    key: 'supplement' | 'export' | 'announce',
    schema: z.ZodType<Part | undefined>,
    [own, asked]: readonly [Part | undefined, Part | undefined],
  ): Part | undefined {
    const before = filed[key];
    if (before === null || own === undefined || asked === undefined) return choose(key, before, own, asked);
    const known = takenBack.length;
    const [old, mine, theirs] = [before, own, asked].map((value) => new Map(Object.entries(value)));
    const names = new Set([...(mine?.keys() ?? []), ...(theirs?.keys() ?? [])]);
    const merged = [...names].flatMap((name) => {
      const value: unknown = choose(`${key}.${name}`, old?.get(name), mine?.get(name), theirs?.get(name));
      return value === undefined ? [] : [[name, value] as const];
    });
    const read = schema.safeParse(Object.fromEntries(merged));
    if (read.success) return read.data;
    // Neither has asked for the two together, such as a text for a post that is prepared.
    takenBack.length = known;
    return choose(key, before, own, asked);
  }

  const { supplement, export: exportTo, announce, ...rest } = wanted;
  const { terms } = filed;
  const later = {
    supplement: part('supplement', releaseSpec.shape.supplement, [now.supplement, supplement]),
    export: part('export', releaseSpec.shape.export, [now.export, exportTo]),
    announce: part('announce', releaseSpec.shape.announce, [now.announce, announce]),
  };
  const spec: ReleaseSpec = {
    ...rest,
    terms: {
      ...rest.terms,
      deadline: choose('terms.deadline', terms.deadline, now.terms.deadline, rest.terms.deadline),
      reminders: choose('terms.reminders', terms.reminders, now.terms.reminders, rest.terms.reminders),
      onDeadline: choose('terms.onDeadline', terms.onDeadline, now.terms.onDeadline, rest.terms.onDeadline),
    },
    supplementLanguages: choose(
      'supplementLanguages',
      filed.supplementLanguages,
      now.supplementLanguages,
      rest.supplementLanguages,
    ),
    publish: choose('publish', filed.publish, now.publish, rest.publish),
    ...(later.supplement && { supplement: later.supplement }),
    ...(later.export && { export: later.export }),
    ...(later.announce && { announce: later.announce }),
  };
  return { spec, takenBack };
}

/** Of languages and accounts the order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    canonicalJson(Array.isArray(value) ? value.toSorted() : (value ?? null));
  return text(one) === text(other);
}
