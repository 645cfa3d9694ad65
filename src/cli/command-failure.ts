/** The failure report and exit code of a command, for usage errors, expected failures and bugs alike. */
import { CommanderError } from 'commander';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { expectedFailure } from '../operations/failure';
import type { Failure } from '../protocol/console-api';
import { packageRoot } from '../package';
import { exitCode } from '../domain/exit-code';

export function failureOf(error: unknown): Failure {
  if (error instanceof CommanderError) {
    const message = error.message.replace(/^error: /, '');
    return { code: 'usage', message, exitCode: error.exitCode === 0 ? exitCode.done : exitCode.badInput };
  }
  const expected = expectedFailure(error);
  if (expected !== null) return expected;
  const text = error instanceof Error ? withSourceLines(error.stack ?? error.message) : String(error);
  return {
    code: 'unexpected',
    message: `Unexpected error. Please report it with this text and the command that you ran.\n${text}`,
    exitCode: exitCode.unexpected,
  };
}

const PLACE = /(?<![^\s()])(?:file:\/\/)?([^\s():]+[.]js):(\d+):(\d+)/g;

/**
 * Maps a stack from the bundle back to the lines of our sources, so that a bug report can be read.
 * Node.js's own option for this would read every source map on each start, also without an error.
 */
function withSourceLines(stack: string): string {
  return stack.replace(PLACE, (built, file: string, line: string, column: string) => {
    try {
      const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap['payload']);
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return built;
      const source = resolve(dirname(file), entry.originalSource);
      return `${relative(packageRoot, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    } catch {
      return built;
    }
  });
}
