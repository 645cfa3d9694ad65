/** Work at a service that belongs to no release: started, and looked at again and again. */
import * as z from 'zod';
import { planRollback } from '../client/plan-rollback';
import { named } from '../client/release-name';
import { startTermbaseUpload, uploadResult } from '../client/start-termbase-upload';
import { quotable } from '../domain/visible-text';
import { askedWork, id, work } from '../protocol/message-schemas';
import { operation } from './operation';
import { project, reason, release } from './input-parts';
import { newTerm, termChange } from './termbase-input';

/** Whoever waits asks again: a connection that is silent for longer may be cut. */
const LONGEST_WAIT_MS = 20_000;

export const workOperations = {
  startWork: operation({
    role: 'operate',
    input: z.strictObject({ work: askedWork }),
    run: ({ works }, said) => works.start(said.work),
  }),
  workStatus: operation({
    role: 'read',
    input: z.strictObject({ work }),
    run: ({ works }, said) => works.status(said.work),
  }),
  rollback: operation({
    role: 'operate',
    input: z.strictObject({ id: release, reason, loseLanguages: z.boolean() }),
    run: async (access, { id: given, reason: why, loseLanguages }, { name }) => {
      const {
        work: planned,
        manifest,
        warnings,
      } = await planRollback(access, named(given), {
        by: name(),
        reason: why === undefined ? null : quotable(why),
        loseLanguages,
      });
      const { joined } = await access.works.start(planned);
      const files = manifest.content.files.map(({ sha256 }) => sha256);
      return { joined, work: planned, files, warnings };
    },
  }),
  uploadTerms: operation({
    role: 'operate',
    input: z.discriminatedUnion('mode', [
      z.strictObject({ mode: z.literal('upload'), project, terms: z.array(newTerm).min(1) }),
      z.strictObject({ mode: z.literal('update'), project, terms: z.array(termChange).min(1) }),
    ]),
    run: async ({ client, store, config }, { project: of, ...toSend }) => {
      const access = { client, store, taskQueue: config.taskQueue };
      return { id: await startTermbaseUpload(access, of, toSend) };
    },
  }),
  /** null: not ended within the time. */
  uploadResult: operation({
    role: 'read',
    input: z.strictObject({ id, waitMs: z.number().min(0).max(LONGEST_WAIT_MS) }),
    run: ({ client }, said) => uploadResult(client, said.id, said.waitMs),
  }),
};
