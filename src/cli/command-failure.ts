/** What became of a command that failed, in whichever way: the line was wrong, it could not be done, or we are. */
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
 * A stack that names the lines of our sources instead of those of the bundle: whoever gets the report can read it.
 * Done here, and not by Node.js, which would read every map whether or not there is an error.
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
      // No map, no better place.
      return built;
    }
  });
}
