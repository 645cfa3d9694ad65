/** Releases as `watch` finds them, at fixed times. */
import type { Watched } from '../../src/cli/release/release-picture';
import { choicesOf } from '../../src/domain/problems/choices';
import type { ReleaseView } from '../../src/domain/release/status';
import { releaseStatus, stagesWith } from './release-status';

const watchedAtMs = Date.parse('2026-12-01T09:04:10.000Z');

const link = 'https://locrelease.example.org/releases/default/game-2.4.0';
const done = (startedAt: string, endedAt: string) =>
  ({ state: 'done', startedAt: `2026-12-01T${startedAt}Z`, endedAt: `2026-12-01T${endedAt}Z` }) as const;

const shared: Partial<ReleaseView> = {
  id: 'default/game-2.4.0',
  name: 'game-2.4.0',
  languages: ['zh-cn', 'ja', 'ko'],
};

const begun = {
  create: done('09:00:00', '09:00:02'),
  scan: done('09:00:02', '09:00:42'),
};

export const translating: Watched = {
  view: releaseStatus({
    ...shared,
    stage: 'translate',
    stages: stagesWith({
      ...begun,
      confirm: done('09:00:42', '09:02:30'),
      translate: { state: 'running', startedAt: '2026-12-01T09:02:30.000Z' },
    }),
    progress: { step: 'translateBatch', stepIndex: 4, rowsDone: 10, rowsTotal: 40 },
  }),
  link,
  left: { leastMs: 460_000, usualMs: 700_000, mostMs: 1_190_000, isLate: false, review: null },
  nowMs: watchedAtMs,
  silentSinceMs: null,
};

const inReview = releaseStatus({
  ...shared,
  state: 'waiting',
  stage: 'confirm',
  stages: stagesWith({ ...begun, confirm: { state: 'waiting', startedAt: '2026-12-01T09:00:42.000Z' } }),
  waitingFor: {
    kind: 'terms',
    since: '2026-12-01T09:00:42.000Z',
    dueAt: '2026-12-04T09:00:42.000Z',
    onDue: 'reject',
  },
  terms: { total: 12, digest: 'd', list: 'l', base: 'b', marks: null, removed: 0, matches: null },
});

export const reviewed: Watched = {
  ...translating,
  view: { ...inReview, choices: choicesOf({ ...inReview, problem: null }) },
  left: { leastMs: 900_000, usualMs: 1_140_000, mostMs: 2_400_000, isLate: false, review: 'open' },
};

export const retried: Watched = {
  ...translating,
  left: null,
  silentSinceMs: watchedAtMs - 12_000,
  view: {
    ...translating.view,
    retrying: {
      call: 'readTask',
      attempt: 4,
      since: '2026-12-01T09:03:00.000Z',
      nextAt: '2026-12-01T09:04:52.000Z',
      cause: 'Localization service, GET /tasks/status: 429 请求过于频繁，请稍后再试 (trace_4711)',
    },
  },
};
