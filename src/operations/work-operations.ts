/** Operations that start and poll work at a service outside releases. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { checkAnnouncement } from '../checks/check-announcement';
import { BadRequest } from '../client/errors';
import { noteTermbaseChange } from '../client/glossary/glossary';
import { planRollback } from '../client/plans/plan-rollback';
import { parseReleaseName } from '../client/releases/release-name';
import { startTermbaseUpload, uploadResult } from '../client/glossary/start-termbase-upload';
import { canonicalJson } from '../domain/text/canonical-json';
import { sentence } from '../domain/text/sentence';
import { id } from '../domain/fields';
import { workStates, type ServiceWorkStatus } from '../domain/service-work';
import { requestedWork, work, type Work } from '../domain/work-schema';
import { exportedFile } from '../domain/release/status';
import type { TermbaseUploadStatus } from '../domain/review/termbase-upload';
import { quotable } from '../domain/text/visible-text';
import { onBoth, LARGE_BODY_BYTES, onTemporal } from './operation';
import {
  callback,
  storedCallback,
  project,
  reason,
  release,
  texts,
  outline,
  newTerm,
  termChange,
} from './input-parts';

const sent = { project, reason };

/** A proxy may cut a longer silent connection, so callers repeat the request. */
const LONGEST_WAIT_MS = 20_000;

export const workOperations = {
  startWork: onTemporal.act({
    summary: 'Start work at a service that belongs to no release, or join it where it is under way',
    input: z.strictObject({ work: requestedWork, callback }),
    output: z.object({ joined: z.boolean() }),
    run: async ({ works, store, config }, input, who) => {
      const { kind } = input.work;
      if (kind === 'confirm' && config.fourEyes)
        throw new BadRequest(
          'The four-eyes rule (policies.fourEyes) is about releases, and nobody can tell who started this task. Nothing was confirmed. Confirm the terms of its release with "locrelease terms confirm".',
        );
      const takesCallback = kind === 'supplement' || kind === 'publish';
      const own = takesCallback
        ? { callback: undefined, ...(await storedCallback(store, input.callback)) }
        : {};
      return works.start({ ...input.work, ...own }, who.name());
    },
  }),
  draftPost: onBoth.act({
    summary: 'Create a draft of a post, checked as the announcement of a release is',
    input: z.strictObject({ text: z.string().min(1).max(50_000), accounts: texts, platforms: texts }),
    output: z.object({ joined: z.boolean(), work, notes: z.array(z.string()) }),
    run: async ({ works, social }, { text, accounts, platforms }, who) => {
      const announce = { text, accounts, platforms };
      const found = await checkAnnouncement(announce, text, social(), {});
      if (found.stops.length > 0)
        throw new BadRequest(
          `${found.stops.map(({ message }) => sentence(message)).join(' ')} Nothing was created.`,
        );
      const accountIds = found.accounts.map(({ id: account }) => account);
      const digest = createHash('sha256').update(canonicalJson({ text, accountIds })).digest('hex');
      const planned: Work = { kind: 'draft', digest, text, accountIds };
      return { ...(await works.start(planned, who.name())), work: planned, notes: found.warnings };
    },
  }),
  workStatus: onTemporal.read({
    summary: 'Get how far work at a service is',
    input: z.strictObject({ work }),
    output: outline<ServiceWorkStatus>()({
      state: z.enum(workStates),
      doing: z.string().nullable(),
      status: z.string().nullable(),
      taskId: z.string().nullable(),
      jobId: z.string().nullable(),
      postId: z.string().nullable(),
      files: z.array(exportedFile),
      warnings: z.array(z.string()),
    }),
    run: ({ works }, input) => works.status(input.work),
  }),
  rollback: onTemporal.act({
    summary: 'Publish and export the task of an earlier release again',
    input: z.strictObject({ id: release, reason, loseLanguages: z.boolean() }),
    output: z.object({
      joined: z.boolean(),
      work,
      files: z.array(z.string()),
    }),
    run: async (access, { id: given, reason: why, loseLanguages }, { name }) => {
      const { work: planned, manifest } = await planRollback(access, parseReleaseName(given), {
        by: name(),
        reason: why === undefined ? null : quotable(why),
        loseLanguages,
      });
      const { joined } = await access.works.start(planned, name());
      const files = manifest.content.files.map(({ sha256 }) => sha256);
      return { joined, work: planned, files };
    },
  }),
  uploadTerms: onTemporal.act({
    summary: 'Send terms to the termbase of a project; it goes on by itself',
    bodyBytes: LARGE_BODY_BYTES,
    input: z.discriminatedUnion('mode', [
      z.strictObject({ ...sent, mode: z.literal('upload'), terms: z.array(newTerm).min(1) }),
      z.strictObject({ ...sent, mode: z.literal('update'), terms: z.array(termChange).min(1) }),
    ]),
    output: z.object({ id: z.string() }),
    run: async (access, { project: of, reason, ...toSend }, { name }) => {
      const by = name();
      const terms = toSend.terms.map((term) => ('id' in term ? term.id : term.content));
      await noteTermbaseChange(access.config, { project: of, mode: toSend.mode, by, reason, terms });
      return { id: await startTermbaseUpload(access, { project: of, by }, toSend) };
    },
  }),
  uploadResult: onTemporal.read({
    summary: 'Wait a little for terms to be in the termbase; null: not ended within the time',
    input: z.strictObject({ id, waitMs: z.number().min(0).max(LONGEST_WAIT_MS) }),
    output: outline<TermbaseUploadStatus>()({
      state: z.enum(['running', 'done', 'partial']),
      terms: z.number().nullable(),
      termsDone: z.number(),
      accepted: z.number(),
    }).nullable(),
    run: ({ client }, input) => uploadResult(client, input.id, input.waitMs),
  }),
};
