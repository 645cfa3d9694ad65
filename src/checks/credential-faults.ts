/**
 * What a social credential or its plan seems to lack for an announcement, or null. The words for what it may do are
 * documented by two examples, and a plan may count otherwise than we think: only the service itself can say no.
 */
import type { WorkspaceContext } from '../social/schemas';

export interface Fault {
  message: string;
  fix: string;
}

export function publishTierFault({ credential: { allowedActions } }: WorkspaceContext): Fault | null {
  if (allowedActions.length === 0 || allowedActions.includes('publish')) return null;
  return {
    message: `The credential lists the actions ${allowedActions.join(', ')}, and not publish. The service may refuse to announce.`,
    fix: "If it does, allow publishing in the application's integration settings.",
  };
}

export function quotaFault({ quotas: { scheduledThisMonth } }: WorkspaceContext): Fault | null {
  if (!scheduledThisMonth || scheduledThisMonth.left > 0) return null;
  return {
    message: `All ${scheduledThisMonth.limit} scheduled posts of the plan are used up for this month.`,
    fix: 'If the service refuses to announce, upgrade the plan or announce next month.',
  };
}

/** One mode is documented by an example. Another may mean that somebody has to approve each post. */
export function confirmModeFault({ credential: { confirmMode } }: WorkspaceContext): Fault | null {
  if (confirmMode === null || confirmMode === '' || confirmMode === 'preauthorized') return null;
  return {
    message: `The credential has the confirm mode ${confirmMode}. The announcement may wait for an approval.`,
    fix: 'If it does, approve it in the application.',
  };
}
