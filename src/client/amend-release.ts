/** Takes a changed file over into a release that runs, or a few changes without a file. */
import type { Client } from '@temporalio/client';
import { amendmentTo, type Amendment } from '../domain/amendment';
import { contentOf, sourceContent } from '../domain/release-content';
import { releaseId } from '../domain/identity';
import type { ReleaseInput } from '../domain/release-input';
import type { ContentStore } from '../store/content-store';
import { contentDifference } from './content-difference';
import { BadRequest } from './errors';
import type { ReleaseClient } from './release-client';
import { named } from './release-name';
import { readAskedFor } from './run-facts';

interface Access {
  client: Client;
  releaseClient: ReleaseClient;
  store: ContentStore;
}

interface AmendRequest {
  id: string;
  /** What the file asks for as it is now. */
  wanted?: ReleaseInput | undefined;
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
}

export async function amendRelease(
  { client, releaseClient, store }: Access,
  { id: given, wanted, amendment: more = {}, by, reason }: AmendRequest,
): Promise<Amended> {
  const release = named(given);
  const id = releaseId(release);
  // Whether there is such a release is told in the same words everywhere.
  await releaseClient.status(id);
  const before = await readAskedFor(client, release);
  const amendment = { ...(wanted === undefined ? {} : asked(id, before, wanted)), ...more };
  if (Object.keys(amendment).length === 0) return { id, changed: null, difference: [] };
  const { changed, spec } = await releaseClient.amend(id, { by, amendment, ...(reason && { reason }) });
  const difference = await contentDifference(store, contentOf(before), contentOf({ ...before, spec }));
  return { id, changed, difference: difference.split('\n').filter((line) => line !== '') };
}

function asked(id: string, before: ReleaseInput, wanted: ReleaseInput): Amendment {
  if (releaseId(wanted.spec) !== id)
    throw new BadRequest(
      `The file is of release ${releaseId(wanted.spec)}, not of ${id}. Nothing was changed.`,
    );
  // Another checkout has another directory; the files of a release stay together.
  const { spec } = wanted;
  const directory = before.spec.export?.directory;
  const atHome =
    spec.export === undefined || directory === undefined
      ? spec
      : { ...spec, export: { ...spec.export, directory } };
  const { amendment, fixed } = amendmentTo(before.spec, atHome);
  const isOther =
    JSON.stringify(sourceContent(before.source)) !== JSON.stringify(sourceContent(wanted.source));
  const refused = isOther ? ['source', ...fixed] : fixed;
  if (refused.length === 0) return amendment;
  throw new BadRequest(
    `A release that runs keeps its ${refused.join(', ')}. Nothing was changed. ` +
      'Take that back in the file, or start a release of another name.',
  );
}
