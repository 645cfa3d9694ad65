import * as z from 'zod';
import { addLanguages } from '../client/releases/add-languages';
import { explainOrRecall } from '../client/stories/read-story';
import { listReleases, releaseList } from '../client/releases/list-releases';
import { pastReleases } from '../client/releases/past-releases';
import { readReleaseSource } from '../client/releases/release-source';
import type { StoryEntry } from '../client/stories/story-from-history';
import { releasesToRetry } from '../client/releases/waiting-releases';
import { viewSchema } from '../domain/release/status';
import type { Note } from '../localization/snapshot-text';
import { retryPlan } from '../protocol/accounts-api';
import * as api from '../protocol/console-api';
import { messageSchemas } from '../protocol/message-schemas';
import { resolveUpdate } from '../protocol/messages';
import { parseReleaseName } from '../client/releases/release-name';
import { readReport, type ReleaseReport } from '../client/records/release-report';
import { type VerifiedRecord, verifyRecords } from '../client/records/verify-records';
import { canonicalJson } from '../domain/text/canonical-json';
import { onBoth, LONG_BOUND_MS, onTemporal, onStore } from './operation';
import { demandProject, limit, project, release, state, text, outline } from './input-parts';

const { resolve, cancel, pause, resume, addLanguages: more } = messageSchemas;
const by = { by: true } as const;
const decision = { output: api.outcome, boundMs: LONG_BOUND_MS } as const;

export const releaseOperations = {
  status: onTemporal.quickRead({
    summary: 'Get where a release stands: state, stages, what it waits for, files, problem and what to do',
    input: z.strictObject({ id: release }),
    output: viewSchema,
    tool: { name: 'release_status', title: 'Status of a release' },
    run: ({ releases, config }, { id }) => releases.status(id, config),
  }),
  list: onTemporal.read({
    summary: 'List the newest releases, also those that Temporal has forgotten',
    input: z.strictObject({
      state: state.exactOptional(),
      project: project.exactOptional(),
      all: z.boolean().default(false),
      limit,
    }),
    output: releaseList,
    run: async (access, { limit: most, ...filter }) => {
      const found = await listReleases(access, filter, most);
      if (found.releases.length === 0) demandProject(access.config, filter.project);
      return found;
    },
  }),
  explain: onTemporal.read({
    summary: 'Get what happened to a release, event by event',
    input: z.strictObject({ id: release }),
    output: z.object({
      archived: z.boolean(),
      story: z.array(outline<StoryEntry>()({ kind: z.string(), at: z.string() })),
    }),
    run: ({ client, archive }, { id }) => explainOrRecall(client, archive, id),
  }),
  source: onTemporal.read({
    summary:
      'Get the strings that a release was started with, what is said of them, and the format of their files',
    input: z.strictObject({ id: release }),
    output: z.object({
      strings: z.array(z.object({ string_id: z.string(), content: z.string() })).nullable(),
      notes: z.record(z.string(), outline<Note>()({})),
      format: z.string().nullable(),
    }),
    run: (access, { id }) => readReleaseSource(access, id),
  }),
  releasesToRetry: onTemporal.read({
    summary: 'List the parked and partial releases that can be tried again, with their causes',
    input: z.strictObject({ project: project.optional(), cause: text.optional() }),
    output: retryPlan,
    run: async ({ releases, config }, { project: of, cause }) => {
      const found = await releasesToRetry(releases, { project: of, cause });
      if (found.length === 0) demandProject(config, of);
      return found;
    },
  }),
  pastReleases: onStore.read({
    summary: "Get how long the stages of a project's earlier releases took, the newest first",
    input: z.strictObject({ project }),
    output: api.pastReleases,
    run: ({ archive }, input) => pastReleases(archive, input.project),
  }),
  addLanguages: onBoth.act({
    summary: 'Add languages to a release, which are translated after the others',
    input: z.strictObject({ id: release, ...more.omit(by).shape, allowUnlisted: z.boolean() }),
    output: z.object({ added: z.array(z.string()), warnings: z.array(z.string()) }),
    run: (access, input, { name }) => addLanguages(access, { ...input, by: name() }),
  }),
  resolve: onTemporal.act({
    ...decision,
    summary: 'Decide on a parked or partial release: retry, skip or abort, with the reason',
    input: z.strictObject({ id: release, ...resolve.omit(by).shape }),
    tool: { name: 'resolve_release', title: 'Decide on a parked release', needs: ['reason'] },
    run: ({ releases }, { id, ...rest }, { name }) =>
      releases.executeUpdate(id, resolveUpdate, { by: name(), ...rest }),
  }),
  cancel: onTemporal.act({
    summary: 'Cancel a release; what was done is not undone',
    input: z.strictObject({ id: release, ...cancel.omit(by).shape }),
    output: api.cancelledRelease,
    run: ({ releases }, { id, ...rest }, { name }) => releases.cancel(id, { by: name(), ...rest }),
  }),
  pause: onTemporal.act({
    ...decision,
    summary: 'Pause a release: nothing irreversible begins until it is resumed',
    input: z.strictObject({ id: release, ...pause.omit(by).shape }),
    run: ({ releases }, { id, ...rest }, { name }) => releases.pause(id, { by: name(), ...rest }),
  }),
  resume: onTemporal.act({
    ...decision,
    summary: 'Let a paused release go on',
    input: z.strictObject({ id: release, ...resume.omit(by).shape }),
    run: ({ releases }, { id, ...rest }, { name }) => releases.resume(id, { by: name(), ...rest }),
  }),
  report: onStore.read({
    summary: 'Get the record that stays of a release: its manifest, and the report made of it',
    input: z.strictObject({ id: release }),
    output: z.object({
      faults: z.array(z.string()),
      manifest: z.string().describe('as it is kept: its checksums are of these bytes'),
      content: z
        .string()
        .describe('the part of it that has the same bytes whenever content and replies are the same'),
      report: outline<ReleaseReport>()({ title: z.string(), state: z.string() }),
    }),
    run: async (access, { id }) => {
      const kept = await access.archive.demand(parseReleaseName(id));
      return {
        faults: kept.faults,
        manifest: kept.bytes.toString('utf8'),
        content: canonicalJson(kept.manifest.content),
        report: await readReport(access, kept),
      };
    },
  }),
  verifyRecords: onStore.read({
    summary: 'Check the records of a release: their checksums, signatures and files',
    input: z.strictObject({ id: release }),
    output: z.object({
      id: z.string(),
      records: z.array(
        outline<VerifiedRecord>()({ key: z.string(), signature: z.string(), faults: z.array(z.string()) }),
      ),
    }),
    run: (access, { id }) =>
      verifyRecords(access, parseReleaseName(id), { demandSignature: access.config.verifyKeys.length > 0 }),
  }),
};
