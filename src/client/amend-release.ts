/** Takes a changed file over into a release that runs, or a few changes without a file. */
import type { Client } from '@temporalio/client';
import { amendmentTo, type Amendment } from '../domain/amendment';
import { contentOf, sourceContent } from '../domain/release-content';
import { releaseId, type ReleaseName } from '../domain/identity';
import { endedStates } from '../domain/release-states';
import { type ReleaseInput, amendable } from '../domain/release-input';
import type { ReleaseSpec } from '../domain/release-file';
import type { StoreReader } from '../store/unwritten-store';
import { contentDifference } from './content-difference';
import { BadRequest, Refused } from './errors';
import { filedIn, madeAmendments, takenBackText } from './made-amendments';
import { mergeFile } from './merge-file';
import type { ReleaseClient } from './release-client';
import { named } from './release-name';
import { askedForIn, inputIn, readNewestEvents } from './run-facts';

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
  const { changed, spec } = await releaseClient.amend(id, {
    by,
    amendment,
    ...(reason && { reason }),
    ...(wanted && base === undefined && { file: amendable(atHome(before, wanted.spec)) }),
  });
  const difference = await contentDifference(store, contentOf(before), contentOf({ ...before, spec }));
  const isReworded = state === 'partial' && amendment.announce !== undefined;
  return { id, changed, difference: linesOf(difference), takenBack, next: isReworded ? RETRY : null };
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
  const events = await readNewestEvents(client, release);
  const before = askedForIn(events, release);
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
  const { amendment, fixed } = amendmentTo(before.spec, wanted.spec);
  const isOther =
    JSON.stringify(sourceContent(before.source)) !== JSON.stringify(sourceContent(wanted.source));
  const refused = isOther ? ['source', ...fixed] : fixed;
  if (refused.length === 0) return amendment;
  throw new BadRequest(
    `A release that runs keeps its ${refused.join(', ')}. Nothing was changed. ` +
      'Take that back in the file, or start a release of another name.',
  );
}

/** Another checkout has another directory; the files of a release stay together. */
function atHome(before: ReleaseInput, spec: ReleaseSpec): ReleaseSpec {
  const directory = before.spec.export?.directory;
  if (spec.export === undefined || directory === undefined) return spec;
  return { ...spec, export: { ...spec.export, directory } };
}
