/** What a social credential or its plan lacks for an announcement, or null. */
import type { WorkspaceContext } from '../social/schemas';

export interface Fault {
  says: string;
  mend: string;
}

export function publishTierFault({ credential: { allowedActions } }: WorkspaceContext): Fault | null {
  if (allowedActions.length === 0 || allowedActions.includes('publish')) return null;
  return {
    says: `The credential may only ${allowedActions.join(', ')}, not publish`,
    mend: "allow it in the application's integration settings",
  };
}

export function quotaFault({ quotas: { scheduledThisMonth } }: WorkspaceContext): Fault | null {
  if (!scheduledThisMonth || scheduledThisMonth.left > 0) return null;
  return {
    says: `The plan's ${scheduledThisMonth.limit} scheduled posts of this month are used up`,
    mend: 'raise the plan, or announce next month',
  };
}
