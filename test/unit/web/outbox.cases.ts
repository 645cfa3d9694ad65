import { Outbox, type QueuedChange, unsaved, type Verdict } from '../../../web/review/saving/outbox';
import type { Change } from '../../../web/review/sheet';

const change = (id: string): Change => ({ kind: 'edit', termIds: [id], edit: { score: 1 } });

/** A gateway that answers as the test says, request by request. */
class Gateway {
  readonly asked: string[] = [];
  readonly keys: string[] = [];
  readonly refusals: string[] = [];
  kept: readonly QueuedChange[] = [];
  writes = 0;
  #answers: (Verdict | 'saved')[] = [];

  constructor(...answers: (Verdict | 'saved')[]) {
    this.#answers = answers;
  }

  outbox(): Outbox {
    return new Outbox({
      send: ({ termIds }, key) => {
        this.asked.push(termIds.join());
        this.keys.push(key);
        const answer = this.#answers.shift() ?? 'saved';
        return answer === 'saved' ? Promise.resolve() : Promise.reject(new Error(answer));
      },
      verdictOn: (error) => (error as Error).message as Verdict,
      refused: ({ termIds }) => this.refusals.push(termIds.join()),
      storage: { read: () => [...this.kept], write: (queue) => this.#write(queue) },
    });
  }

  #write(queue: readonly QueuedChange[]): void {
    this.kept = queue;
    this.writes += 1;
  }
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());
const later = (ms = 0): Promise<void> => jest.advanceTimersByTimeAsync(ms);

it('saves one change after the other, in their order', async () => {
  const gateway = new Gateway();
  const outbox = gateway.outbox();
  for (const id of ['a', 'b', 'c']) outbox.addAll([change(id)]);
  await later();
  expect(gateway.asked).toEqual(['a', 'b', 'c']);
  expect(unsaved(outbox.queue.value)).toEqual([]);
  expect(gateway.kept).toEqual([]);
});

it('takes many changes at one stroke', async () => {
  const gateway = new Gateway('stop');
  const outbox = gateway.outbox();
  let looks = 0;
  const stop = outbox.queue.subscribe(() => (looks += 1));
  const ids = Array.from({ length: 5000 }, (_, index) => String(index));
  outbox.addAll(ids.map(change));
  stop();
  expect(looks).toBe(2);
  expect(outbox.queue.value.flatMap(({ change: { termIds } }) => termIds)).toEqual(ids);
  expect(gateway.writes).toBe(1);
  await later();
});

it('sends what may have been done under the same key, and what surely failed under a new one', async () => {
  const gateway = new Gateway('again', 'anew', 'again');
  gateway.outbox().addAll([change('a'), change('b')]);
  await later(60_000);
  expect(gateway.asked).toEqual(['a', 'a', 'a', 'a', 'b']);
  const [first, again, anew, once, other] = gateway.keys;
  expect(again).toBe(first);
  expect(anew).not.toBe(first);
  expect(once).toBe(anew);
  expect(new Set([first, anew, other]).size).toBe(3);
  expect(gateway.kept).toEqual([]);
});

it('sends what an earlier page has left under the key that it had', async () => {
  const gateway = new Gateway('stop');
  gateway.outbox().addAll([change('a')]);
  await later();
  gateway.outbox();
  await later();
  expect(gateway.asked).toEqual(['a', 'a']);
  expect(gateway.keys[1]).toBe(gateway.keys[0]);
});

it('keeps what it cannot save and tries again, ever more slowly, until it can', async () => {
  const gateway = new Gateway('again', 'again');
  const outbox = gateway.outbox();
  outbox.addAll([change('a')]);
  outbox.addAll([change('b')]);
  await later();
  expect(outbox.trouble.value).toEqual({ message: 'again', retries: true });
  expect(gateway.kept).toHaveLength(2);
  await later(1000);
  expect(gateway.asked).toEqual(['a', 'a']);
  await later(1999);
  expect(gateway.asked).toEqual(['a', 'a']);
  await later(1);
  expect(gateway.asked).toEqual(['a', 'a', 'a', 'b']);
  expect(outbox.trouble.value).toBeNull();
  expect(gateway.kept).toEqual([]);
});

it('tries at once when it hears that the gateway is back', async () => {
  const gateway = new Gateway('again');
  const outbox = gateway.outbox();
  outbox.addAll([change('a')]);
  await later();
  outbox.resume();
  await later();
  expect(gateway.asked).toEqual(['a', 'a']);
});

it('sends what an earlier page has left', async () => {
  const before = new Gateway('stop');
  before.outbox().addAll([change('a')]);
  await later();
  const gateway = new Gateway();
  gateway.kept = before.kept;
  gateway.outbox();
  await later();
  expect(gateway.asked).toEqual(['a']);
});

it('stops where a person is needed, and loses nothing', async () => {
  const gateway = new Gateway('stop');
  const outbox = gateway.outbox();
  outbox.addAll([change('a')]);
  await later(60_000);
  expect(gateway.asked).toEqual(['a']);
  expect(outbox.trouble.value).toEqual({ message: 'stop', retries: false });
  outbox.resume();
  await later();
  expect(gateway.asked).toEqual(['a', 'a']);
  expect(outbox.trouble.value).toBeNull();
});

it('gives up what is refused, says so, and goes on with the rest', async () => {
  const gateway = new Gateway('refused');
  const outbox = gateway.outbox();
  outbox.addAll([change('a')]);
  outbox.addAll([change('b')]);
  await later();
  expect(gateway.refusals).toEqual(['a']);
  expect(gateway.asked).toEqual(['a', 'b']);
  expect(unsaved(outbox.queue.value)).toEqual([]);
});

it('shows a saved change until a list has come that was read after it', async () => {
  const outbox = new Gateway().outbox();
  const beforeSave = outbox.saves;
  outbox.addAll([change('a')]);
  await later();
  outbox.settle(beforeSave);
  expect(outbox.queue.value).toHaveLength(1);
  outbox.settle(outbox.saves);
  expect(outbox.queue.value).toEqual([]);
});

it('can be told to discard what it could not save', async () => {
  const gateway = new Gateway('stop');
  const outbox = gateway.outbox();
  outbox.addAll([change('a')]);
  await later();
  outbox.discard();
  expect(outbox.queue.value).toEqual([]);
  expect(gateway.kept).toEqual([]);
});

it('has the last change that was refused, for whoever takes it', async () => {
  const outbox = new Gateway('saved', 'refused').outbox();
  outbox.addAll([change('a')]);
  outbox.addAll([change('b')]);
  await later();
  expect(outbox.lastRefusal.value).toEqual(change('b'));
});
