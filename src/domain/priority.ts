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
