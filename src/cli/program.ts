import { Command, CommanderError, Option } from 'commander';
import { packageVersion } from '../package-version';
import { addAccountsCommand } from './accounts';
import { addAddLanguagesCommand } from './add-languages';
import { addAmendCommand } from './amend';
import { addCancelCommand } from './cancel';
import { addCompleteCommand } from './complete';
import { addCompletionCommand } from './completion';
import { addDemoCommand } from './demo';
import { addDevCommand } from './dev';
import { addDoctorCommand } from './doctor';
import { exitCode, type ExitCode } from './exit-code';
import { addExplainCommand } from './explain';
import { failureOf, type Failure } from './failure';
import { addFilesCommand } from './files';
import { addHistoryCommand } from './history';
import { addInitCommand } from './init';
import { addLanguagesCommand } from './languages';
import { addListCommand } from './list';
import { addMcpCommand } from './mcp';
import { addNoticesCommand } from './notices';
import { addOperatorsCommand } from './operators';
import { addPauseCommands } from './pause';
import { addPlanCommand } from './plan';
import { addPostsCommand } from './posts';
import { addProbeCommand } from './probe';
import { addGatewayCommand, addWorkerCommand } from './processes';
import { addPublishCommand } from './publish';
import { addReportCommand } from './report';
import { addResolveCommand } from './resolve';
import { addRetryCommand } from './retry';
import { addRollbackCommand } from './rollback';
import { addSandboxCommand } from './sandbox';
import { addScheduleCommand } from './schedule';
import { addStartCommand } from './start';
import { addStatusCommand } from './status';
import { addStoreCommand } from './store';
import { addTaskCommand } from './task';
import { addTemplatesCommand } from './templates';
import { addTermbaseCommand } from './termbase';
import { say, tell } from './terminal';
import { addTermsCommand } from './terms';
import { addWaitCommand } from './wait';
import { addWatchCommand } from './watch';
import { addWorkspaceCommand } from './workspace';

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
  addInitCommand(program);
  addPlanCommand(program);
  addDoctorCommand(program);
  addProbeCommand(program);
  addStartCommand(program);
  addStatusCommand(program);
  addListCommand(program);
  addWatchCommand(program);
  addWaitCommand(program);
  addExplainCommand(program);
  addTermsCommand(program);
  addResolveCommand(program);
  addRetryCommand(program);
  addAmendCommand(program);
  addPauseCommands(program);
  addAddLanguagesCommand(program);
  addFilesCommand(program);
  addCancelCommand(program);
  addRollbackCommand(program);
  addReportCommand(program);
  addHistoryCommand(program);
  addScheduleCommand(program);
  addTemplatesCommand(program);
  addTermbaseCommand(program);
  addLanguagesCommand(program);
  addAccountsCommand(program);
  addTaskCommand(program);
  addPublishCommand(program);
  addPostsCommand(program);
  addWorkspaceCommand(program);
  addStoreCommand(program);
  addOperatorsCommand(program);
  addNoticesCommand(program);
  addWorkerCommand(program);
  addGatewayCommand(program);
  addMcpCommand(program);
  addSandboxCommand(program);
  addDevCommand(program);
  addDemoCommand(program);
  addCompletionCommand(program);
  addCompleteCommand(program);
  for (const command of program.commands) inherit(command, program);
  return program;
}

function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
}

const wantsJson = (program: Command): boolean => program.opts<{ errors?: string }>().errors === 'json';

function report(failure: Failure, { isSaid, asJson }: { isSaid: boolean; asJson: boolean }): ExitCode {
  const isFailure = failure.exitCode !== exitCode.done;
  // On one line, and the last one: what was said before it does not matter to whoever reads it.
  if (asJson && isFailure) say(JSON.stringify({ error: failure }));
  else if (!isSaid) say(`locrelease: ${failure.message}`);
  return failure.exitCode;
}
