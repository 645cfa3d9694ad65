import { InputError, type FindingInFile } from '../../../src/source/input-error';

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
