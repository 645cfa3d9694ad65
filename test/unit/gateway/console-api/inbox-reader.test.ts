import { InboxReader } from '../../../../src/gateway/console-api/inbox-reader';
import { roughItem } from '../../../../src/gateway/console-api/inbox-items';
import type { ReleaseRow } from '../../../../src/client/release-row';
import type { InboxItem } from '../../../../src/protocol/console-api';

const START_MS = Date.UTC(2026, 0, 1);

/** Releases `r0`, `r1` and so on, of which the first has waited longest, listed newest first as Temporal does. */
class Waiting {
  rows: ReleaseRow[];
  asked: string[] = [];
  askMs = 0;
  #nowMs = 0;
  say: (row: ReleaseRow) => InboxItem | null = (row) => ({ ...roughItem(row), what: `exactly ${row.name}` });
  readonly reader = new InboxReader({
    rows: () => Promise.resolve({ rows: this.rows, waiting: this.rows.length }),
    ask: async (row) => {
      this.asked.push(row.name);
      this.#nowMs += this.askMs;
      await Promise.resolve();
      return this.say(row);
    },
    nowMs: () => this.#nowMs,
  });

  constructor(count: number) {
    this.rows = Array.from({ length: count }, (_, index) => rowOf(index)).reverse();
  }

  /** What was asked in a look, and what came out. */
  async look() {
    this.asked = [];
    this.#nowMs += 1;
    const answer = await this.reader.read();
    return { ...answer, asked: this.asked };
  }
}

function rowOf(index: number): ReleaseRow {
  const waitingSince = new Date(START_MS + index * 60_000).toISOString();
  return {
    id: `r${index}`,
    project: 'default',
    name: `r${index}`,
    state: 'waiting',
    stage: 'confirm',
    waitingFor: 'terms',
    waitingSince,
    heldFor: null,
    startedAt: waitingSince,
  };
}

const names = (items: readonly InboxItem[]): string[] => items.map(({ name }) => name);
const exact = (items: readonly InboxItem[]): string[] =>
  names(items.filter(({ what }) => what.startsWith('exactly')));
const upTo = (count: number, from = 0): string[] =>
  Array.from({ length: count - from }, (_, index) => `r${from + index}`);

it('asks every release where there are few, and again at the next look', async () => {
  const waiting = new Waiting(3);
  for (let look = 0; look < 2; look += 1) {
    const { items, asked, waiting: total, unread } = await waiting.look();
    expect(exact(items)).toEqual(['r0', 'r1', 'r2']);
    expect([...asked].sort()).toEqual(['r0', 'r1', 'r2']);
    expect([total, unread]).toEqual([3, 0]);
  }
});

it('asks all within its time, however many', async () => {
  const waiting = new Waiting(500);
  expect((await waiting.look()).unread).toBe(0);
});

it('reads on at the next looks where releases take long to answer, from the longest wait on', async () => {
  const waiting = new Waiting(30);
  waiting.askMs = 100;
  const first = await waiting.look();
  expect(names(first.items)).toEqual(upTo(30));
  expect(exact(first.items)).toEqual(upTo(12));
  expect(first.unread).toBe(18);

  const second = await waiting.look();
  expect(exact(second.items)).toEqual(upTo(24));
  expect(second.unread).toBe(6);

  const third = await waiting.look();
  expect(exact(third.items)).toEqual(upTo(30));
  expect(third.unread).toBe(0);
  // The rest of its questions went to those that were asked longest ago.
  expect(third.asked).toEqual([...upTo(30, 24), ...upTo(6)]);
});

it('forgets what a release said of a wait that is over', async () => {
  const waiting = new Waiting(30);
  await waiting.look();
  const another = { ...rowOf(7), waitingSince: new Date(START_MS + 86_400_000).toISOString() };
  waiting.rows = [another, ...waiting.rows.filter(({ id }) => id !== 'r7')];
  waiting.say = () => {
    throw new Error('no worker');
  };
  const { items, unread } = await waiting.look();
  expect(items.find(({ id }) => id === 'r7')).toEqual(roughItem(another));
  expect(exact(items)).toHaveLength(29);
  expect(unread).toBe(30);
});

it('leaves out what waits no longer, and counts it no more', async () => {
  const waiting = new Waiting(3);
  waiting.say = (row) => (row.id === 'r1' ? null : roughItem(row));
  const { items, waiting: total, unread } = await waiting.look();
  expect(names(items)).toEqual(['r0', 'r2']);
  expect([total, unread]).toEqual([2, 0]);
});

it('asks no more once an answer has taken very long', async () => {
  const waiting = new Waiting(20);
  waiting.askMs = 4000;
  const { asked, unread } = await waiting.look();
  // As many as are asked at once.
  expect(asked).toHaveLength(8);
  expect(unread).toBe(12);
});
