/** Every command, in the groups and order of "locrelease --help". Modules of commands are loaded only when needed. */
import { LazyCommand, type Definition } from './lazy-command';

type NameOf<Usage extends string> = Usage extends `${infer Name} ${string}` ? Name : Usage;
type Module<Name extends string> = Readonly<Record<Name, Definition>>;
/** The module exports the definition under the command's name. */
type Row<Usage extends string> = readonly [
  usage: Usage,
  description: string,
  load: () => Promise<Module<NameOf<Usage>>>,
];
type Rows<Usages extends readonly string[]> = { readonly [Index in keyof Usages]: Row<Usages[Index]> };

const group =
  <const Usages extends readonly string[]>(heading: string, rows: Rows<Usages>) =>
  (): LazyCommand[] =>
    rows.map(([usage, description, load]) => {
      const [name = ''] = usage.split(' ');
      return new LazyCommand(usage, description, async () => (await load())[name]).helpGroup(heading);
    });

const release = group('Release:', [
  ['init [directory]', 'Write a first release file with comments.', () => import('./release/init.js')],
  ['plan <file>', 'Show what a release would do, and what would stop it.', () => import('./release/plan.js')],
  ['start <file>', 'Start a release, or attach to it if it exists.', () => import('./release/start.js')],
  ['status <id>', 'Show the state of a release.', () => import('./release/watch.js')],
  ['list', 'List releases, newest first.', () => import('./release/list.js')],
  ['watch <id>', 'Follow it until it ends, is parked or is partial.', () => import('./release/watch.js')],
  ['wait <id>', 'Wait until it ends, is parked or is partial.', () => import('./release/watch.js')],
  ['explain <id>', 'Show what happened, who decided what, and why.', () => import('./release/report.js')],
  ['files <id>', 'List the exported files of a release, or copy them.', () => import('./release/files.js')],
  ['report <id>', 'Show the permanent record of a release.', () => import('./release/report.js')],
  ['cancel <id>', 'Cancel a release, and show what cannot be undone.', () => import('./release/decide.js')],
  ['rollback <id>', 'Publish and export an earlier release again.', () => import('./release/decide.js')],
]);

const decide = group('Decide:', [
  ['terms', 'Review the scanned terms of a release.', () => import('./terms/terms.js')],
  ['retry [id]', 'Try again what could not go on: one release, or all.', () => import('./release/decide.js')],
  ['resolve <id> <action>', 'Decide on a parked or partial release.', () => import('./release/decide.js')],
  ['amend <id> [file]', 'Change what a release has not done yet.', () => import('./release/amend.js')],
  ['pause <id>', 'Let nothing irreversible begin until it is resumed.', () => import('./release/decide.js')],
  ['resume <id>', 'Resume a paused release.', () => import('./release/decide.js')],
  ['termbase', 'Manage the termbase of a project.', () => import('./terms/termbase.js')],
]);

const service = group('Commands:', [
  [
    'languages',
    'List the languages of the localization service.',
    () => import('./services/service-lists.js'),
  ],
  ['accounts', 'List the social accounts.', () => import('./services/service-lists.js')],
  ['workspace', 'Show the rights and quotas of the credential.', () => import('./services/service-lists.js')],
  ['templates', 'Manage the export templates of a project.', () => import('./services/templates.js')],
  ['task', 'Work with a translation task.', () => import('./services/task.js')],
  ['job', 'Look at a publish job, or wait for it.', () => import('./services/task.js')],
  ['post', 'Look at posts, create and publish them.', () => import('./services/post.js')],
  ['probe', 'Check what the services leave undocumented.', () => import('./services/probe.js')],
]);

const run = group('Run:', [
  ['dev', 'Run everything on this machine, with a sandbox.', () => import('./dev.js')],
  ['demo', 'Run one whole release as a demonstration.', () => import('./demo.js')],
  ['worker', 'Run a worker. Several can run at once.', () => import('./processes.js')],
  ['gateway', 'Run the HTTP gateway: console, callbacks, metrics.', () => import('./processes.js')],
  ['sandbox', 'Run both services here, with faults on request.', () => import('./sandbox.js')],
  ['mcp', 'Run a tool server (Model Context Protocol).', () => import('./processes.js')],
  ['doctor', 'Check everything that releases need.', () => import('./services/service-lists.js')],
  ['notices', 'Show and test the routes of notices.', () => import('./services/notices.js')],
  ['store', 'Check, clean up and copy the store.', () => import('./services/store.js')],
]);

const schedule = group('Every night:', [
  ['schedule', 'Manage nightly localization.', () => import('./release/schedule.js')],
]);

const access = group('Access:', [
  ['auth', 'Sign in to gateways, and create tokens of operators.', () => import('./auth.js')],
  ['completion <shell>', 'Print a completion script for a shell.', () => import('./completion.js')],
  ['help [command...]', 'Show the help of a command.', () => import('./help.js')],
]);

export const commands = (): LazyCommand[] => [
  ...release(),
  ...decide(),
  ...schedule(),
  new LazyCommand('service', 'Use the two services without a release.', service()).helpGroup('Services:'),
  ...run(),
  ...access(),
];

/** Used by the completion scripts, and for words that are no command. */
export const hiddenCommands = (): LazyCommand[] => [
  new LazyCommand(
    'complete [words...]',
    'List what may stand at the end of a line.',
    async () => (await import('./completion.js')).complete,
  ),
  new LazyCommand('* [words...]', 'Suggest a command.', async () => (await import('./help.js')).suggest),
];
