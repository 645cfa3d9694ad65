import { shortened } from '../domain/text/visible-text';

/** Something wrong in a file that a person wrote. */
export interface Finding {
  file: string;
  /** Counted from 1; null where the file as a whole is at fault. */
  line: number | null;
  key: string | null;
  /** What is wrong with the key, or else with the file. */
  message: string;
}

/** A finding whose file is plain from where it was made. */
export interface FindingInFile extends Omit<Finding, 'file'> {
  /** Only doubtful: it is reported, and stops nothing. */
  isDoubt?: true;
}
export type Report = (finding: FindingInFile) => void;

const MOST_LINES = 20;
/** A file with so many faults is some other file, and is not read to its end. */
export const MOST_FINDINGS = 10_000;

/** Bad input: holds every finding, and shows as many as a person will read. Exit code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(
    readonly findings: readonly Finding[],
    /** What was not done because of them, unless a finding says it. */
    consequence?: string,
  ) {
    const text = issueLines(findings).join('\n');
    super(consequence === undefined || /Nothing was \w+\./.test(text) ? text : `${text}\n${consequence}`);
  }
}

/** A file that is at fault as a whole is reported where another one names it. */
export function whereNamed({ findings }: InputError, place: Omit<Finding, 'message'>): InputError {
  return new InputError(
    findings.map((finding) =>
      finding.line === null && finding.key === null
        ? { ...place, message: `${finding.file} ${finding.message}` }
        : finding,
    ),
  );
}

/** As many as a person will read, and how many more there are. */
export function issueLines(findings: readonly Finding[]): string[] {
  const lines = findings.slice(0, MOST_LINES).map(lineOf);
  const omitted = findings.length - lines.length;
  const least = findings.length < MOST_FINDINGS ? '' : 'at least ';
  return omitted > 0 ? [...lines, `and ${least}${omitted} more`] : lines;
}

/** Called with all that is doubtful in a file, if anything is. */
export type Warn = (doubts: readonly Finding[]) => void;

/** A fault after which a file is not read on. */
export class FileFault extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
    readonly key: string | null = null,
  ) {
    super(message);
  }
}

/** What a reader makes of a text; null after reporting the fault that ended it. */
export function orReported<Result>(report: Report, read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FileFault)) throw error;
    const { line, key, message } = error;
    report({ line, key, message });
    return null;
  }
}

/** The result of reading a file, unless a fault in it was reported or there is no result. */
export function unlessReported<Result>(
  file: string,
  read: (report: Report) => Result | null,
  warn?: Warn,
): Result {
  const faults: Finding[] = [];
  const doubts: Finding[] = [];
  const report: Report = ({ isDoubt, ...finding }) => {
    const { message, line, key } = finding;
    if (isDoubt !== true && faults.length === MOST_FINDINGS - 1) throw new FileFault(message, line, key);
    const others = isDoubt === true ? doubts : faults;
    if (others.length < MOST_FINDINGS) others.push({ file, ...finding });
  };
  const addLast: Report = (fault) => void faults.push({ file, ...fault });
  const result = orReported(addLast, () => read(report));
  if (faults.length > 0) throw new InputError(faults.sort(byLine));
  // Without a finding this file would be passed over in silence among several.
  if (result === null) throw new InputError([{ file, line: null, key: null, message: 'cannot be read' }]);
  if (doubts.length > 0) warn?.(doubts.sort(byLine));
  return result;
}

const byLine = (a: Finding, b: Finding): number => (a.line ?? 0) - (b.line ?? 0);

function lineOf({ file, line, key, message }: Finding): string {
  const place = line === null ? file : `${file}:${line}`;
  const text = shortened(message, 1000);
  return key === null ? `${place}: ${text}` : `${place}: ${shownKey(key)}: ${text}`;
}

/** A key may hold anything; a finding is one line. */
export function shownKey(key: string): string {
  const short = shortened(key, 100);
  return /^\s|\s$|\p{C}|^$/u.test(short) ? JSON.stringify(short) : short;
}
