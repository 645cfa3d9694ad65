/** What is asked of releases that are there, and said to them. */
import * as z from 'zod';
import { addLanguages } from '../client/add-languages';
import { explainOrRecall } from '../client/archived-story';
import { listReleases } from '../client/list-releases';
import { pastReleases } from '../client/past-releases';
import { releaseHistory } from '../client/release-history';
import { readReleaseSource } from '../client/release-source';
import { languageDoubts } from '../client/unlisted-languages';
import { releasesToRetry } from '../client/waiting-releases';
import { viewSchema } from '../domain/status';
import { retryPlan } from '../protocol/accounts-api';
import * as api from '../protocol/console-api';
import { messageSchemas } from '../protocol/message-schemas';
import { LONG_BOUND_MS, operation, serviceOperation, storeOperation } from './operation';
import { limit, project, release, state, text } from './input-parts';

const { resolve, cancel, pause, resume, addLanguages: more } = messageSchemas;
const by = { by: true } as const;

export const releaseOperations = {
  status: operation({
    summary: 'Get where a release stands: state, stages, what it waits for, files, problem and what to do',
    role: 'read',
    input: z.strictObject({ id: release }),
    output: viewSchema,
    tool: { name: 'release_status', title: 'Status of a release' },
    run: ({ releases, config }, { id }) => releases.status(id, config),
  }),
  list: operation({
    summary: 'List the newest releases, also those that Temporal has forgotten',
    role: 'read',
    input: z.strictObject({ state: state.exactOptional(), project: project.exactOptional(), limit }),
    run: (access, { limit: most, ...filter }) => listReleases(access, filter, most),
  }),
  history: operation({
    summary: 'List the releases and rollbacks that have ended, the latest first',
    role: 'read',
    input: z.strictObject({ project: project.exactOptional(), limit }),
    run: (access, said) => releaseHistory(access, said),
  }),
  explain: operation({
    summary: 'Get what happened to a release, event by event',
    role: 'read',
    input: z.strictObject({ id: release }),
    run: ({ client, archive }, { id }) => explainOrRecall(client, archive, id),
  }),
  source: operation({
    role: 'read',
    input: z.strictObject({ id: release }),
    run: (access, { id }) => readReleaseSource(access, id),
  }),
  releasesToRetry: operation({
    summary: 'List the parked and partial releases that can be tried again, with their causes',
    role: 'read',
    input: z.strictObject({ project: project.optional(), cause: text.optional() }),
    output: retryPlan,
    run: ({ releases }, { project: of, cause }) => releasesToRetry(releases, { project: of, cause }),
  }),
  pastReleases: storeOperation({
    summary: "Get how long the stages of a project's earlier releases took, the newest first",
    role: 'read',
    input: z.strictObject({ project }),
    output: api.pastReleases,
    run: ({ archive }, said) => pastReleases(archive, said.project),
  }),
  languageDoubts: serviceOperation({
    summary: 'Get what speaks against languages: codes that the service does not list',
    role: 'read',
    input: z.strictObject({ project, languages: more.shape.languages }),
    run: (access, said) => languageDoubts(access, said.project, said.languages),
  }),
  addLanguages: operation({
    summary: 'Add languages to a release, which are translated after the others',
    role: 'operate',
    input: z.strictObject({ id: release, languages: more.shape.languages }),
    run: ({ client, releases, config }, said, { name }) =>
      addLanguages({ client, releaseClient: releases, taskQueue: config.taskQueue }, { ...said, by: name() }),
  }),
  resolve: operation({
    summary: 'Decide on a parked or partial release: retry, skip or abort, with the reason',
    role: 'operate',
    input: z.strictObject({ id: release, ...resolve.omit(by).shape }),
    output: api.outcome,
    boundMs: LONG_BOUND_MS,
    tool: { name: 'resolve_release', title: 'Decide on a parked release', needs: ['reason'] },
    run: ({ releases }, { id, ...said }, { name }) => releases.resolve(id, { by: name(), ...said }),
  }),
  cancel: operation({
    summary: 'Cancel a release; what was done is not undone',
    role: 'operate',
    repeatsSafely: true,
    input: z.strictObject({ id: release, ...cancel.omit(by).shape }),
    output: api.cancelledRelease,
    run: ({ releases }, { id, ...said }, { name }) => releases.cancel(id, { by: name(), ...said }),
  }),
  pause: operation({
    summary: 'Pause a release: nothing irreversible begins until it is resumed',
    role: 'operate',
    input: z.strictObject({ id: release, ...pause.omit(by).shape }),
    output: api.outcome,
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.pause(id, { by: name(), ...said }),
  }),
  resume: operation({
    summary: 'Let a paused release go on',
    role: 'operate',
    input: z.strictObject({ id: release, ...resume.omit(by).shape }),
    output: api.outcome,
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.resume(id, { by: name(), ...said }),
  }),
};
