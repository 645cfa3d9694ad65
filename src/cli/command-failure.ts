/** What became of a command that failed, in whichever way: the line was wrong, it could not be done, or we are. */
import { CommanderError } from 'commander';
import { expectedFailure, type Failure } from '../operations/failure';
import { exitCode } from '../domain/exit-code';
import { withSourceLines } from './source-lines';

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
