/** Lists of the two services (languages, accounts, workspace) and the checks of "locrelease doctor". */
import type { Diagnosis, FailureCause } from '../../checks/diagnosis';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import type { Account, Quota, WorkspaceContext } from '../../social/replies';
import { command } from '../command';
import { projectOption } from '../command-options';
import { Table } from '../terminal/table';

const languageTable = new Table<{ code: string; name: string | null }>([
  'code',
  { name: 'name', flexible: true },
]);

const accountTable = new Table<Account>([
  'id',
  'platform',
  'status',
  { name: 'handle', flexible: true },
  { name: 'note', value: ({ canPublish }) => (canPublish ? '' : 'cannot publish') },
]);

export const languages = command({
  options: { project: projectOption, ...languageTable.options },
  examples: ['service languages'],
  run: async ({ ask, terminal }, { project, ...options }) =>
    languageTable.write(terminal, 'languages', await ask('languages', { project }), options),
});

export const accounts = command({
  options: accountTable.options,
  examples: ['service accounts'],
  run: async ({ ask, terminal }, options) => {
    const { accounts: found, ...more } = await ask('accounts', {});
    accountTable.write(terminal, 'accounts', found, options, { none: 'No accounts.', ...more });
  },
});

export const workspace = command({
  examples: ['service workspace'],
  run: async ({ ask, terminal }) => terminal.data(await ask('workspace', {}), workspaceText),
});

function workspaceText({ workspace: own, credential, quotas }: WorkspaceContext): string {
  const left = (name: string, quota: Quota | null): string =>
    `${name.padEnd(20)}${quota === null ? 'limit not given' : `${quota.left} of ${quota.limit} left`}`;
  return [
    `${own.name}  ${own.id ?? ''}`.trimEnd(),
    `scopes              ${credential.scopes.join(', ')}`,
    `allowed actions     ${credential.allowedActions.join(', ')}`,
    `confirm mode        ${credential.confirmMode ?? 'not given'}`,
    left('scheduled posts', quotas.scheduledThisMonth),
    left('renders', quotas.rendersThisMonth),
    left('seats', quotas.seats),
    left('AI uses', quotas.aiThisMonth),
  ].join('\n');
}

const help = `Checks credentials, clock, templates, social accounts and quota, callbacks, Temporal, workers and the store.
Exit code 0: nothing failed. 2: configuration. 8: a service refused. 9: Temporal. With several failures: the highest.`;

const exitCodes: Record<FailureCause, ExitCode> = {
  configuration: exitCode.badInput,
  service: exitCode.service,
  temporal: exitCode.temporalUnreachable,
};

export const doctor = command({
  help,
  examples: ['doctor'],
  run: async ({ ask, terminal }) => {
    const checks = await ask('doctor', {});
    terminal.data({ checks }, (shown) => shown.checks.map(checkText).join('\n'));
    const codes = checks.map(({ cause }) => (cause === null ? exitCode.done : exitCodes[cause]));
    process.exitCode = Math.max(exitCode.done, ...codes);
  },
});

function checkText({ what, level, message, fix }: Diagnosis): string {
  const label = (level === 'fail' ? 'FAIL' : level).padEnd(6);
  return `${label}${what}: ${message}${fix === null ? '' : `\n      → ${fix}`}`;
}
