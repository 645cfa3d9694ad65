/** The older decisions of a long release, outside its record: parts by their digest, each naming the one before it. */
import * as z from 'zod';
import type { Decision } from '../domain/release/status';
import type { ContentStore } from './content-store';

const part = z.object({
  earlier: z.string().nullable(),
  decisions: z.array(
    z.object({ at: z.string(), by: z.string(), what: z.string(), why: z.string().nullable() }),
  ),
});

export async function putDecisions(
  store: ContentStore,
  decisions: readonly Decision[],
  earlier: string | null,
): Promise<{ digest: string }> {
  const { sha256 } = await store.put(JSON.stringify({ earlier, decisions }));
  return { digest: sha256 };
}

/** The oldest decision comes first. */
export async function getDecisions(store: ContentStore, newest: string | null): Promise<Decision[]> {
  const parts: Decision[][] = [];
  for (let digest = newest; digest !== null;) {
    const value: unknown = JSON.parse((await store.get(digest)).toString('utf8'));
    const { earlier, decisions } = part.parse(value);
    parts.unshift(decisions);
    digest = earlier;
  }
  return parts.flat();
}
