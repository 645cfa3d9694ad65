import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../package';
import { exitCode, type ExitCode } from '../domain/exit-code';
import type { Failure } from '../protocol/console-api';
import { commands, hiddenCommands } from './commands';
import { failureOf } from './command-failure';
import { define, refuseRepeatedOptions } from './lazy-command';
import { annotateFindings, writeStderr, writeStdout } from './terminal/terminal';

const PREFIX = 'locrelease: ';

export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
    return (process.exitCode as ExitCode | undefined) ?? exitCode.done;
  } catch (error) {
    return report(failureOf(error), {
      isPrinted: error instanceof CommanderError,
      asJson: wantsJson(program),
    });
  }
}

export function createProgram(): Command {
  const program = new Command('locrelease')
    .description('A durable localization release pipeline: translate, review, publish, export and announce.')
    .addOption(
      new Option('--errors <format>', 'How errors are written to standard error, with every command.')
        .choices(['text', 'json'])
        .default('text')
        .env('LOCRELEASE_ERRORS'),
    )
    .option('--context <name>', 'Have the command done at this gateway: see "locrelease auth login".')
    .version(packageVersion(), '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    // A narrow column is still better than lines that the terminal breaks.
    .configureHelp({ minWidthToWrap: 20 })
    .showHelpAfterError(
      '(Run "locrelease --help" to see all commands, or "locrelease COMMAND --help" for one of them.)',
    )
    .configureOutput({
      writeOut: (text) => writeStdout(text.trimEnd()),
      writeErr: (text) => {
        if (!wantsJson(program)) writeStderr(text.trimEnd());
      },
      outputError: (text, write) => write(text.replace(/^error: /, PREFIX)),
    })
    .exitOverride();
  refuseRepeatedOptions(program);
  for (const command of commands()) program.addCommand(command.copyInheritedSettings(program));
  for (const command of hiddenCommands())
    program.addCommand(command.copyInheritedSettings(program), { hidden: true });
  return program.helpCommand(false).hook('preSubcommand', (_program, command) => define(command));
}

const wantsJson = (program: Command): boolean => program.opts<{ errors?: string }>().errors === 'json';

function report(failure: Failure, { isPrinted, asJson }: { isPrinted: boolean; asJson: boolean }): ExitCode {
  const isFailure = failure.exitCode !== exitCode.done;
  annotateFindings(failure.findings ?? []);
  // The error is one line and the last one, so that a script can find it after other output.
  if (asJson && isFailure) writeStderr(JSON.stringify({ error: failure }));
  else if (!isPrinted) writeStderr(PREFIX + failure.message);
  return failure.exitCode;
}
