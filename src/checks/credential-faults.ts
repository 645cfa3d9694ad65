/**
 * What a social credential or its plan seems to lack for an announcement, or null. The service documents scopes by two
 * examples only, and a plan may count otherwise than we think, so only the service itself can refuse.
 */
import type { WorkspaceContext } from '../social/replies';

export interface Fault {
  message: string;
  fix: string;
}

/** A post that the service publishes by itself, at its time, needs only the scope to schedule. */
export function publishTierFault(
  { credential: { allowedActions } }: WorkspaceContext,
  action: 'publish' | 'schedule' = 'publish',
): Fault | null {
  const enough = ['publish', action];
  if (allowedActions.length === 0 || enough.some((word) => allowedActions.includes(word))) return null;
  return {
    message: `The credential lists the actions ${allowedActions.join(', ')}, and not ${action}. The service may refuse to announce.`,
    fix: "If it does, allow it in the application's integration settings.",
  };
}

/** The scopes of the calls of an announcement, from the service's examples, which may be incomplete. */
export const announceScopes = ['workspace:read', 'accounts:read', 'posts:read', 'posts:write'];

/** A credential that lists no scopes may still have them all. */
export function scopeFault(
  { credential: { scopes } }: WorkspaceContext,
  wanted: readonly string[],
): Fault | null {
  const isGiven = (scope: string): boolean =>
    [scope, scope.replace(/:.*/, ':*'), '*'].some((word) => scopes.includes(word));
  const missing = wanted.filter((scope) => !isGiven(scope));
  if (scopes.length === 0 || missing.length === 0) return null;
  return {
    message: `The credential has no ${missing.join(', ')}. The service may refuse to announce.`,
    fix: "Add these scopes in the application's integration settings.",
  };
}

export function quotaFault({ quotas: { scheduledThisMonth } }: WorkspaceContext): Fault | null {
  if (!scheduledThisMonth || scheduledThisMonth.left > 0) return null;
  return {
    message: `All ${scheduledThisMonth.limit} scheduled posts of the plan are used up for this month.`,
    fix: 'If the service refuses to announce, upgrade the plan or announce next month.',
  };
}

/** Only one mode is documented, by an example. Another may mean that a person has to approve each post. */
export function confirmModeFault({ credential: { confirmMode } }: WorkspaceContext): Fault | null {
  if (confirmMode === null || confirmMode === '' || confirmMode === 'preauthorized') return null;
  return {
    message: `The credential has the confirm mode ${confirmMode}. The announcement may wait for an approval.`,
    fix: 'If it does, approve it in the application.',
  };
}
