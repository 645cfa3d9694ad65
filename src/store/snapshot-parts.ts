/** The strings of a snapshot some at a time: a million of them, whole and parsed, would take most of a worker's memory. */
import type { SourceString } from '../localization/requests';
import { parseSnapshot } from '../localization/snapshot-text';
import type { ContentStore } from './content-store';

const PART_CHARS = 1_000_000;

/**
 * Between two strings of a snapshot, as it is written, and nowhere else: within a text each quotation mark follows a
 * backslash, and behind the end of a text comes no letter.
 */
const BETWEEN = '"},{"string_id":"';
const END_OF_ONE = '"}'.length;

/** What is damaged shows at the end: nothing counts before that. */
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
    // It is read to its end, where the store tells whether it is damaged.
    if (isBroken) continue;
    text += decoder.decode(chunk, { stream: true });
    if (!isInParts || text.length < partChars) continue;
    const place = text.lastIndexOf(BETWEEN);
    // Written by somebody else: it is read whole, and looked through once.
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
  // What is broken fails again here.
  yield parseSnapshot(text + decoder.decode());
}
