import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../package-version';
import { commands, hiddenCommands } from './commands';
import { exitCode, type ExitCode } from '../domain/exit-code';
import type { Failure } from '../operations/failure';
import { failureOf } from './command-failure';
import { define } from './lazy-command';
import { nameContext } from './context-option';
import { refuseEmptyValues } from './refuse-empty';
import { refuseRepeatedOptions } from './refuse-repeats';
import { annotateFindings, say, tell } from './terminal';

export async function runCli(argv: readonly string[]): Promise<ExitCode> {
  const program = createProgram();
  try {
    await program.parseAsync(argv);
    return (process.exitCode as ExitCode | undefined) ?? exitCode.done;
  } catch (error) {
    return report(failureOf(error), { isSaid: error instanceof CommanderError, asJson: wantsJson(program) });
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
    .option('--context <name>', 'Have the command done at this gateway: see "locrelease login".')
    .version(packageVersion(), '-V, --version', 'Show the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand('help [command]', 'Show the help of a command.')
    .showHelpAfterError(
      '(Run "locrelease --help" to see all commands, or "locrelease COMMAND --help" for one of them.)',
    )
    .configureOutput({
      writeOut: (text) => tell(text.trimEnd()),
      writeErr: (text) => {
        if (!wantsJson(program)) say(text.trimEnd());
      },
    })
    .exitOverride();
  refuseRepeatedOptions(program);
  for (const command of [...commands(), helpCommand(program)])
    program.addCommand(command.copyInheritedSettings(program));
  for (const command of hiddenCommands())
    program.addCommand(command.copyInheritedSettings(program), { hidden: true });
  return program
    .helpCommand(false)
    .hook('preSubcommand', (_program, command) => define(command))
    .hook('preAction', (_program, command) => {
      refuseEmptyValues(command);
      nameContext(program.opts<{ context?: string }>().context);
    });
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
        if (named === undefined) {
          asked.outputHelp({ error: true });
          return asked.error(`\nerror: unknown command '${word}'`);
        }
        await define(named);
        asked = named;
      }
      asked.help();
    });
}

const wantsJson = (program: Command): boolean => program.opts<{ errors?: string }>().errors === 'json';

function report(failure: Failure, { isSaid, asJson }: { isSaid: boolean; asJson: boolean }): ExitCode {
  const isFailure = failure.exitCode !== exitCode.done;
  annotateFindings(failure.findings ?? []);
  // On one line, and the last one: what was said before it does not matter to whoever reads it.
  if (asJson && isFailure) say(JSON.stringify({ error: failure }));
  else if (!isSaid) say(`locrelease: ${failure.message}`);
  return failure.exitCode;
}
