import { usualStageMs, type PastRelease } from '../../src/domain/time-left';
import type { Stage } from '../../src/domain/status';

/** By which it is told how long what is ahead takes. */
export interface Past {
  past: readonly PastRelease[];
  /** Strings times languages; null where that is not known. */
  rows: number | null;
}

/**
 * Which part of the line each stage takes, as long as it took, has taken so far, or mostly takes. Together they are 1; where
 * nothing is known of any, each takes the same.
 */
export function stageShares(stages: readonly Stage[], known: Past & { nowMs: number }): number[] {
  const times = stages.map((stage) => stageMs(stage, known));
  const total = times.reduce((sum, ms) => sum + ms, 0);
  return times.map((ms) => (total === 0 ? 1 / stages.length : ms / total));
}

function stageMs(stage: Stage, { nowMs, ...past }: Past & { nowMs: number }): number {
  const { startedAt, endedAt } = stage;
  if (startedAt === null) return usualStageMs(stage, past) ?? 0;
  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}
