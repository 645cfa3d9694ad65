/** Who goes first where more waits than the workers can do: Temporal's numbers, of which the smaller goes first. */

/** A person waits for the answer. */
export const ATTENDED = { priorityKey: 1 } as const;

/** By day a person has asked for it; at night nobody is there. */
const priorityKeys = { day: 3, night: 4 } as const;

/** As much as Temporal takes. Projects that begin alike for so long count as one. */
const MOST_KEY_CHARS = 64;

/** Among equals the projects take turns, so that none waits for all that another has begun. */
export function priorityOf(project: string, when: keyof typeof priorityKeys) {
  return { priorityKey: priorityKeys[when], fairnessKey: project.slice(0, MOST_KEY_CHARS) };
}
