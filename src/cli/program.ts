import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config-error';
import { ServiceError } from '../http/service-error';
import { packageVersion } from '../package-version';
import { BadRequest, NoWorker, Refused, ServiceRefused } from '../client/errors';
import { InputError } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { TemporalUnreachable } from '../temporal/temporal-unreachable';
import { UndecryptablePayload } from '../temporal/undecryptable-payload';
import { NoTemporalServer } from '../temporal/no-temporal-server';
import { commands } from './commands';
import { exitCode, type ExitCode } from './exit-code';
import { define } from './lazy-command';
import { serviceErrorText } from '../client/service-error-text';
import { withSourceLines } from './source-lines';
import { say, tell } from './terminal';

export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
    return (process.exitCode as ExitCode | undefined) ?? exitCode.done;
  } catch (error) {
    return report(error);
  }
}

export function createProgram(): Command {
  const program = new Command('locrelease')
    .description('A durable localization release pipeline: translate, review, publish, export and announce.')
    .version(packageVersion(), '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .showHelpAfterError(
      '(Run "locrelease --help" to see all commands, or "locrelease COMMAND --help" for one of them.)',
    )
    .configureOutput({
      writeOut: (text) => tell(text.trimEnd()),
      writeErr: (text) => say(text.trimEnd()),
    })
    .exitOverride();
  for (const command of [...commands(), helpCommand(program)])
    program.addCommand(command.copyInheritedSettings(program));
  return program.helpCommand(false).hook('preSubcommand', (_program, command) => define(command));
}

/** The one of the library knows nothing of commands that are not loaded yet, nor of commands of commands. */
function helpCommand(program: Command): Command {
  return new Command('help')
    .argument('[command...]')
    .description('Show the help of a command.')
    .action(async (words: string[]) => {
      let asked = program;
      for (const word of words) {
        const named = asked.commands.find((command) => command.name() === word);
        if (named === undefined) return asked.help({ error: true });
        await define(named);
        asked = named;
      }
      asked.help();
    });
}

function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.badInput;
  if (isBadInput(error)) return fail(error.message, exitCode.badInput);
  if (
    error instanceof TemporalUnreachable ||
    error instanceof NoTemporalServer ||
    error instanceof NoWorker
  ) {
    return fail(error.message, exitCode.temporalUnreachable);
  }
  if (error instanceof ServiceRefused) return fail(error.message, exitCode.service);
  if (error instanceof ServiceError) return fail(serviceErrorText(error), exitCode.service);
  const text = error instanceof Error ? withSourceLines(error.stack ?? error.message) : String(error);
  return fail(
    `Unexpected error. Please report it with this text and the command that you ran.\n${text}`,
    exitCode.unexpected,
  );
}

function isBadInput(error: unknown): error is Error {
  const kinds = [ConfigError, InputError, StoreError, BadRequest, Refused, UndecryptablePayload];
  return kinds.some((kind) => error instanceof kind);
}

function fail(message: string, code: ExitCode): ExitCode {
  say(`locrelease: ${message}`);
  return code;
}
