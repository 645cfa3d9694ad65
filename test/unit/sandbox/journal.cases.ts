import { SandboxClock } from '../../../src/sandbox/clock';
import { Journal, type JournalEntry } from '../../../src/sandbox/journal';

const request: Omit<JournalEntry, 'seq' | 'at'> = {
  kind: 'request',
  service: 'localization',
  subject: 'POST /tasks/publish',
  owner: 'sandbox',
  code: 0,
  effect: 'publish started',
  answered: true,
  fault: null,
  ids: { task_id: 'task_1' },
};

let clock: SandboxClock;
let journal: Journal;
beforeEach(() => {
  clock = new SandboxClock();
  journal = new Journal(clock);
});
afterEach(() => clock.close());

const seqs = (entries: JournalEntry[]): number[] => entries.map(({ seq }) => seq);

it('numbers what is added from 1, with the sandbox time at which it happened', () => {
  clock.advance(86_400_000);
  const beforeMs = clock.nowMs();
  expect(journal.add(request)).toMatchObject({ ...request, seq: 1 });
  const second = journal.add({ ...request, kind: 'work' });
  expect(second.seq).toBe(2);
  expect(Date.parse(second.at)).toBeGreaterThanOrEqual(beforeMs);
  expect(Date.parse(second.at)).toBeLessThanOrEqual(clock.nowMs());
});

describe('finding', () => {
  beforeEach(() => {
    journal.add(request);
    journal.add({ ...request, subject: 'GET /terms', owner: null });
    journal.add({ ...request, kind: 'callback', subject: 'task.completed' });
    journal.add({ ...request, service: 'social', owner: 'ws_1' });
    journal.add({ ...request, code: 500 });
  });

  it.each<[Parameters<Journal['find']>[0], number[]]>([
    [{}, [1, 2, 3, 4, 5]],
    [{ kind: 'request' }, [1, 2, 4, 5]],
    [{ subject: 'POST /tasks/publish' }, [1, 4, 5]],
    [{ subject: 'POST /tasks/publish', service: 'localization' }, [1, 5]],
    [{ owner: null }, [2]],
    [{ owner: 'ws_1', kind: 'callback' }, []],
  ])('by %j gives those for which all of it holds, oldest first', (where, found) => {
    expect(seqs(journal.find(where))).toEqual(found);
  });

  it('leaves out what was there before', () => {
    expect(seqs(journal.find({}, 3))).toEqual([4, 5]);
    expect(seqs(journal.find({ kind: 'request' }, 1))).toEqual([2, 4, 5]);
    expect(journal.find({}, 5)).toEqual([]);
  });

  it('gives a list of its own', () => {
    journal.find().length = 0;
    expect(journal.find()).toHaveLength(5);
  });
});

it('keeps the newest of very many, and goes on counting', () => {
  const added = 500_000;
  let most = 0;
  for (let i = 1; i <= added; i++) {
    journal.add(request);
    if (i % 10_000 === 0) most = Math.max(most, journal.find({}, 0).length);
  }
  const kept = seqs(journal.find());
  expect(most).toBeLessThanOrEqual(220_000);
  expect(kept.length).toBeGreaterThanOrEqual(200_000);
  expect(kept.at(-1)).toBe(added);
  expect(kept[0]).toBe(added - kept.length + 1);
});
