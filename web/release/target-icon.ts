import { targetOutcome, type TargetOutcome } from '../../src/domain/target-outcome';
import type { AnnouncedTarget } from '../../src/domain/status';

const icons = {
  published: 'check',
  failed: 'cross',
  pending: 'running',
  // Neither good nor bad: the service's own word stands beside it.
  unknown: 'dot',
} as const satisfies Record<TargetOutcome, string>;

export function targetIcon(target: AnnouncedTarget): (typeof icons)[TargetOutcome] {
  return icons[targetOutcome(target)];
}
