import type { FindingInFile } from '../../../src/source/input-error';
import type { EntryReader, SourceEntry } from '../../../src/source/source-entry';

/** What a reader makes of a text that is right; fails where it reports anything. */
export function entriesOf(read: EntryReader, text: string): SourceEntry[] {
  const findings: FindingInFile[] = [];
  const entries = read(text, (finding) => findings.push(finding));
  if (entries === null || findings.length > 0) throw new Error(`refused: ${JSON.stringify(findings)}`);
  return entries;
}

/** Ids and contents, as pairs: an object would put its keys into another order. */
export function pairsOf(read: EntryReader, text: string): [unknown, unknown][] {
  return entriesOf(read, text).map(({ id, content }) => [id, content]);
}
