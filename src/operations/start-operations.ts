/** Starting a release, changing what it asks for, and telling what it would do. */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { amendRelease } from '../client/amend-release';
import { checkBeforeStart } from '../client/check-before-start';
import { BadRequest } from '../client/errors';
import { planRelease } from '../client/plan-release';
import { requirePlainAmendment, sentRelease, type SentRelease } from '../client/prepare-release';
import { startRelease } from '../client/start-release';
import { canonicalJson } from '../domain/canonical-json';
import { releaseId } from '../domain/identity';
import type { ReleaseInput } from '../domain/release-input';
import type { TaskCreate, Work } from '../domain/service-work';
import { quotable } from '../domain/visible-text';
import { sourceDigest } from '../localization/operator-proof';
import { messageSchemas, releaseSource } from '../protocol/message-schemas';
import { MOST_BRANCH_CHARACTERS } from '../source/source-branch';
import type { StoreReader, StoreWriter } from '../store/unwritten-store';
import { UnwrittenStore } from '../store/unwritten-store';
import {
  checkingOperation,
  LONG_BOUND_MS,
  operation,
  serviceOperation,
  type BareAccess,
  type Who,
} from './operation';
import { callback, keptCallback, reason, release } from './input-parts';

const sent = z.strictObject({
  file: z.string().min(1).max(4096),
  text: z.string().max(1_000_000),
  directory: z.string().max(4096).nullable(),
  announce: z.boolean(),
  loseLanguages: z.boolean(),
  allowUnlisted: z.boolean(),
  source: releaseSource.nullable(),
});

/** What is only to be judged: it brings its strings along, because nothing of it is kept. */
const judged = {
  release: sent,
  /** How many its strings were read from. */
  files: z.int().nullable(),
  doubts: z.array(z.string()).max(1000),
  contents: z.array(z.string()).max(2),
};

export const startOperations = {
  start: checkingOperation({
    role: 'operate',
    input: z.strictObject({
      release: sent,
      check: z.boolean(),
      announceAgain: z.boolean(),
      branch: z
        .string()
        .max(MOST_BRANCH_CHARACTERS)
        .transform((name) => quotable(name))
        .optional(),
    }),
    boundMs: LONG_BOUND_MS,
    run: async (access, { release: asked, check, announceAgain, branch }, who) => {
      const { client, config, store, archive } = access;
      const read = await inputOf(access, asked, store, null);
      const input = await provenInput(who, branch === undefined ? read : { ...read, branch });
      const notes: string[] = [];
      const { id, outcome } = await startRelease(client, {
        input,
        file: asked.file,
        taskQueue: config.taskQueue,
        store,
        archive,
        announceAgain,
        ...(check && {
          check: async () => {
            const found = await checkBeforeStart({ ...asked, input }, { ...access, temporal: client });
            notes.push(...found);
          },
        }),
      });
      return { id, outcome, notes };
    },
  }),
  /** A task without a release: what the file says of its source, languages and terms, with the checks of a start. */
  createTask: checkingOperation({
    role: 'operate',
    input: z.strictObject({ release: sent, check: z.boolean(), callback }),
    boundMs: LONG_BOUND_MS,
    run: async (access, { release: asked, check, callback: told }, who) => {
      const { client, config, store, works } = access;
      const { spec, source } = await inputOf(access, asked, store, null);
      const of = { ...spec, supplementLanguages: [], publish: false, export: undefined, announce: undefined };
      const input = { spec: of, source };
      const notes = check ? await checkBeforeStart({ ...asked, input }, { ...access, temporal: client }) : [];
      const isKeyed = config.assumptions.readings['client-task-id'] !== 'ignored';
      const work: Work = { ...taskWork(input), isKeyed, ...(await keptCallback(store, told)) };
      return { ...(await works.start(work, who.name())), work, notes };
    },
  }),
  amend: operation({
    role: 'operate',
    input: z.strictObject({
      id: release,
      wanted: sent.nullable(),
      amendment: messageSchemas.amend.shape.amendment.nullable(),
      reason,
    }),
    run: async (access, { id, wanted, amendment, reason: why }, { name }) => {
      const { client, releases, store } = access;
      const by = name();
      if (!access.readsFiles && amendment !== null) requirePlainAmendment(amendment);
      return amendRelease(
        { client, releaseClient: releases, store },
        {
          id,
          by,
          reason: why,
          ...(wanted !== null && { wanted: await inputOf(access, wanted, store, by) }),
          ...(amendment !== null && { amendment }),
        },
      );
    },
  }),
  /** Without a look at Temporal. */
  plan: serviceOperation({
    role: 'read',
    input: z.strictObject({ ...judged, announceAgain: z.boolean(), demandsAnswers: z.boolean() }),
    run: async (access, { announceAgain, demandsAnswers, ...said }) => {
      const { store, asked } = await judgedRelease(access, said);
      return planRelease(asked, { ...access, store, temporal: null, demandsAnswers }, { announceAgain });
    },
  }),
  dryRun: checkingOperation({
    role: 'read',
    input: z.strictObject({ ...judged, announceAgain: z.boolean() }),
    run: async (access, { announceAgain, ...said }) => {
      const { store, asked } = await judgedRelease(access, said);
      return planRelease(asked, { ...access, store, temporal: access.client }, { announceAgain });
    },
  }),
};

/** The same content has the same id, so that no repeat pays for a second task. */
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

async function judgedRelease(
  access: BareAccess,
  { release: asked, contents, ...more }: z.output<z.ZodObject<typeof judged>>,
) {
  const store = new UnwrittenStore(access.store);
  for (const content of contents) await store.put(content);
  const input = await inputOf(access, asked, store, null);
  return { store, asked: { ...asked, ...more, input } };
}

function inputOf(
  { config, readsFiles }: BareAccess,
  asked: SentRelease,
  store: StoreReader & StoreWriter,
  startedBy: string | null,
): Promise<ReleaseInput> {
  if (asked.directory !== null && !readsFiles)
    throw new BadRequest('A gateway cannot read files on your machine. Nothing was done.');
  return sentRelease(asked, { store, rules: config }, startedBy);
}

async function provenInput({ prove }: Who, input: ReleaseInput): Promise<ReleaseInput> {
  const { project, name } = input.spec;
  const about = sourceDigest(input.source);
  const { by, proof } = await prove({ what: 'start', release: { project, name }, about });
  return { ...input, startedBy: by, proof };
}
