import { Secret } from '../../src/http/secret';
import { verifyCallback } from '../../src/localization/verify-callback';
import type { LocalizationClient } from '../../src/localization/localization-client';
import { translateSteps } from '../../src/domain/release/stages';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import { readingsById } from '../../src/sandbox/readings/catalogue';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { until } from '../support/until';
import {
  failureOf,
  listen,
  localizationClient,
  LONG_MS,
  newTask,
  project,
  settledTask,
  startReceiver,
  startStillSandbox,
  type Received,
  type Receiver,
} from './support';

const secret = new Secret(project.appSecret);

let sandbox: Sandbox;
let client: LocalizationClient;
let receiver: Receiver;

beforeEach(async () => {
  sandbox = await startStillSandbox();
  client = localizationClient(sandbox);
  receiver = await startReceiver();
});

const attempts = () => sandbox.journal.find({ kind: 'callback' });

const verdictOn = ({ rawBody, headers }: Received) =>
  verifyCallback({ rawBody, headers }, secret, Date.now());

/** A task that calls back when it has ended, and of its last two sub-steps. */
function endingTask(): Promise<string> {
  const callback_events = ['lqaBatch', 'aiScoringBatch', 'task.completed'];
  return settledTask(sandbox, client, { callback_url: `${receiver.url}/hook?token=t0p`, callback_events });
}

describe('callbacks of a task', () => {
  it('come in order, one for each sub-step, signed and tagged with the trace id of the call', async () => {
    const { data, traceId } = await client.createTask(newTask({ callback_url: receiver.url }));
    sandbox.clock.advance(LONG_MS);
    await until('task.completed', () => receiver.events().includes('task.completed'));
    expect(receiver.events()).toEqual(['term_scan.completed', ...translateSteps, 'task.completed']);
    for (const delivery of receiver.received) {
      expect(verdictOn(delivery)).toMatchObject({
        accepted: true,
        payload: { task_id: data.task_id, trace_id: traceId, error: null },
      });
      expect(delivery.payload).toMatchObject({ project_id: 'sandbox', status: 'SUCCEEDED' });
    }
    const ids = receiver.received.map(({ payload }) => payload.delivery_id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(receiver.received[4]?.payload).toMatchObject({
      detail: { step: 'translateBatch', step_index: 4, rows_done: 4, rows_total: 4 },
    });
  });

  it('say that a person must confirm, and go on once one has', async () => {
    const callback_events = ['term_scan.completed', 'task.completed'];
    const task_id = await settledTask(sandbox, client, {
      auto_apply_terms: false,
      callback_url: receiver.url,
      callback_events,
    });
    await until('term_scan.completed', () => receiver.received.length === 1);
    expect(receiver.received[0]?.payload).toMatchObject({ detail: { requires_confirmation: true } });
    await client.confirmTerms({ task_id });
    sandbox.clock.advance(LONG_MS);
    await until('task.completed', () => receiver.received.length === 2);
    expect(receiver.events()).toEqual(callback_events);
  });

  it('tell of a failure', async () => {
    sandbox.faults.add({ on: 'work translate', do: 'fail', reason: 'no model', code: 502 });
    await settledTask(sandbox, client, { callback_url: receiver.url, callback_events: ['task.failed'] });
    await until('task.failed', () => receiver.received.length === 1);
    expect(receiver.received[0]?.payload).toMatchObject({
      status: 'FAILED',
      error: 'no model',
      detail: { failure_code: 502, failed_stage: 'running' },
    });
  });

  it('are not sent without an address', async () => {
    await settledTask(sandbox, client);
    expect(attempts()).toEqual([]);
  });
});

describe.each(readingsById['callback-signature'])('signed by the reading %s', (reading) => {
  it('are accepted by the verification', async () => {
    sandbox = await startStillSandbox({ readings: { 'callback-signature': reading } });
    client = localizationClient(sandbox);
    await endingTask();
    await until('three callbacks', () => receiver.received.length === 3);
    expect(receiver.received.map(verdictOn)).toMatchObject(Array(3).fill({ accepted: true }));
  });
});

describe('delivery', () => {
  const oneEvent = () =>
    settledTask(sandbox, client, { callback_url: receiver.url, callback_events: ['task.completed'] });

  it('is tried four times, after 16, 32 and 64 s more, with the same id and body', async () => {
    receiver.replies.push(500, 404, 302, 503, 500);
    await oneEvent();
    for (const [attempt, delayMs] of [16_000, 32_000, 64_000].entries()) {
      await until(`attempt ${attempt + 1}`, () => attempts().length === attempt + 1);
      sandbox.clock.advance(delayMs - 1);
      expect(receiver.received).toHaveLength(attempt + 1);
      sandbox.clock.advance(1);
    }
    await until('the last attempt', () => attempts().length === 4);
    sandbox.clock.advance(10 * LONG_MS);
    expect(attempts().map(({ code, answered, ids }) => [code, answered, ids.attempt])).toEqual([
      [500, false, '1'],
      [404, false, '2'],
      [302, false, '3'],
      [503, false, '4'],
    ]);
    expect(receiver.received).toHaveLength(4);
    expect(receiver.received.every(({ path }) => path === '/')).toBe(true);
    expect(new Set(receiver.received.map(({ rawBody }) => rawBody.toString())).size).toBe(1);
    expect(receiver.received.map(verdictOn)).toMatchObject(Array(4).fill({ accepted: true }));
  });

  it('ends with the first 2xx, whichever it is', async () => {
    receiver.replies.push(500, 204);
    await oneEvent();
    await until('the first attempt', () => attempts().length === 1);
    sandbox.clock.advance(16_000);
    await until('the second attempt', () => attempts().length === 2);
    sandbox.clock.advance(10 * LONG_MS);
    expect(attempts().map(({ code, effect }) => [code, effect])).toEqual([
      [500, null],
      [204, 'delivered'],
    ]);
    expect(receiver.received).toHaveLength(2);
  });

  it('is tried again where nobody listens', async () => {
    await settledTask(sandbox, client, {
      callback_url: 'http://127.0.0.1:1/',
      callback_events: ['task.completed'],
    });
    await until('the first attempt', () => attempts().length === 1);
    expect(attempts()).toMatchObject([{ code: 'unreachable', answered: false }]);
    sandbox.clock.advance(16_000);
    await until('the second attempt', () => attempts().length === 2);
  });

  it('holds up neither other tasks nor the closing of the sandbox while a receiver is silent', async () => {
    let silentCalls = 0;
    const silent = await listen(() => (silentCalls += 1));
    await settledTask(sandbox, client, { client_task_id: 'a', callback_url: silent });
    await until('the call that is never answered', () => silentCalls === 1);
    await settledTask(sandbox, client, { client_task_id: 'b', callback_url: receiver.url });
    await until('callbacks of the other task', () => receiver.events().includes('task.completed'));
    const before = attempts().length;
    await sandbox.close();
    // Given up, not waited for until its time was over: that would be on record.
    expect(attempts()).toHaveLength(before);
    expect(silentCalls).toBe(1);
  });

  it('for many tasks at once does not pile up listeners, which Node would take for a leak', async () => {
    const listening = jest.spyOn(EventTarget.prototype, 'addEventListener');
    let silentCalls = 0;
    const silent = await listen(() => (silentCalls += 1));
    for (let task = 1; task <= 12; task += 1) {
      await settledTask(sandbox, client, { client_task_id: String(task), callback_url: silent });
    }
    await until('all are under way', () => silentCalls === 12);
    const signals = listening.mock.contexts.filter((target) => target instanceof AbortSignal);
    listening.mockRestore();
    expect(new Set(signals).size).toBe(signals.length);
  });

  it('keeps the address of the receiver out of the journal', async () => {
    await endingTask();
    await until('three callbacks', () => attempts().length === 3);
    expect(receiver.received[0]?.path).toBe('/hook?token=t0p');
    expect(JSON.stringify(sandbox.journal.find())).not.toMatch(/t0p|hook/);
  });
});

describe('a fault of a callback', () => {
  const under = async (fault: FaultRuleInput): Promise<void> => {
    sandbox.faults.add(fault);
    await endingTask();
  };

  it('drop: it never comes', async () => {
    await under({ on: 'callback aiScoringBatch', do: 'drop' });
    await until('task.completed', () => receiver.events().includes('task.completed'));
    sandbox.clock.advance(10 * LONG_MS);
    expect(receiver.events()).toEqual(['lqaBatch', 'task.completed']);
    const [dropped] = sandbox.journal.find({ kind: 'callback', subject: 'aiScoringBatch' });
    expect(dropped).toMatchObject({ code: 'dropped', fault: 'drop', answered: false });
  });

  it('double: it comes twice, as the same delivery', async () => {
    await under({ on: 'callback aiScoringBatch', do: 'double' });
    await until('four callbacks', () => receiver.received.length === 4);
    expect(receiver.events()).toEqual(['lqaBatch', 'aiScoringBatch', 'aiScoringBatch', 'task.completed']);
    const [, first, second] = receiver.received;
    expect(second?.payload.delivery_id).toBe(first?.payload.delivery_id);
  });

  it('reorder: it comes after the next one of the task', async () => {
    await under({ on: 'callback lqaBatch', do: 'reorder' });
    await until('three callbacks', () => receiver.received.length === 3);
    expect(receiver.events()).toEqual(['aiScoringBatch', 'lqaBatch', 'task.completed']);
    expect(receiver.received.map(verdictOn)).toMatchObject(Array(3).fill({ accepted: true }));
  });

  it('reorder: the last of a task comes all the same', async () => {
    sandbox.faults.add({ on: 'callback task.completed', do: 'reorder' });
    const { data } = await client.createTask(
      newTask({ callback_url: receiver.url, callback_events: ['aiScoringBatch', 'task.completed'] }),
    );
    while (!(await client.taskStatus(data)).data.is_completed) sandbox.clock.advance(100);
    await until('the one before', () => attempts().length === 1);
    sandbox.clock.advance(LONG_MS);
    await until('the one that was held', () => receiver.received.length === 2);
    expect(receiver.events()).toEqual(['aiScoringBatch', 'task.completed']);
  });

  it('late: it comes when that much time of the sandbox has passed', async () => {
    await under({ on: 'callback lqaBatch', do: 'late', ms: 10 * LONG_MS });
    await until('the others', () => receiver.received.length === 2);
    expect(receiver.events()).toEqual(['aiScoringBatch', 'task.completed']);
    sandbox.clock.advance(10 * LONG_MS);
    await until('the late one', () => receiver.received.length === 3);
    expect(receiver.events().at(-1)).toBe('lqaBatch');
  });

  it('forge: it comes, and is not believed', async () => {
    await under({ on: 'callback aiScoringBatch', do: 'forge' });
    await until('three callbacks', () => receiver.received.length === 3);
    expect(receiver.received.map(verdictOn)).toMatchObject([
      { accepted: true },
      { accepted: false, reason: 'forged' },
      { accepted: true },
    ]);
  });
});

describe('guarded callback addresses', () => {
  beforeEach(async () => {
    sandbox = await startStillSandbox({ guardCallbackAddresses: true });
    client = localizationClient(sandbox);
  });

  it('are refused on this machine and on private networks', async () => {
    for (const callback_url of [receiver.url, 'http://localhost/', 'https://10.1.2.3/', 'http://[::1]:80/']) {
      expect(await failureOf(client.createTask(newTask({ callback_url })))).toMatchObject({ code: 400 });
    }
    expect(sandbox.localization.project('sandbox').tasks.size).toBe(0);
  });

  it('are taken on the Internet', async () => {
    const { data } = await client.createTask(newTask({ callback_url: 'https://hooks.example.com/x' }));
    expect(data.task_id).toMatch(/^task_/);
  });
});
