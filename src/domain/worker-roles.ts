/** Each role has its own task queue, so that long work delays only its own kind; `calls` also runs the workflows. */
export const workerRoles = ['calls', 'bulk', 'notices'] as const;
export type WorkerRole = (typeof workerRoles)[number];

/** What stands still while no worker has the role. */
export const waitsForRole: Readonly<Record<WorkerRole, string>> = {
  calls: 'Every release waits',
  bulk: 'Source uploads, exports and term lists wait',
  notices: 'Notices by webhook, Slack and mail wait',
};

export function queueOfRole(taskQueue: string, role: WorkerRole): string {
  return role === 'calls' ? taskQueue : `${taskQueue}-${role}`;
}

/** null: the queue is not one of this installation. */
export function roleOfQueue(taskQueue: string, queue: string): WorkerRole | null {
  return workerRoles.find((role) => queueOfRole(taskQueue, role) === queue) ?? null;
}

/** Parses `calls,bulk`. */
export function readRoles(text: string): { roles: readonly WorkerRole[] } | { fault: string } {
  const names = text.split(',').map((name) => name.trim());
  const roles = workerRoles.filter((role) => names.includes(role));
  const isKnown = names.every((name) => roles.some((role) => role === name));
  return isKnown ? { roles } : { fault: `must be some of ${workerRoles.join(', ')}, separated by commas` };
}
