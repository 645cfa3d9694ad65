/** Something wrong in a file that a person wrote. */
export interface Finding {
  file: string;
  /** Counted from 1; null where the file as a whole is at fault. */
  line: number | null;
  key: string | null;
  /** Says of the key, or else of the file, what is wrong with it. */
  message: string;
}

/** A finding whose file is plain from where it was made. */
export type FindingInFile = Omit<Finding, 'file'>;
export type Report = (finding: FindingInFile) => void;

const MOST_LINES = 20;

/** Bad input: every finding is kept, and as many as a person will read are told. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(readonly findings: readonly Finding[]) {
    const lines = findings.slice(0, MOST_LINES).map(lineOf);
    const unsaid = findings.length - lines.length;
    if (unsaid > 0) lines.push(`and ${unsaid} more`);
    super(lines.join('\n'));
  }
}

/** The result of reading a file, unless something in it was reported or there is no result. */
export function unlessReported<Result>(file: string, read: (report: Report) => Result | null): Result {
  const findings: Finding[] = [];
  const result = read((finding) => findings.push({ file, ...finding }));
  if (result !== null && findings.length === 0) return result;
  throw new InputError(findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)));
}

function lineOf({ file, line, key, message }: Finding): string {
  const place = line === null ? file : `${file}:${line}`;
  const said = cut(message, 1000);
  return key === null ? `${place}: ${said}` : `${place}: ${shownKey(key)}: ${said}`;
}

/** A key may hold anything; a finding is one line. */
function shownKey(key: string): string {
  const short = cut(key, 100);
  return /^\s|\s$|\p{C}|^$/u.test(short) ? JSON.stringify(short) : short;
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
