/** What can be done to a release and to all around it, as commands in any order; after each of them its promises hold. */
import { ServiceError, WorkflowNotFoundError, WorkflowUpdateFailedError } from '@temporalio/client';
import { ApplicationFailure, type UpdateDefinition } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import type { Amendment } from '../../src/domain/release/amendment';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { ResolveAction } from '../../src/domain/release/stages';
import { Secret } from '../../src/http/secret';
import { callbackUrl } from '../../src/localization/callback-address';
import * as messages from '../../src/protocol/messages';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { ReleaseHandle, ReleaseRig } from '../workflows/release-rig';
import { sendCallback } from './callback';
import fc from './fast-check';
import { faultsOf, isPaused, mayBePosted, underWayAt, type ReleaseModel } from './release-model';
import { until } from './until';

export class ReleaseUnderTest {
  #said = 0;

  constructor(
    readonly rig: ReleaseRig,
    readonly started: ReleaseHandle,
  ) {}

  /** Of its newest run. */
  get handle() {
    return this.rig.client.workflow.getHandle(this.started.workflowId);
  }

  get seq(): number {
    return this.rig.sandbox.journal.find().at(-1)?.seq ?? 0;
  }

  get callbackAddress(): string {
    const [, project = '', name = ''] = this.started.workflowId.split('/');
    const addressee = { kind: 'release' as const, project, name };
    return callbackUrl(this.rig.gateway?.url ?? '', new Secret('sandbox-app-secret'), addressee);
  }

  /** A name that nobody else has, so that it can be told what became of what was said. */
  nextSpeaker(): string {
    this.#said += 1;
    return `speaker ${this.#said}`;
  }

  status(): Promise<ReleaseStatus> {
    return until('the release says where it stands', async () => {
      try {
        return await this.handle.query(messages.statusQuery);
      } catch (error) {
        // A run that ends as it is asked, or a worker that is only starting.
        if (error instanceof ServiceError) return null;
        throw error;
      }
    });
  }

  /** Whether it waits, for people or for time: nothing that it does by itself is under way. */
  async calm(): Promise<void> {
    let last = '';
    await until('the release is calm', async () => {
      const { raw, status } = await this.handle.describe();
      if (status.name !== 'RUNNING' && status.name !== 'CONTINUED_AS_NEW') return true;
      const isBusy =
        raw.pendingWorkflowTask !== null ||
        (raw.pendingActivities ?? []).some(({ attempt }) => (attempt ?? 1) < 2);
      const seen = JSON.stringify([isBusy, Number(raw.workflowExecutionInfo?.historyLength), this.seq]);
      const isCalm = !isBusy && seen === last;
      last = seen;
      return isCalm;
    });
  }

  /** What it answers, or why it refuses. A request whose answer was lost is sent again under its id, as the client does. */
  async say<Answer, Said>(
    update: UpdateDefinition<Answer, [Said]>,
    message: Said,
    { twice = false }: { twice?: boolean } = {},
  ): Promise<Answered<Answer>> {
    const updateId = randomUUID();
    const send = async (): Promise<Answered<Answer> | null> => {
      try {
        const sent = await this.handle.startUpdate<Answer, [Said]>(update, {
          args: [message],
          updateId,
          waitForStage: 'ACCEPTED',
        });
        return { answer: await sent.result(), updateId, runId: sent.workflowRunId ?? '', refusal: null };
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return { refusal: 'It has ended.' };
        if (error instanceof WorkflowUpdateFailedError && error.cause instanceof ApplicationFailure)
          return { refusal: error.cause.message };
        if (error instanceof ServiceError) return null;
        throw error;
      }
    };
    const said = await until('it is answered', send, 60_000);
    // One that was refused may be taken now, and is not the same any more.
    if (!twice || said.refusal !== null) return said;
    const again = await until('it is answered again', send, 60_000);
    // One that was taken as the last thing is not known any more.
    const isKnown = again.refusal !== 'It has ended.';
    if (isKnown && JSON.stringify(again.answer) !== JSON.stringify(said.answer))
      throw new Error(`${update.name} was answered otherwise when it was repeated: ${JSON.stringify(again)}`);
    return said;
  }
}

type Answered<Answer> =
  | { refusal: null; answer: Answer; updateId: string; runId: string }
  | { refusal: string; answer?: undefined };

/** One step, with all promises checked after it. */
class Step implements fc.AsyncCommand<ReleaseModel, ReleaseUnderTest> {
  constructor(
    private readonly name: string,
    private readonly act: (model: ReleaseModel, real: ReleaseUnderTest) => Promise<void>,
    private readonly isPossible: (model: Readonly<ReleaseModel>) => boolean = () => true,
  ) {}

  check(model: Readonly<ReleaseModel>): boolean {
    return !model.ended && this.isPossible(model);
  }

  async run(model: ReleaseModel, real: ReleaseUnderTest): Promise<void> {
    await this.act(model, real);
    await keepsItsPromises(model, real);
  }

  toString(): string {
    return this.name;
  }
}

export async function keepsItsPromises(model: ReleaseModel, real: ReleaseUnderTest): Promise<ReleaseStatus> {
  const { rig } = real;
  const texts = new Map(rig.sandbox.social.posts().map(({ postId, text }) => [postId, text]));
  const status = await real.status();
  const faults = faultsOf(model, { status, journal: rig.sandbox.journal.find(), texts });
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const { name } = (await real.handle.describe()).status;
  model.ended = name !== 'RUNNING' && name !== 'CONTINUED_AS_NEW';
  return status;
}

interface Spoken {
  by: string;
}

/** Says it and keeps whether it was taken. */
async function decide<Answer, Said extends Spoken>(
  model: ReleaseModel,
  real: ReleaseUnderTest,
  update: UpdateDefinition<Answer, [Said]>,
  message: Said,
  options: { twice?: boolean } = {},
): Promise<Answered<Answer>> {
  const said = await real.say(update, message, options);
  (said.refusal === null ? model.deciders : model.refused).push(message.by);
  return said;
}

export async function pause(model: ReleaseModel, real: ReleaseUnderTest, twice = false): Promise<void> {
  const said = await decide(model, real, messages.pauseUpdate, { by: real.nextSpeaker() }, { twice });
  if (said.refusal !== null) return;
  const fromSeq = real.seq;
  const run = real.rig.client.workflow.getHandle(real.started.workflowId, said.runId);
  const underWay = underWayAt(await run.fetchHistory(), said.updateId);
  model.pauses.push({ fromSeq, untilSeq: null, underWay });
}

export async function resume(model: ReleaseModel, real: ReleaseUnderTest, twice = false): Promise<void> {
  const wasPaused = isPaused(model);
  const untilSeq = real.seq;
  const { refusal } = await decide(model, real, messages.resumeUpdate, { by: real.nextSpeaker() }, { twice });
  const span = model.pauses.at(-1);
  if (refusal === null && span !== undefined) span.untilSeq = untilSeq;
  if (wasPaused && refusal !== null) throw new Error(`it was paused, and cannot be resumed: ${refusal}`);
}

async function rewrite(model: ReleaseModel, real: ReleaseUnderTest): Promise<void> {
  const by = real.nextSpeaker();
  const text = `Text of ${by}`;
  const sentSeq = real.seq;
  const before = await real.status();
  const announce = { accounts: ['acc_1', 'acc_2'], platforms: [], text };
  const { refusal } = await decide(model, real, messages.amendUpdate, { by, amendment: { announce } });
  const answeredSeq = real.seq;
  if (refusal === null) {
    model.texts.push({ text, sentSeq, answeredSeq });
    return;
  }
  const announceStage = before.stages.find(({ name }) => name === 'announce');
  const isOver = announceStage?.state === 'done' || announceStage?.state === 'skipped';
  const isBeingChecked = before.taskId === null && refusal.includes('still being checked');
  const isBeingSent = refusal.includes('it is being sent at this moment');
  const hasEnded = /^(It has ended|The release (has ended|is ending|is being cancelled))/.test(refusal);
  const isOut = mayBePosted(real.rig.sandbox.journal.find());
  if (!isOver && !isBeingChecked && !isBeingSent && !hasEnded && !isOut)
    throw new Error(`nothing was posted, and the text cannot be amended: ${refusal}`);
}

async function amend(model: ReleaseModel, real: ReleaseUnderTest, amendment: Amendment): Promise<void> {
  await decide(model, real, messages.amendUpdate, { by: real.nextSpeaker(), amendment }, { twice: true });
}

export async function resolve(
  model: ReleaseModel,
  real: ReleaseUnderTest,
  action: ResolveAction,
): Promise<string | null> {
  const { seq } = real;
  const said = await decide(model, real, messages.resolveUpdate, { by: real.nextSpeaker(), action });
  if (said.refusal === null && action === 'retry') model.retriedSeqs.push(seq);
  return said.refusal;
}

async function addLanguage(model: ReleaseModel, real: ReleaseUnderTest, language: string): Promise<void> {
  const by = real.nextSpeaker();
  const said = await real.say(messages.addLanguagesUpdate, { by, languages: [language] }, { twice: true });
  const isAdded = said.refusal === null && said.answer.added.length > 0;
  (isAdded ? model.deciders : model.refused).push(by);
}

async function aTermOf(real: ReleaseUnderTest, place: number): Promise<string> {
  const { taskId } = await real.status();
  const { tasks } = real.rig.sandbox.localization.project('sandbox');
  const terms = tasks.get(taskId ?? '')?.terms ?? [];
  return terms[place % Math.max(terms.length, 1)]?.id ?? 'absent';
}

async function mark(real: ReleaseUnderTest, place: number, removed: boolean): Promise<void> {
  const termIds = [await aTermOf(real, place)];
  await real.say(messages.markTermsUpdate, { by: real.nextSpeaker(), termIds, removed }, { twice: true });
}

async function edit(model: ReleaseModel, real: ReleaseUnderTest, place: number): Promise<void> {
  const by = real.nextSpeaker();
  const termIds = [await aTermOf(real, place)];
  const { refusal } = await real.say(
    messages.editTermsUpdate,
    { by, termIds, edit: { note: `Note of ${by}` } },
    { twice: true },
  );
  if (refusal === null) model.edits += 1;
}

/** Whoever confirms is told of once the service has it. */
export async function confirm(real: ReleaseUnderTest): Promise<void> {
  await real.say(messages.confirmTermsUpdate, { by: real.nextSpeaker() }, { twice: true });
}

export async function cancel(model: ReleaseModel, real: ReleaseUnderTest): Promise<string | null> {
  const { refusal } = await decide(model, real, messages.cancelUpdate, { by: real.nextSpeaker() });
  return refusal;
}

const events = ['scan.completed', 'task.completed', 'publish.completed', 'supplement.completed'] as const;

async function strayCallbacks(real: ReleaseUnderTest, count: number): Promise<void> {
  const { taskId } = await real.status();
  for (let sent = 0; sent < count; sent += 1) {
    const event = events[sent % events.length] ?? 'task.completed';
    await sendCallback(real.callbackAddress, { event, taskId });
  }
}

async function doubledCallback(real: ReleaseUnderTest, event: string): Promise<void> {
  const { taskId } = await real.status();
  const deliveryId = `dlv_${randomUUID()}`;
  await Promise.all([1, 2].map(() => sendCallback(real.callbackAddress, { event, taskId, deliveryId })));
}

async function forgedCallback(real: ReleaseUnderTest, event: string): Promise<void> {
  const { taskId } = await real.status();
  await sendCallback(real.callbackAddress, { event, taskId, secret: 'not the secret' });
  await sendCallback(real.callbackAddress, { event, taskId: 'task_of_before' });
}

/** Somebody may speak to it while nobody works. */
async function restartWorker(
  model: ReleaseModel,
  real: ReleaseUnderTest,
  pausesMeanwhile: boolean,
): Promise<void> {
  await real.rig.stopWorker();
  const paused = pausesMeanwhile ? pause(model, real) : Promise.resolve();
  await real.rig.startWorker();
  await paused;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const publishPost = 'POST /posts/{postId}/publish';
const capped = { code: 'rate_limited', params: { reason: 'daily_publish_cap' } };

const faults: Record<string, FaultRuleInput> = {
  'the publish is refused': { on: 'POST /tasks/publish', do: 'refuse', code: 403 },
  'the reply to the publish is lost': { on: 'POST /tasks/publish', do: 'lose-reply' },
  'the publish fails': { on: 'work publish', do: 'fail', reason: 'out of order', code: 500 },
  'the reply to the creation is lost': { on: 'POST /tasks/create', do: 'lose-reply' },
  'the reply to the confirmation is lost': { on: 'POST /tasks/confirm-terms', do: 'lose-reply' },
  'the reply to the supplement is lost': { on: 'POST /tasks/supplement-translate', do: 'lose-reply' },
  'the reply to the draft is lost': { on: 'POST /posts', do: 'lose-reply' },
  'the draft is refused': { on: 'POST /posts', do: 'refuse', code: 'invalid_input' },
  'the post is refused': { on: publishPost, do: 'refuse', code: 'invalid_input' },
  'the reply to the post is lost': { on: publishPost, do: 'lose-reply' },
  'the daily cap is reached': { on: publishPost, do: 'refuse', ...capped },
  'an account fails': { on: 'target acc_1', do: 'fail', code: 'media_rejected', reason: 'out of order' },
  'publishing is unavailable': { on: 'POST /tasks/publish', do: 'refuse', code: 503, nth: '1-2' },
  'the supplement is unavailable': {
    on: 'POST /tasks/supplement-translate',
    do: 'refuse',
    code: 503,
    nth: '1-2',
  },
  'the confirmation is unavailable': { on: 'POST /tasks/confirm-terms', do: 'refuse', code: 503, nth: '1-2' },
  'the status is unavailable': { on: 'GET /tasks/status', do: 'refuse', code: 503, nth: '1-2' },
};

const step = (
  name: string,
  act: (model: ReleaseModel, real: ReleaseUnderTest) => Promise<void>,
  isPossible?: (model: Readonly<ReleaseModel>) => boolean,
): fc.Arbitrary<fc.AsyncCommand<ReleaseModel, ReleaseUnderTest>> =>
  fc.constant(null).map(() => new Step(name, act, isPossible));

const goOn = (minutes: number) =>
  step(`${minutes} minutes pass`, async (_model, real) => {
    real.rig.sandbox.clock.advance(minutes * MINUTE_MS);
    await real.calm();
  });

/** Whatever comes next would begin now. */
const holdBack = step('pause, and 10 minutes pass', async (model, real) => {
  await pause(model, real);
  real.rig.sandbox.clock.advance(10 * MINUTE_MS);
  await real.calm();
});

const places = [0, 1];
const oneOf = (...arbitraries: fc.Arbitrary<fc.AsyncCommand<ReleaseModel, ReleaseUnderTest>>[]) =>
  fc.oneof(...arbitraries);

/** By how often each should come: a release that is only talked to gets nowhere. */
export const releaseCommands = fc.oneof(
  { weight: 8, arbitrary: oneOf(goOn(1), goOn(10)) },
  { weight: 3, arbitrary: step('confirm', (_model, real) => confirm(real)) },
  {
    weight: 4,
    arbitrary: oneOf(
      holdBack,
      holdBack,
      step('pause', pause),
      step('pause, twice', (m, r) => pause(m, r, true)),
    ),
  },
  {
    weight: 3,
    arbitrary: oneOf(
      step('resume', resume, isPaused),
      step('resume, twice', (model, real) => resume(model, real, true), isPaused),
    ),
  },
  { weight: 3, arbitrary: step('amend the text', rewrite) },
  {
    weight: 2,
    arbitrary: oneOf(
      step('amend publish: false', (model, real) => amend(model, real, { publish: false })),
      step('amend publish: true', (model, real) => amend(model, real, { publish: true })),
      step('amend the deadline', (model, real) => amend(model, real, { terms: { deadline: 5 * DAY_MS } })),
    ),
  },
  {
    weight: 3,
    arbitrary: oneOf(
      step('resolve retry', async (model, real) => {
        await resolve(model, real, 'retry');
      }),
      step('resolve skip', async (model, real) => {
        await resolve(model, real, 'skip');
      }),
    ),
  },
  {
    weight: 2,
    arbitrary: oneOf(...['fr', 'de'].map((code) => step(`add ${code}`, (m, r) => addLanguage(m, r, code)))),
  },
  {
    weight: 2,
    arbitrary: oneOf(
      ...places.flatMap((place) => [
        step(`mark term ${place}`, (_model, real) => mark(real, place, true)),
        step(`restore term ${place}`, (_model, real) => mark(real, place, false)),
        step(`edit term ${place}`, (model, real) => edit(model, real, place)),
      ]),
    ),
  },
  {
    weight: 2,
    arbitrary: oneOf(
      ...events.flatMap((event) => [
        step(`a doubled ${event}`, (_model, real) => doubledCallback(real, event)),
        step(`a forged ${event}`, (_model, real) => forgedCallback(real, event)),
      ]),
      step('12 stray callbacks', (_model, real) => strayCallbacks(real, 12)),
    ),
  },
  {
    weight: 4,
    arbitrary: oneOf(
      ...Object.entries(faults).map(([name, rule]) =>
        step(name, (_model, real) => {
          real.rig.sandbox.faults.add(rule);
          return Promise.resolve();
        }),
      ),
    ),
  },
  {
    weight: 2,
    arbitrary: oneOf(
      step('another worker', (model, real) => restartWorker(model, real, false)),
      step('a pause while no worker runs', (model, real) => restartWorker(model, real, true)),
    ),
  },
  {
    weight: 1,
    arbitrary: oneOf(
      step('cancel', async (model, real) => {
        await cancel(model, real);
      }),
      step('resolve abort', async (model, real) => {
        await resolve(model, real, 'abort');
      }),
    ),
  },
);
