import { type FindingInFile, InputError, orReported } from '../../../src/source/input-error';
import type { EntryReader, SourceEntry } from '../../../src/source/source-entry';

/** What a reader makes of a text that is right; fails where it reports anything. */
export function entriesOf(read: EntryReader, text: string): SourceEntry[] {
  const findings: FindingInFile[] = [];
  const entries = read(text, (finding) => findings.push(finding));
  if (findings.length > 0) throw new Error(`refused: ${JSON.stringify(findings)}`);
  return entries;
}

/** The fault that ends a reading; null: it comes to its end. */
export function faultOf(read: () => unknown): FindingInFile | null {
  const faults: FindingInFile[] = [];
  orReported((fault) => faults.push(fault), read);
  return faults[0] ?? null;
}

/** Ids and contents, as pairs: an object would put its keys into another order. */
export function pairsOf(read: EntryReader, text: string): [unknown, unknown][] {
  return entriesOf(read, text).map(({ id, content }) => [id, content]);
}

/** What a reader found wrong with a file, without the file's name; fails where it found nothing. */
export async function findingsOf(reading: Promise<unknown>): Promise<FindingInFile[]> {
  const outcome = await reading.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof InputError)) throw new Error(`an InputError was expected, not ${String(outcome)}`);
  return outcome.findings.map(({ line, key, message }) => ({ line, key, message }));
}

/** The same as `line key`, where the words do not matter. */
export async function placesOf(reading: Promise<unknown>): Promise<string[]> {
  const findings = await findingsOf(reading);
  return findings.map(({ line, key }) => `${line ?? '-'} ${key ?? '-'}`);
}
