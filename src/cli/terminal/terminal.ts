/**
 * Standard output carries only data; messages to people go to standard error. All output passes through here, so that
 * text from a service can not move the cursor, begin a line or give a command to a CI runner.
 */
import { isPlain } from '../../domain/text/canonical-json';
import { exitCode } from '../../domain/exit-code';
import type { Finding } from '../../source/input-error';
import { visibleJson, visibleText, visibleValue, withoutCommands } from '../../domain/text/visible-text';

export const formats = ['text', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface Terminal {
  format: Format;
  /** `human` formats a copy of the document in which each value is on one line. */
  data<Document>(document: Document, human: (shown: Document) => string): void;
  info: (line: string) => void;
  warn: (warning: string) => void;
  /** The warnings that `warn` has not printed yet. */
  unprinted: (warnings: readonly string[]) => string[];
}

export function createTerminal(format: Format): Terminal {
  const printed = new Set<string>();
  const unprinted = (warnings: readonly string[]): string[] =>
    warnings.filter((warning) => !printed.has(visibleValue(warning)));
  return {
    format,
    data: (document, human) => {
      if (format === 'json') process.stdout.write(`${visibleJson(JSON.stringify(document, null, 2))}\n`);
      else writeStdout(human(shown(document)));
    },
    info: writeStderr,
    unprinted,
    warn: (warning) => {
      for (const text of unprinted([warning])) writeStderr(`Warning: ${text}`);
      printed.add(visibleValue(warning));
    },
  };
}

export function writeStdout(text: string): void {
  process.stdout.write(`${written(text)}\n`);
}

export function writeStderr(text: string): void {
  process.stderr.write(`${written(text)}\n`);
}

interface Annotation {
  level: 'error' | 'warning';
  file?: string;
  line?: number | null;
  message: string;
}

/** Prints a GitHub workflow annotation, only inside GitHub Actions. No value can end it or begin another. */
export function annotate({ level, file, line = null, message }: Annotation): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return;
  const place = file === undefined ? '' : ` file=${property(file)}${line === null ? '' : `,line=${line}`}`;
  process.stderr.write(`::${level}${place}::${command(message)}\n`);
}

/** GitHub shows at most this many per step. */
const MOST_ANNOTATIONS = 10;

export function annotateFindings(findings: readonly Finding[]): void {
  for (const { file, line, key, message } of findings.slice(0, MOST_ANNOTATIONS))
    annotate({ level: 'error', file, line, message: key === null ? message : `${key}: ${message}` });
}

/** Escapes as GitHub's toolkit does. */
function command(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return command(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** Output for programs stays byte for byte; on a terminal it is made safe to show. */
export function writeRaw(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? written(text) : text}\n`);
}

function written(text: string): string {
  return withoutCommands(visibleText(text));
}

/** A copy in which each text is on one line. */
export function shown<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return visibleValue(value);
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlain(value) || value instanceof Date) return value;
  return Object.fromEntries(
    // A problem is our own text and may have several lines; its quotes were put on one line on receipt.
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      visibleValue(key),
      key === 'problem' ? part : copyOf(part),
    ]),
  );
}

/**
 * A closed pipe, as in `locrelease list | head -1`, is no error and keeps the exit code. Other write errors, such as a
 * full disk, are reported.
 */
export function outliveClosedPipes(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    writeStderr(
      `locrelease: Cannot write to standard output: ${error.message}. What the command has done is done.`,
    );
    process.exit(exitCode.badInput);
  });
}
