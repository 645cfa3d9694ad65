import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config/config';
import { ServiceError } from '../http/service-error';
import { packageVersion } from '../package-version';
import { BadRequest, GateClosed, NoWorker, Refused, ServiceRefused } from '../client/errors';
import { InputError } from '../source/input-error';
import { StoreError } from '../store/store-error';
import { TemporalUnreachable } from '../temporal/connect';
import { UndecryptablePayload } from '../temporal/encryption-codec';
import { NoTemporalServer } from '../temporal/no-temporal-server';
import { addAccountsCommand } from './accounts';
import { addAddLanguagesCommand } from './add-languages';
import { addAmendCommand } from './amend';
import { addCancelCommand } from './cancel';
import { addCompletionCommand } from './completion';
import { addDemoCommand } from './demo';
import { addDevCommand } from './dev';
import { addDoctorCommand } from './doctor';
import { exitCode, type ExitCode } from './exit-code';
import { addExplainCommand } from './explain';
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
import { addRollbackCommand } from './rollback';
import { addSandboxCommand } from './sandbox';
import { addScheduleCommand } from './schedule';
import { serviceErrorText } from '../client/service-error-text';
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
  for (const command of program.commands) inherit(command, program);
  return program;
}

function inherit(command: Command, parent: Command): void {
  command.copyInheritedSettings(parent);
  for (const child of command.commands) inherit(child, command);
}

function report(error: unknown): ExitCode {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCode.done : exitCode.badInput;
  if (isBadInput(error)) return fail(error.message, exitCode.badInput);
  if (error instanceof GateClosed) return fail(error.message, exitCode.gate);
  if (
    error instanceof TemporalUnreachable ||
    error instanceof NoTemporalServer ||
    error instanceof NoWorker
  ) {
    return fail(error.message, exitCode.temporalUnreachable);
  }
  if (error instanceof ServiceRefused) return fail(error.message, exitCode.service);
  if (error instanceof ServiceError) return fail(serviceErrorText(error), exitCode.service);
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
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
