/** Every command in the order of "locrelease --help". What a command needs is loaded with it, and not here. */
import { Argument } from 'commander';
import { resolveActions } from '../domain/stages';
import { shells, valueKinds } from './completion-script';
import { LazyCommand } from './lazy-command';

export const commands = (): LazyCommand[] => [
  new LazyCommand(
    'init [directory]',
    'Write a first release file, its strings and a configuration file, all with comments.',
    async () => (await import('./init.js')).defineInitCommand,
  ),
  new LazyCommand(
    'plan <file>',
    'Show what a release would do, and what would stop it.',
    async () => (await import('./plan.js')).definePlanCommand,
  ),
  new LazyCommand(
    'doctor',
    'Check everything that releases need, and show how to fix what is wrong.',
    async () => (await import('./doctor.js')).defineDoctorCommand,
  ),
  new LazyCommand(
    'probe',
    'Check how both services behave where their documentation is silent. Only reads, unless --spend is given.',
    async () => (await import('./probe.js')).defineProbeCommand,
  ),
  new LazyCommand(
    'start <file>',
    'Start a release, or attach to it if it already exists with the same content.',
    async () => (await import('./start.js')).defineStartCommand,
  ),
  new LazyCommand(
    'status <id>',
    'Show the state of a release.',
    async () => (await import('./status.js')).defineStatusCommand,
  ),
  new LazyCommand(
    'list',
    'List releases, newest first. Those that Temporal has forgotten come last, from the archive.',
    async () => (await import('./list.js')).defineListCommand,
  ),
  new LazyCommand(
    'watch <id>',
    'Show live progress until the release has ended, is parked or is partial.',
    async () => (await import('./watch.js')).defineWatchCommand,
  ),
  new LazyCommand(
    'wait <id>',
    'Wait until the release has ended, is parked or is partial. The exit code tells the state.',
    async () => (await import('./wait.js')).defineWaitCommand,
  ),
  new LazyCommand(
    'explain <id>',
    'Show what happened to a release, who decided what, and why.',
    async () => (await import('./explain.js')).defineExplainCommand,
  ),
  new LazyCommand(
    'terms',
    'Review the scanned terms of a release.',
    async () => (await import('./terms.js')).defineTermsCommand,
  ),
  new LazyCommand(
    'resolve',
    'Decide on a parked release, which waits for a person. On a partial one, retry announces again on the failed accounts only.',
    async () => (await import('./resolve.js')).defineResolveCommand,
  )
    .argument('<id>', 'Id of the release.')
    .addArgument(new Argument('<action>', 'What to do.').choices(resolveActions)),
  new LazyCommand(
    'retry [id]',
    'Try again what could not go on: one release, or all that failed.',
    async () => (await import('./retry.js')).defineRetryCommand,
  ),
  new LazyCommand(
    'amend <id> [file]',
    'Change what a running release has not done yet.',
    async () => (await import('./amend.js')).defineAmendCommand,
  ),
  new LazyCommand(
    'pause <id>',
    'Pause a release: nothing irreversible begins until it is resumed. Deadlines of its review wait.',
    async () => (await import('./pause.js')).definePauseCommand,
  ),
  new LazyCommand(
    'resume <id>',
    'Resume a paused release.',
    async () => (await import('./pause.js')).defineResumeCommand,
  ),
  new LazyCommand(
    'add-languages <id> <languages...>',
    'Translate more languages in a running or finished release. Its other languages do not change.',
    async () => (await import('./add-languages.js')).defineAddLanguagesCommand,
  ),
  new LazyCommand(
    'files <id>',
    'List the exported files of a release, or copy them.',
    async () => (await import('./files.js')).defineFilesCommand,
  ),
  new LazyCommand(
    'cancel <id>',
    'Cancel a release. Shows what was done and what cannot be undone.',
    async () => (await import('./cancel.js')).defineCancelCommand,
  ),
  new LazyCommand(
    'rollback <id>',
    'Publish the task of an earlier release again, and export its files. What the project had is overwritten.',
    async () => (await import('./rollback.js')).defineRollbackCommand,
  ),
  new LazyCommand(
    'report <id>',
    'Show the permanent record of a release: one page, or with -o json its manifest.',
    async () => (await import('./report.js')).defineReportCommand,
  ),
  new LazyCommand(
    'history',
    'List every end of every release and every rollback, newest first, from the archive.',
    async () => (await import('./history.js')).defineHistoryCommand,
  ),
  new LazyCommand(
    'schedule',
    'Manage nightly localization, as Temporal Schedules.',
    async () => (await import('./schedule.js')).defineScheduleCommand,
  ),
  new LazyCommand(
    'templates',
    'Manage the export templates of a project.',
    async () => (await import('./templates.js')).defineTemplatesCommand,
  ),
  new LazyCommand(
    'termbase',
    'Manage the termbase of a project.',
    async () => (await import('./termbase.js')).defineTermbaseCommand,
  ),
  new LazyCommand(
    'languages',
    'List the languages that the localization service supports.',
    async () => (await import('./languages.js')).defineLanguagesCommand,
  ),
  new LazyCommand(
    'accounts',
    'List the social accounts that an announcement can go to.',
    async () => (await import('./accounts.js')).defineAccountsCommand,
  ),
  new LazyCommand(
    'task',
    'Work with a translation task, without a release.',
    async () => (await import('./task.js')).defineTaskCommand,
  ),
  new LazyCommand(
    'publish',
    'Look at a publish job, or wait for it.',
    async () => (await import('./publish.js')).definePublishCommand,
  ),
  new LazyCommand(
    'posts',
    'Look at posts and publish them, without a release.',
    async () => (await import('./posts.js')).definePostsCommand,
  ),
  new LazyCommand(
    'workspace',
    'Show the workspace of the social service: what the credential may do, and what is left of quotas.',
    async () => (await import('./workspace.js')).defineWorkspaceCommand,
  ),
  new LazyCommand(
    'store',
    'Check, clean up and copy the store.',
    async () => (await import('./store.js')).defineStoreCommand,
  ),
  new LazyCommand(
    'operators',
    "Create access to the operators' console.",
    async () => (await import('./operators.js')).defineOperatorsCommand,
  ),
  new LazyCommand(
    'login [name]',
    'Sign in to a gateway. Commands are done there from then on, and need neither Temporal nor the store.',
    async () => (await import('./login.js')).defineLoginCommand,
  ),
  new LazyCommand(
    'logout [name]',
    'Remove the token of a gateway.',
    async () => (await import('./login.js')).defineLogoutCommand,
  ),
  new LazyCommand(
    'context',
    'List the gateways that you have signed in to, and choose one.',
    async () => (await import('./context.js')).defineContextCommand,
  ),
  new LazyCommand(
    'notices',
    'Show and test the routes on which notices are sent.',
    async () => (await import('./notices.js')).defineNoticesCommand,
  ),
  new LazyCommand(
    'worker',
    'Run a worker until it is stopped. Several can run at once.',
    async () => (await import('./processes.js')).defineWorkerCommand,
  ),
  new LazyCommand(
    'gateway',
    "Run the HTTP gateway: the operators' console, the service's callbacks, health and metrics.",
    async () => (await import('./processes.js')).defineGatewayCommand,
  ),
  new LazyCommand(
    'mcp',
    'Run a tool server (Model Context Protocol) on standard input and output.',
    async () => (await import('./mcp.js')).defineMcpCommand,
  ),
  new LazyCommand(
    'sandbox',
    'Run both services on this machine, as documented, with faults on request.',
    async () => (await import('./sandbox.js')).defineSandboxCommand,
  ),
  new LazyCommand(
    'dev',
    'Run everything on this machine until Ctrl-C: Temporal, a sandbox of both services, worker and gateway.',
    async () => (await import('./dev.js')).defineDevCommand,
  ),
  new LazyCommand(
    'demo',
    'Run one whole release as a demonstration, with its own Temporal server and sandbox.',
    async () => (await import('./demo.js')).defineDemoCommand,
  ),
  new LazyCommand(
    'completion',
    'Print a script that lets a shell complete commands, options and their values.',
    async () => (await import('./completion.js')).defineCompletionCommand,
  ).addArgument(new Argument('<shell>', 'The shell.').choices(shells)),
];

/** For scripts of ours alone. */
export const hiddenCommands = (): LazyCommand[] => [
  new LazyCommand(
    'complete',
    'List values for the completion of a shell.',
    async () => (await import('./complete.js')).defineCompleteCommand,
  )
    .addArgument(new Argument('<kind>', 'What to list.').choices(valueKinds))
    .argument('[release]', 'Id of the release on the line.'),
];
