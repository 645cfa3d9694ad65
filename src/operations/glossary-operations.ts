/** What a release changed in the termbase, and taking it back. */
import * as z from 'zod';
import { Glossary, openTermbaseArchive } from '../client/glossary';
import { KnownReleases } from '../client/known-releases';
import { named } from '../client/release-name';
import { changesCalled, planRevert, revertGlossary, revertOutcome } from '../client/revert-glossary';
import {
  LONG_BOUND_MS,
  checkingOperation,
  operation,
  storeOperation,
  type TemporalAccess,
} from './operation';
import { project, release, text, texts } from './input-parts';

/** Shorter than the operation may take. */
const LONGEST_WAIT_MS = 240_000;

export const glossaryOperations = {
  glossaryChanges: operation({
    role: 'read',
    input: z.strictObject({ id: release }),
    boundMs: LONG_BOUND_MS,
    run: (access, { id }) => glossaryOf(access).ofRelease(named(id)),
  }),
  /** What people sent to the termbase from files, the newest first. */
  termbaseUploads: storeOperation({
    role: 'read',
    input: z.strictObject({ project }),
    run: ({ config }, said) => openTermbaseArchive(config).uploadsOf(said.project),
  }),
  planRevert: checkingOperation({
    role: 'operate',
    input: z.strictObject({ id: release, terms: texts }),
    boundMs: LONG_BOUND_MS,
    run: async (access, { id, terms }) => {
      const asked = named(id);
      const { changes } = await glossaryOf(access).ofRelease(asked);
      return planRevert(access.localization(asked.project), changesCalled(changes, terms));
    },
  }),
  revertGlossary: checkingOperation({
    role: 'operate',
    input: z.strictObject({
      id: release,
      terms: texts,
      /** Terms that go back although somebody changed them since. */
      overwrite: z.array(z.string().max(10_000)).max(100_000),
      reason: text,
      timeoutMs: z.number().positive().exactOptional(),
    }),
    boundMs: LONG_BOUND_MS,
    run: async (access, { id, terms, overwrite, reason, timeoutMs = LONGEST_WAIT_MS }, { name }) => {
      const { client, store, config } = access;
      const asked = named(id);
      return revertOutcome(
        await revertGlossary(
          {
            client,
            store,
            taskQueue: config.taskQueue,
            glossary: glossaryOf(access),
            service: access.localization(asked.project),
          },
          { release: asked, terms, overwrite, by: name(), reason },
          Math.min(timeoutMs, LONGEST_WAIT_MS),
        ),
      );
    },
  }),
};

const glossaryOf = ({ releases, archive, store, config }: TemporalAccess): Glossary =>
  new Glossary(new KnownReleases(releases, archive), store, openTermbaseArchive(config));
