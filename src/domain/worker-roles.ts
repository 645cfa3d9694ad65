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

/** Temporal's priority keys: tasks with smaller numbers go first when the workers are busy. */

/** A person waits for the response. */
export const INTERACTIVE = { priorityKey: 1 } as const;

/** By day a person waits for the release; at night nobody waits for it. */
const priorityKeys = { day: 3, night: 4 } as const;

/** Temporal's limit for a key. Projects that share so long a prefix count as one. */
const MOST_KEY_CHARS = 64;

/** At equal priority the projects take turns, so that none waits for all that another has begun. */
export function priorityOf(project: string, when: keyof typeof priorityKeys) {
  return { priorityKey: priorityKeys[when], fairnessKey: project.slice(0, MOST_KEY_CHARS) };
}
