import { shortened } from '../domain/text/visible-text';

export interface Finding {
  file: string;
  /** Counted from 1; null: the fault is of the file as a whole. */
  line: number | null;
  key: string | null;
  message: string;
}

export interface FindingInFile extends Omit<Finding, 'file'> {
  /** A warning is reported, but stops nothing. */
  isWarning?: true;
}
export type Report = (finding: FindingInFile) => void;

const MOST_LINES = 20;
/** A file with so many faults is probably another kind of file, and is not read to its end. */
export const MOST_FINDINGS = 10_000;

/** Bad input: holds every finding, and shows as many as a person will read. Commands exit with code 2. */
export class InputError extends Error {
  override readonly name = 'InputError';

  constructor(
    readonly findings: readonly Finding[],
    /** What was not done because of the findings, unless one of them says so. */
    consequence?: string,
  ) {
    const text = issueLines(findings).join('\n');
    super(consequence === undefined || /Nothing was \w+\./.test(text) ? text : `${text}\n${consequence}`);
  }
}

export function fileError(file: string, message: string): InputError {
  return new InputError([{ file, line: null, key: null, message }]);
}

/** A fault of a whole file is reported at the place that names the file. */
export function whereNamed({ findings }: InputError, place: Omit<Finding, 'message'>): InputError {
  return new InputError(
    findings.map((finding) =>
      finding.line === null && finding.key === null
        ? { ...place, message: `${finding.file} ${finding.message}` }
        : finding,
    ),
  );
}

export function issueLines(findings: readonly Finding[]): string[] {
  const lines = findings.slice(0, MOST_LINES).map(lineOf);
  const omitted = findings.length - lines.length;
  const least = findings.length < MOST_FINDINGS ? '' : 'at least ';
  return omitted > 0 ? [...lines, `and ${least}${omitted} more`] : lines;
}

export type Warn = (warnings: readonly Finding[]) => void;

/** A fault after which the file is not read on. */
export class FileFault extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
    readonly key: string | null = null,
  ) {
    super(message);
  }
}

/** Returns null after reporting the fault that ended the reading. */
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

/** Returns the result of reading a file, unless a fault in it was reported or there is no result. */
export function unlessReported<Result>(
  file: string,
  read: (report: Report) => Result | null,
  warn?: Warn,
): Result {
  const faults: Finding[] = [];
  const warnings: Finding[] = [];
  const report: Report = ({ isWarning, ...finding }) => {
    const { message, line, key } = finding;
    if (isWarning !== true && faults.length === MOST_FINDINGS - 1) throw new FileFault(message, line, key);
    const others = isWarning === true ? warnings : faults;
    if (others.length < MOST_FINDINGS) others.push({ file, ...finding });
  };
  const addLast: Report = (fault) => void faults.push({ file, ...fault });
  const result = orReported(addLast, () => read(report));
  if (faults.length > 0) throw new InputError(faults.sort(byLine));
  // Without a finding, the file would be silently skipped among several.
  if (result === null) throw fileError(file, 'cannot be read');
  if (warnings.length > 0) warn?.(warnings.sort(byLine));
  return result;
}

const byLine = (a: Finding, b: Finding): number => (a.line ?? 0) - (b.line ?? 0);

function lineOf({ file, line, key, message }: Finding): string {
  const place = line === null ? file : `${file}:${line}`;
  const text = shortened(message, 1000);
  return key === null ? `${place}: ${text}` : `${place}: ${shownKey(key)}: ${text}`;
}

const MOST_NAMED = 3;

export function firstNamed<Item>(items: readonly Item[], nameOf: (item: Item) => string): string {
  const more = items.length > MOST_NAMED ? ` and ${items.length - MOST_NAMED} more` : '';
  return items.slice(0, MOST_NAMED).map(nameOf).join(', ') + more;
}

/** A key may contain anything, but a finding is one line. */
export function shownKey(key: string): string {
  const short = shortened(key, 100);
  return /^\s|\s$|\p{C}|^$/u.test(short) ? JSON.stringify(short) : short;
}
