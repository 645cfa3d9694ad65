/**
 * Reads the strings of a snapshot in parts: a million of them, parsed at once, would take most of a worker's memory.
 */
import type { SourceString } from '../localization/requests';
import { parseSnapshot } from '../localization/snapshot-text';
import type { ContentStore } from './content-store';

const PART_CHARS = 1_000_000;

/**
 * The separator between two strings of a snapshot, which occurs nowhere else: within a text each quotation mark follows
 * a backslash, and no letter follows the end of a text.
 */
const BETWEEN = '"},{"string_id":"';
const END_OF_ONE = '"}'.length;

/** Damage shows at the end: nothing counts before that. */
export async function* snapshotParts(
  store: Pick<ContentStore, 'read'>,
  sha256: string,
  partChars = PART_CHARS,
): AsyncGenerator<SourceString[]> {
  const decoder = new TextDecoder();
  let text = '';
  let isInParts = true;
  let isBroken = false;
  for await (const chunk of store.read(sha256)) {
    // It is read to its end, where the store reports whether it is damaged.
    if (isBroken) continue;
    text += decoder.decode(chunk, { stream: true });
    if (!isInParts || text.length < partChars) continue;
    const place = text.lastIndexOf(BETWEEN);
    // A snapshot in another format is searched only once, and then read as a whole.
    isInParts = place >= 0;
    if (!isInParts) continue;
    let part: SourceString[];
    try {
      part = parseSnapshot(`${text.slice(0, place + END_OF_ONE)}]`);
    } catch {
      isBroken = true;
      continue;
    }
    yield part;
    text = `[${text.slice(place + END_OF_ONE + 1)}`;
  }
  // A broken snapshot fails again here.
  yield parseSnapshot(text + decoder.decode());
}
