import type { ReleaseState } from '../../../src/domain/release-states';

/** Of releases, runs of schedules, schedules and plans. */
type Shown =
  ReleaseState | 'unchanged' | 'skipped' | 'forgotten' | 'planned' | 'paused' | 'ready' | 'not ready';

const names: Readonly<Record<Shown, string>> = {
  running: 'running',
  waiting: 'waiting',
  parked: 'parked',
  partial: 'partial',
  done: 'done',
  rejected: 'rejected',
  cancelled: 'cancelled',
  failed: 'failed',
  unchanged: 'unchanged',
  skipped: 'skipped',
  forgotten: 'forgotten',
  planned: 'planned',
  paused: 'paused',
  ready: 'ready',
  'not ready': 'not ready',
};

const meanings: Readonly<Partial<Record<string, string>>> = {
  parked: "Parked: waits for a person's decision.",
  partial: 'Partial: released, but the announcement failed on some accounts.',
};

export const states = { names, meanings };
