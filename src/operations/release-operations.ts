/** What is asked of releases that are there, and said to them. */
import * as z from 'zod';
import { addLanguages } from '../client/add-languages';
import { explainOrRecall } from '../client/archived-story';
import { listReleases } from '../client/list-releases';
import { pastReleases } from '../client/past-releases';
import { readReleaseSource } from '../client/release-source';
import { languageDoubts } from '../client/unlisted-languages';
import { releasesToRetry } from '../client/waiting-releases';
import { messageSchemas } from '../protocol/message-schemas';
import { LONG_BOUND_MS, operation, serviceOperation } from './operation';
import { limit, project, release, state, text } from './input-parts';

const { resolve, cancel, pause, resume, addLanguages: more } = messageSchemas;
const by = { by: true } as const;

export const releaseOperations = {
  status: operation({
    role: 'read',
    input: z.strictObject({ id: release }),
    run: ({ releases, config }, { id }) => releases.status(id, config),
  }),
  list: operation({
    role: 'read',
    input: z.strictObject({
      state: state.exactOptional(),
      project: project.exactOptional(),
      all: z.boolean().default(false),
      limit,
    }),
    run: (access, { limit: most, ...filter }) => listReleases(access, filter, most),
  }),
  explain: operation({
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
    role: 'read',
    input: z.strictObject({ project: project.optional(), cause: text.optional() }),
    run: ({ releases }, { project: of, cause }) => releasesToRetry(releases, { project: of, cause }),
  }),
  pastReleases: serviceOperation({
    role: 'read',
    input: z.strictObject({ project }),
    run: ({ archive }, said) => pastReleases(archive, said.project),
  }),
  languageDoubts: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, languages: more.shape.languages }),
    run: (access, said) => languageDoubts(access, said.project, said.languages),
  }),
  addLanguages: operation({
    role: 'operate',
    input: z.strictObject({ id: release, ...more.omit(by).shape }),
    run: ({ client, releases, config }, said, { name }) =>
      addLanguages({ client, releaseClient: releases, taskQueue: config.taskQueue }, { ...said, by: name() }),
  }),
  resolve: operation({
    role: 'operate',
    input: z.strictObject({ id: release, ...resolve.omit(by).shape }),
    boundMs: LONG_BOUND_MS,
    run: ({ releases }, { id, ...said }, { name }) => releases.resolve(id, { by: name(), ...said }),
  }),
  cancel: operation({
    role: 'operate',
    input: z.strictObject({ id: release, ...cancel.omit(by).shape }),
    run: ({ releases }, { id, ...said }, { name }) => releases.cancel(id, { by: name(), ...said }),
  }),
  pause: operation({
    role: 'operate',
    input: z.strictObject({ id: release, ...pause.omit(by).shape }),
    run: ({ releases }, { id, ...said }, { name }) => releases.pause(id, { by: name(), ...said }),
  }),
  resume: operation({
    role: 'operate',
    input: z.strictObject({ id: release, ...resume.omit(by).shape }),
    run: ({ releases }, { id, ...said }, { name }) => releases.resume(id, { by: name(), ...said }),
  }),
};
