/**
 * Standard output carries data and nothing else; everything said to a person goes to standard error. Whatever a command
 * writes is written here: text from a service can move no cursor, begin no line and give no command to a CI machine.
 */
import { isPlain } from '../../domain/text/canonical-json';
import { exitCode } from '../../domain/exit-code';
import type { Finding } from '../../source/input-error';
import { visibleJson, visibleText, visibleValue, withoutCommands } from '../../domain/text/visible-text';

/** `json`: one JSON document on standard output. */
export const formats = ['text', 'json', 'csv'] as const;
export type Format = (typeof formats)[number];

export interface Terminal {
  format: Format;
  /** `human` makes the text of the document as it may be shown: each value of it is on one line. */
  data<Document>(document: Document, human: (shown: Document) => string): void;
  say(line: string): void;
  /** Says each warning once. */
  warn: (warning: string) => void;
  /** Those that were not said yet. */
  unsaid: (warnings: readonly string[]) => string[];
}

export function createTerminal(format: Format): Terminal {
  const said = new Set<string>();
  const unsaid = (warnings: readonly string[]): string[] =>
    warnings.filter((warning) => !said.has(visibleValue(warning)));
  return {
    format,
    data: (document, human) => {
      if (format === 'json') process.stdout.write(`${visibleJson(JSON.stringify(document, null, 2))}\n`);
      else tell(human(shown(document)));
    },
    say,
    unsaid,
    warn: (warning) => {
      for (const text of unsaid([warning])) say(`Warning: ${text}`);
      said.add(visibleValue(warning));
    },
  };
}

/** On standard output. */
export function tell(text: string): void {
  process.stdout.write(`${written(text)}\n`);
}

/** On standard error. */
export function say(text: string): void {
  process.stderr.write(`${written(text)}\n`);
}

interface Annotation {
  level: 'error' | 'warning' | 'notice';
  file?: string;
  line?: number | null;
  message: string;
}

/** In a GitHub workflow, a line that it shows beside the file; elsewhere nothing. No value can end it or begin another. */
export function annotate({ level, file, line = null, message }: Annotation): void {
  if (process.env.GITHUB_ACTIONS !== 'true') return;
  const place = file === undefined ? '' : ` file=${property(file)}${line === null ? '' : `,line=${line}`}`;
  process.stderr.write(`::${level}${place}::${command(message)}\n`);
}

/** As many as GitHub shows of one step. */
const MOST_ANNOTATIONS = 10;

export function annotateFindings(findings: readonly Finding[]): void {
  for (const { file, line, key, message } of findings.slice(0, MOST_ANNOTATIONS))
    annotate({ level: 'error', file, line, message: key === null ? message : `${key}: ${message}` });
}

/** As GitHub's own tools write what follows a command. */
function command(text: string): string {
  return visibleText(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return command(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** For a program that reads on: every byte as it is, unless a person would see it. */
export function hand(text: string): void {
  process.stdout.write(`${process.stdout.isTTY ? written(text) : text}\n`);
}

function written(text: string): string {
  return withoutCommands(visibleText(text));
}

/** A text as a POSIX shell takes it for one word, whatever is in it. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A copy whose texts are on one line each. */
export function shown<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'string') return visibleValue(value);
  if (Array.isArray(value)) return value.map(copyOf);
  if (!isPlain(value) || value instanceof Date) return value;
  return Object.fromEntries(
    // A problem is our own text of several lines; what it quotes was put on one line when it came in.
    Object.entries(value).map(([key, part]: [string, unknown]) => [
      visibleValue(key),
      key === 'problem' ? part : copyOf(part),
    ]),
  );
}

/**
 * `locrelease list | head -1` ends well: whoever closes a pipe has read enough, and the exit code stays what it is. A
 * disk that is full is told, where that can be told.
 */
export function outliveClosedPipes(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    say(`locrelease: Cannot write to standard output: ${error.message}. What the command has done is done.`);
    process.exit(exitCode.badInput);
  });
}
