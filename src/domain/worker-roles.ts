/**
 * What workers can be for. Each role has a queue of its own, so that what takes long waits for its like alone. That of
 * `calls` is the queue of workflows, and was the only one before there were roles.
 */
export const workerRoles = ['calls', 'bulk', 'notices'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** What waits where nobody has the role. */
export const waitsForRole: Readonly<Record<WorkerRole, string>> = {
  calls: 'Every release waits',
  bulk: 'Source uploads, exports and term lists wait',
  notices: 'Notices by webhook, Slack and mail wait',
};

export function queueOfRole(taskQueue: string, role: WorkerRole): string {
  return role === 'calls' ? taskQueue : `${taskQueue}-${role}`;
}

/** null: a queue of others. */
export function roleOfQueue(taskQueue: string, queue: string): WorkerRole | null {
  return workerRoles.find((role) => queueOfRole(taskQueue, role) === queue) ?? null;
}

/** `calls,bulk`, or why that names no roles. */
export function readRoles(text: string): { roles: readonly WorkerRole[] } | { fault: string } {
  const names = text.split(',').map((name) => name.trim());
  const roles = workerRoles.filter((role) => names.includes(role));
  const isKnown = names.every((name) => roles.some((role) => role === name));
  return isKnown ? { roles } : { fault: `must be some of ${workerRoles.join(', ')}, separated by commas` };
}
