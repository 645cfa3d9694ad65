import { type StageName, stageNames, stageStates } from '../../../src/domain/release/stages';
import type { ReleaseView } from '../../../src/domain/release/status';
import { timeLeft, type PastRelease } from '../../../src/domain/release/time-left';
import { releaseStatus, stagesWith } from '../../support/release-status';
import fc from '../../support/fast-check';

const STARTED = '2026-12-01T09:00:00.000Z';
const startedMs = Date.parse(STARTED);
const MINUTE = 60_000;

const past = (rows: number | null, minutes: Partial<Record<StageName, number>>): PastRelease => ({
  rows,
  stageMs: Object.fromEntries(stageNames.map((name) => [name, (minutes[name] ?? 0) * MINUTE])),
});
const translating = (changes: Partial<ReleaseView> = {}): ReleaseView =>
  releaseStatus({
    stage: 'translate',
    stages: stagesWith({
      create: { state: 'done' },
      scan: { state: 'done' },
      confirm: { state: 'done' },
      translate: { state: 'running', startedAt: STARTED },
    }),
    ...changes,
  });
const usual = [8, 10, 20].map((translate) => past(40, { translate, publish: 2 }));
const after = (minutes: number): number => startedMs + minutes * MINUTE;

it('is what the rest of the stage and the stages after it took before, with the spread', () => {
  expect(timeLeft(translating(), { past: usual, rows: null, nowMs: after(1) })).toEqual({
    leastMs: 9 * MINUTE,
    usualMs: 11 * MINUTE,
    mostMs: 21 * MINUTE,
    isLate: false,
    review: null,
  });
});

it.each(['absent', 'failing'] as const)('is not told while workers are %s', (worker) => {
  expect(timeLeft(translating({ worker }), { past: usual, rows: null, nowMs: after(1) })).toBeNull();
});

it('goes by size where sizes are known: twice the rows take twice as long', () => {
  const left = timeLeft(translating(), { past: usual, rows: 80, nowMs: after(0) });
  expect(left).toMatchObject({ leastMs: 20 * MINUTE, usualMs: 24 * MINUTE, mostMs: 44 * MINUTE });
});

it('goes by releases of about the same size, and by none that is ten times as large', () => {
  const small = Array.from({ length: 9 }, () => past(50, { translate: 5 }));
  const large = Array.from({ length: 9 }, () => past(450, { translate: 90 }));
  const left = timeLeft(translating(), { past: [...large, ...small], rows: 50, nowMs: after(0) });
  expect(left).toMatchObject({ leastMs: 5 * MINUTE, mostMs: 5 * MINUTE });
  expect(timeLeft(translating(), { past: large, rows: 40, nowMs: after(0) })).toBeNull();
});

it('does not know how long people take for a review, and says so', () => {
  const reviewedBefore = usual.map(({ rows, stageMs }) => ({
    rows,
    stageMs: { ...stageMs, confirm: 86_400_000 },
  }));
  const known = { past: reviewedBefore, rows: null, nowMs: after(0) };
  const scanning = releaseStatus({
    stages: stagesWith({ create: { state: 'done' }, scan: { state: 'done' } }),
  });
  expect(timeLeft(scanning, known)).toMatchObject({ usualMs: 12 * MINUTE, review: 'ahead' });
  expect(timeLeft(scanning, { ...known, past: usual })).toMatchObject({ review: null });
  const open = releaseStatus({
    state: 'waiting',
    waitingFor: { kind: 'terms', since: STARTED, dueAt: null },
    stages: stagesWith({ create: { state: 'done' }, scan: { state: 'done' }, confirm: { state: 'waiting' } }),
  });
  expect(timeLeft(open, known)).toMatchObject({ usualMs: 12 * MINUTE, review: 'open' });
});

it('is late once a stage has taken longer than it mostly does', () => {
  expect(timeLeft(translating(), { past: usual, rows: null, nowMs: after(19) })?.isLate).toBe(false);
  expect(timeLeft(translating(), { past: usual, rows: null, nowMs: after(20) })?.isLate).toBe(true);
});

it.each([
  ['two releases show no spread', translating(), usual.slice(1)],
  ['the stage under way was always skipped', translating(), [1, 2, 3].map(() => past(40, { publish: 2 }))],
  [
    'a stage to come was never seen',
    translating(),
    usual.map(({ rows }) => ({ rows, stageMs: { translate: 1 } })),
  ],
  ['it is parked', translating({ state: 'parked' }), usual],
  ['it is held back', translating({ hold: { why: 'publish_turn', until: null } }), usual],
  ['it is paused', translating({ paused: { at: STARTED, by: 'olga', why: null } }), usual],
  [
    'a call is repeated',
    translating({ retrying: { call: 'readTask', attempt: 2, since: STARTED, nextAt: null, cause: 'x' } }),
    usual,
  ],
])('is not guessed where %s', (_why, view, releases) => {
  expect(timeLeft(view, { past: releases, rows: null, nowMs: after(1) })).toBeNull();
});

it('never rises while nothing new is heard, and its three times stay in order', () => {
  const ms = fc.nat(10_000_000);
  const releases = fc.array(
    fc.record({
      rows: fc.option(fc.integer({ min: 1, max: 1000 })),
      stageMs: fc.record(Object.fromEntries(stageNames.map((name) => [name, ms])), { requiredKeys: [] }),
    }),
    { maxLength: 15 },
  );
  const stages = fc.array(fc.constantFrom(...stageStates), { minLength: 8, maxLength: 8 });
  const rows = fc.option(fc.integer({ min: 1, max: 1000 }));
  fc.assert(
    fc.property(releases, stages, rows, ms, ms, (history, states, ownRows, firstMs, laterMs) => {
      const view = releaseStatus({
        stages: stagesWith({}).map((stage, index) => ({
          ...stage,
          state: states[index] ?? 'pending',
          startedAt: STARTED,
        })),
      });
      const at = (sinceMs: number) =>
        timeLeft(view, { past: history, rows: ownRows, nowMs: startedMs + sinceMs });
      const [now, later] = [at(firstMs), at(firstMs + laterMs)];
      expect(now === null).toBe(later === null);
      if (now === null || later === null) return;
      for (const key of ['leastMs', 'usualMs', 'mostMs'] as const)
        expect(later[key]).toBeLessThanOrEqual(now[key]);
      expect(now.leastMs).toBeLessThanOrEqual(now.usualMs);
      expect(now.usualMs).toBeLessThanOrEqual(now.mostMs);
      expect(later.isLate || !now.isLate).toBe(true);
    }),
  );
});
