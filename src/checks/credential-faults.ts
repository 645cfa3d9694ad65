/** What a social credential or its plan lacks for an announcement, or null. */
import type { WorkspaceContext } from '../social/schemas';

export interface Fault {
  message: string;
  fix: string;
}

export function publishTierFault({ credential: { allowedActions } }: WorkspaceContext): Fault | null {
  if (allowedActions.length === 0 || allowedActions.includes('publish')) return null;
  return {
    message: `The credential may only ${allowedActions.join(', ')}, not publish.`,
    fix: "Allow it to publish in the application's integration settings.",
  };
}

export function quotaFault({ quotas: { scheduledThisMonth } }: WorkspaceContext): Fault | null {
  if (!scheduledThisMonth || scheduledThisMonth.left > 0) return null;
  return {
    message: `All ${scheduledThisMonth.limit} scheduled posts of the plan are used up for this month.`,
    fix: 'Upgrade the plan, or announce next month.',
  };
}
