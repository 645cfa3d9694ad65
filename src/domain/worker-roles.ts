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

/** Temporal's numbers for what goes first where more waits than the workers can do: the smaller goes first. */

/** A person waits for the response. */
export const INTERACTIVE = { priorityKey: 1 } as const;

/** By day a person has asked for it; at night nobody is there. */
const priorityKeys = { day: 3, night: 4 } as const;

/** As much as Temporal takes. Projects that begin alike for so long count as one. */
const MOST_KEY_CHARS = 64;

/** Among equals the projects take turns, so that none waits for all that another has begun. */
export function priorityOf(project: string, when: keyof typeof priorityKeys) {
  return { priorityKey: priorityKeys[when], fairnessKey: project.slice(0, MOST_KEY_CHARS) };
}
