/** Whether a release held: it is done and all of it once, or a sentence of its status gives the reason why it cannot go on. */
import { readFile } from 'node:fs/promises';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { JournalEntry } from '../../src/sandbox/journal';
import type { Sandbox } from '../../src/sandbox/sandbox';

export interface Verdict {
  outcome: 'done' | 'stopped' | 'broken';
  /** What is wrong with it. */
  faults: string[];
}

const LANGUAGES = ['zh-cn', 'ja', 'ko'];

export async function verdict(
  sandbox: Sandbox,
  status: ReleaseStatus | null,
  { isSilent, failures }: { isSilent: boolean; failures: number },
): Promise<Verdict> {
  const faults = doubled(sandbox, failures);
  if (status === null) faults.push('its status was never returned');
  else if (isSilent) faults.push(`it is silent in ${status.stage ?? 'no stage'}, ${status.state}`);
  else if (status.state === 'done')
    faults.push(...wronglyDone(sandbox, status), ...(await lacking(sandbox, status)));
  else if (!isSentence(status.problem?.message)) faults.push(`${status.state} without a sentence`);
  if (faults.length > 0) return { outcome: 'broken', faults };
  return { outcome: status?.state === 'done' ? 'done' : 'stopped', faults };
}

/** What failed at the service is requested once more where a person has retried. */
function doubled(sandbox: Sandbox, failures: number): string[] {
  const wanted: [subject: string, atMost: number][] = [
    ['POST /tasks/create', 1],
    ['POST /tasks/confirm-terms', 1],
    ['POST /tasks/supplement-translate', failures > 0 ? 2 : 1],
    ['POST /tasks/publish', 1],
    ['POST /posts', 1],
  ];
  const faults = wanted.flatMap(([subject, atMost]) => {
    const { length } = effects(sandbox, subject);
    return length > atMost ? [`${subject} took effect ${length} times`] : [];
  });
  const live = publications(sandbox);
  if (new Set(live).size < live.length) faults.push(`announced twice: ${live.join(', ')}`);
  return faults;
}

function wronglyDone(sandbox: Sandbox, status: ReleaseStatus): string[] {
  const faults: string[] = [];
  const missing = LANGUAGES.filter((language) => !status.languages.includes(language));
  if (missing.length > 0) faults.push(`done without ${missing.join(', ')}`);
  const [published] = effects(sandbox, 'POST /tasks/publish');
  const supplemented = sandbox.journal.find({ kind: 'work', subject: 'supplement completed' }).at(-1);
  if (published === undefined) faults.push('done, but not published');
  else if (supplemented === undefined || supplemented.seq > published.seq) {
    faults.push('published before the supplement was translated');
  }
  const live = publications(sandbox);
  if (live.join() !== 'acc_1,acc_2') faults.push(`done, but announced on ${live.join(', ') || 'no account'}`);
  return faults;
}

/** Looked for in the files as texts: how a file is read is what is being tried. */
async function lacking(sandbox: Sandbox, status: ReleaseStatus): Promise<string[]> {
  const files = status.export?.files ?? [];
  const contents = (await Promise.all(files.map(async ({ path }) => textOf(await readFile(path))))).join(
    '\n',
  );
  const faults: string[] = [];
  for (const language of LANGUAGES) {
    const texts = sandbox.localization
      .projectStrings('sandbox')
      .strings.map(({ translations }) => translations[language] ?? null);
    const absent = texts.filter((text) => text === null || !contents.includes(text)).length;
    if (absent > 0 || texts.length === 0) faults.push(`${absent} texts of ${language} are not in the files`);
    const counted = status.export?.completeness.find((each) => each.language === language);
    if (absent === 0 && counted?.missing !== 0) {
      faults.push(`${language} is complete, but reported to lack ${counted?.missing ?? 'all'} texts`);
    }
  }
  return faults;
}

function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return bytes.toString('utf16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) {
    return Buffer.from(bytes.subarray(0, bytes.length & ~1))
      .swap16()
      .toString('utf16le');
  }
  return bytes.toString('utf8');
}

/** Accounts on which something went live. */
function publications(sandbox: Sandbox): string[] {
  return sandbox.journal
    .find({ kind: 'work', service: 'social' })
    .filter(({ effect }) => effect !== null)
    .map(({ ids }) => ids.accountId ?? '')
    .sort();
}

function effects(sandbox: Sandbox, subject: string): JournalEntry[] {
  return sandbox.journal.find({ kind: 'request', subject }).filter(({ effect }) => effect !== null);
}

function isSentence(message: string | undefined): boolean {
  return (
    message !== undefined && /^\S+ .*\S[.!?)]/s.test(message) && !/^undefined|\[object |\bNaN\b/.test(message)
  );
}
