import * as z from 'zod';
import { NotThere } from '../client/errors';
import { Glossary, openTermbaseArchive } from '../client/glossary/glossary';
import { parseReleaseName } from '../client/releases/release-name';
import { changesCalled, planRevert, revertGlossary } from '../client/glossary/revert-glossary';
import * as api from '../protocol/glossary-api';
import { messageSchemas } from '../protocol/message-schemas';
import { uploadRecord } from '../store/termbase-archive';
import { onBoth, storedWith, LONG_BOUND_MS, onTemporal, onStore } from './operation';
import type { TemporalAccess } from '../client/access';
import { demandProject, project, release } from './input-parts';
import { knownReleasesOf } from './view-operations';

const PAGE = 30;
/** A page that takes longer shows the results so far and a cursor. */
const READ_MS = 8_000;
/** A longer revert continues without the caller. */
const REVERT_MS = 60_000;
/** Below the operation's own bound. */
const LONGEST_WAIT_MS = 240_000;

/** Empty: all changes of the release. */
const terms = z.array(z.string().min(1).max(5000)).max(5000);

export const glossaryOperations = {
  glossary: onTemporal.quickRead({
    summary: 'List releases that changed the termbase, the newest first, with how many terms',
    input: z.strictObject({
      project: project.optional(),
      /** Matches part of a term, or of an old or new value. */
      search: z.string().max(200).optional(),
      from: z.int().min(0).max(1_000_000).default(0),
    }),
    output: api.glossaryPage,
    run: (access, input) => glossaryOf(access).page({ ...input, most: PAGE, timeMs: READ_MS }),
  }),
  glossaryChanges: onTemporal.read({
    summary: 'Get what a release changed in the termbase, and what was taken back of it',
    input: z.strictObject({ id: release }),
    output: api.glossaryDetails,
    boundMs: LONG_BOUND_MS,
    run: (access, { id }) => ifThere(access, id, () => glossaryOf(access).ofRelease(parseReleaseName(id))),
  }),
  termbaseUploads: onStore.read({
    summary: 'Get what people sent to the termbase from files, the newest first',
    input: z.strictObject({ project }),
    output: z.array(uploadRecord),
    run: async ({ config }, input) => {
      const found = await openTermbaseArchive(config).uploadsOf(input.project);
      if (found.length === 0) demandProject(config, input.project);
      return found;
    },
  }),
  planRevert: onBoth.act({
    summary: 'Get what a revert would do, by the termbase as it is now; changes nothing',
    input: z.strictObject({ id: release, terms }),
    output: api.revertPlan,
    boundMs: LONG_BOUND_MS,
    run: async (access, { id, terms }) => {
      const request = parseReleaseName(id);
      const { changes } = await ifThere(access, id, () => glossaryOf(access).ofRelease(request));
      return planRevert(access.localization(request.project), changesCalled(changes, terms));
    },
  }),
  revertGlossary: onBoth.act({
    summary: 'Take changes of the termbase back; what was changed since then stays unless it is named',
    input: z.strictObject({
      id: release,
      terms,
      overwrite: terms,
      reason: messageSchemas.reject.shape.reason,
      timeoutMs: z.number().positive().default(REVERT_MS),
    }),
    output: api.revertedGlossary,
    boundMs: LONG_BOUND_MS,
    run: async (access, { id, timeoutMs, ...rest }, { name }) => {
      const request = { release: parseReleaseName(id), by: name(), ...rest };
      return revertGlossary(access, glossaryOf(access), request, Math.min(timeoutMs, LONGEST_WAIT_MS));
    },
  }),
};

/** A missing release gives its own error instead of an empty glossary. */
async function ifThere<Found>(
  { releases }: TemporalAccess,
  id: string,
  find: () => Promise<Found>,
): Promise<Found> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof NotThere) await releases.status(id);
    throw error;
  }
}

const glossaryOf = storedWith(
  (access: TemporalAccess) =>
    new Glossary(knownReleasesOf(access), access.store, openTermbaseArchive(access.config)),
);
