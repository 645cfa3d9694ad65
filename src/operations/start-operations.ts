import { createHash } from 'node:crypto';
import * as z from 'zod';
import { amended, amendRelease } from '../client/releases/amend-release';
import { checkBeforeAmendment, checkBeforeStart, type StartAccess } from '../client/plans/check-before-start';
import { BadRequest } from '../client/errors';
import { planRelease } from '../client/plans/plan-release';
import {
  prepareRelease,
  prepareReleaseText,
  requirePlainDirectory,
  sentRelease,
  sentReleaseSchema,
  type PreparedRelease,
  type RequestedRelease,
  type SentRelease,
} from '../client/plans/prepare-release';
import { startRelease } from '../client/releases/start-release';
import { canonicalJson } from '../domain/text/canonical-json';
import { releaseId } from '../domain/release/identity';
import type { ReleaseInput } from '../domain/release/release-input';
import { work, type TaskCreate, type Work } from '../domain/work-schema';
import { quotable } from '../domain/text/visible-text';
import { sourceDigest } from '../localization/operator-proof';
import { messageSchemas } from '../protocol/message-schemas';
import { MOST_BRANCH_CHARACTERS } from '../source/source-branch';
import { type StoreReader, type StoreWriter, UnwrittenStore } from '../store/unwritten-store';
import { onBoth, LARGE_BODY_BYTES, LONG_BOUND_MS, onTemporal, onServices, type Who } from './operation';
import type { BareAccess, OperationAccess, ServiceAccess } from '../client/access';
import { callback, storedCallback, reason, release } from './input-parts';
import * as api from '../protocol/draft-api';

/** A release that is only planned brings its strings along, because nothing of it is stored. */
const judged = {
  release: sentReleaseSchema,
  files: z.int().nullable(),
  doubts: z.array(z.string()).max(1000),
  contents: z.array(z.string()).max(2),
  announceAgain: z.boolean(),
};

export const startOperations = {
  start: onBoth.act({
    summary: 'Start a release whose strings were sent before, or attach to it where it is under way',
    input: z.strictObject({
      release: sentReleaseSchema,
      check: z.boolean(),
      announceAgain: z.boolean(),
      branch: z
        .string()
        .max(MOST_BRANCH_CHARACTERS)
        .transform((name) => quotable(name))
        .exactOptional(),
    }),
    output: api.startedDraft,
    boundMs: LONG_BOUND_MS,
    run: async (access, { release: requested, branch, ...rest }, who) => {
      const read = await inputOf(access, requested, access.store, null);
      const input = branch === undefined ? read : { ...read, branch };
      return begin(access, { ...requested, input }, who, { ...rest, file: requested.file });
    },
  }),
  startFromText: onBoth.act({
    summary:
      'Start a release from the text of its file, or attach to it if it already exists with the same content',
    repeatsSafely: true,
    bodyBytes: LARGE_BODY_BYTES,
    boundMs: LONG_BOUND_MS,
    tool: {
      name: 'start_release',
      title: 'Start a release',
      description:
        'Starts a release, or attaches to it if it already exists with the same content. It translates, publishes and announces: this costs money and is seen by others.',
    },
    input: z.strictObject({
      file: z.string().min(1).max(4000).exactOptional().describe('path of a release file on this machine'),
      release: z
        .string()
        .min(1)
        .max(500_000)
        .exactOptional()
        .describe('instead of file: the text of a release file, in YAML or JSON'),
      strings: z
        .record(z.string(), z.string())
        .exactOptional()
        .describe('with release: the source strings by their string_id, in place of source.file'),
    }),
    output: api.startedDraft,
    run: async (access, request, who) => {
      const { input, doubts } = await prepared(access, request, who);
      const requested = { file: request.file ?? 'release', text: request.release ?? '', input };
      const { notes, ...started } = await begin(access, requested, who, { check: true });
      return { ...started, notes: [...doubts, ...notes] };
    },
  }),
  createTask: onBoth.act({
    summary: 'Create a translation task without a release',
    input: z.strictObject({ release: sentReleaseSchema, check: z.boolean(), callback }),
    output: z.object({ joined: z.boolean(), work, notes: z.array(z.string()) }),
    boundMs: LONG_BOUND_MS,
    run: async (access, { release: requested, check, callback: callbackRequest }, who) => {
      const { client, config, store, works } = access;
      const { spec, source } = await inputOf(access, requested, store, null);
      const of = { ...spec, supplementLanguages: [], publish: false, export: undefined, announce: undefined };
      const input = { spec: of, source };
      const notes = check
        ? await checkBeforeStart({ ...requested, input }, { ...access, temporal: client })
        : [];
      const isKeyed = config.assumptions.readings['client-task-id'] !== 'ignored';
      const planned: Work = {
        ...taskWork(input),
        isKeyed,
        ...(await storedCallback(store, callbackRequest)),
      };
      return { ...(await works.start(planned, who.name())), work: planned, notes };
    },
  }),
  amend: onTemporal.act({
    summary: 'Change what a release has not done yet',
    input: z.strictObject({
      id: release,
      wanted: sentReleaseSchema.nullable().default(null),
      amendment: messageSchemas.amend.shape.amendment.nullable().default(null),
      reason,
    }),
    output: amended,
    run: async (access, { id, wanted, amendment, reason: why }, { name }) => {
      const by = name();
      if (!access.readsFiles && amendment !== null) requirePlainDirectory(amendment, 'Nothing was changed.');
      const requested = wanted === null ? null : await inputOf(access, wanted, access.store, by);
      if (wanted !== null && requested !== null) checkBeforeAmendment(wanted, requested);
      return amendRelease(access, {
        id,
        by,
        reason: why,
        ...(requested !== null && { wanted: requested }),
        ...(amendment !== null && { amendment }),
      });
    },
  }),
  plan: onServices.read({
    summary: 'Get what a release would do, what stops it and what it costs, without a look at Temporal',
    bodyBytes: LARGE_BODY_BYTES,
    input: z.strictObject({ ...judged, demandsAnswers: z.boolean() }),
    output: api.releasePlan,
    run: (access, { demandsAnswers, ...rest }) =>
      planJudged({ ...access, temporal: null, demandsAnswers }, rest),
  }),
  dryRun: onBoth.read({
    summary: 'Get what a start would do, and whether the release is under way already',
    bodyBytes: LARGE_BODY_BYTES,
    input: z.strictObject(judged),
    output: api.releasePlan,
    run: (access, input) => planJudged({ ...access, temporal: access.client }, input),
  }),
};

/** Starts a release in the caller's name, with a signed proof if possible. */
export async function begin(
  access: OperationAccess,
  { input: read, ...requested }: Pick<RequestedRelease, 'file' | 'text' | 'input'>,
  { prove }: Who,
  { check, announceAgain = false, file }: { check: boolean; announceAgain?: boolean; file?: string },
) {
  const { client, config, store, archive } = access;
  const { project, name } = read.spec;
  const about = sourceDigest(read.source);
  const { by, proof } = await prove({ what: 'start', release: { project, name }, about });
  const input = { ...read, startedBy: by, proof };
  const notes: string[] = [];
  const { id, outcome, amended } = await startRelease(client, {
    input,
    taskQueue: config.taskQueue,
    store,
    archive,
    announceAgain,
    ...(file && { file }),
    ...(check && {
      check: async () => {
        notes.push(...(await checkBeforeStart({ ...requested, input }, { ...access, temporal: client })));
      },
    }),
  });
  return { id, outcome, notes: [...notes, ...amended] };
}

async function prepared(
  { store, readsFiles, config }: BareAccess,
  { file, release: text, strings = null }: { file?: string; release?: string; strings?: Strings },
  { name }: Who,
): Promise<Pick<PreparedRelease, 'input' | 'doubts'>> {
  if (file !== undefined && text === undefined && readsFiles)
    return prepareRelease(file, { store, config }, name());
  if (text !== undefined && file === undefined)
    return { input: await prepareReleaseText({ text, strings }, store, name(), config), doubts: [] };
  throw new BadRequest(
    readsFiles
      ? 'Name either the file of the release, or its text as "release". Nothing was started.'
      : 'This server cannot read files on your machine. Send the text of the release file as "release", and its strings as "strings". Nothing was started.',
  );
}

type Strings = Readonly<Record<string, string>> | null;

/** The same content gives the same id, so that no repeat pays for a second task. */
function taskWork({ spec, source }: Pick<ReleaseInput, 'spec' | 'source'>): Omit<TaskCreate, 'isKeyed'> {
  const { project, name, targetLanguages, terms } = spec;
  const autoApplyTerms = !(terms.scan && terms.confirmation === 'operator');
  const task = { source, targetLanguages, scanTerms: terms.scan, autoApplyTerms };
  const digest = createHash('sha256').update(canonicalJson(task)).digest('hex');
  return {
    kind: 'create',
    project,
    name,
    clientTaskId: `${releaseId({ project, name })}/${digest}`,
    ...task,
  };
}

async function planJudged(
  access: ServiceAccess & Pick<StartAccess, 'temporal' | 'demandsAnswers'>,
  { release: requested, contents, announceAgain, ...more }: z.output<z.ZodObject<typeof judged>>,
) {
  const store = new UnwrittenStore(access.store);
  for (const content of contents) await store.put(content);
  const input = await inputOf(access, requested, store, null);
  return planRelease({ ...requested, ...more, input }, { ...access, store }, { announceAgain });
}

function inputOf(
  { config, readsFiles }: BareAccess,
  requested: SentRelease,
  store: StoreReader & StoreWriter,
  startedBy: string | null,
): Promise<ReleaseInput> {
  if (requested.directory !== null && !readsFiles)
    throw new BadRequest('A gateway cannot read files on your machine. Nothing was done.');
  return sentRelease(requested, { store, rules: config }, startedBy);
}
