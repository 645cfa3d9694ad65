/** What the two services have: languages, accounts, and the workspace of the credential. */
import type { Command } from 'commander';
import type { Account, Quota, WorkspaceContext } from '../../social/replies';
import { setUp } from '../command';
import { projectOption } from '../command-options';
import { Table } from '../terminal/table';

export function define(command: Command): void {
  lists[command.name() as keyof typeof lists](command);
}

const lists = {
  languages: (command: Command) =>
    setUp(command, {
      options: { project: projectOption, ...languages.options },
      examples: ['service languages'],
      run: async ({ ask, terminal }, { project, ...options }) =>
        languages.write(terminal, 'languages', await ask('languages', { project }), options),
    }),
  accounts: (command: Command) =>
    setUp(command, {
      options: accounts.options,
      examples: ['service accounts'],
      run: async ({ ask, terminal }, options) => {
        const { accounts: found, ...more } = await ask('accounts', {});
        accounts.write(terminal, 'accounts', found, options, { none: 'No accounts.', ...more });
      },
    }),
  workspace: (command: Command) =>
    setUp(command, {
      examples: ['service workspace'],
      run: async ({ ask, terminal }) => terminal.data(await ask('workspace', {}), workspaceText),
    }),
};

const languages = new Table<{ code: string; name: string | null }>([
  { name: 'code', text: ({ code }) => code },
  { name: 'name', text: ({ name }) => name ?? '', flexible: true },
]);

const accounts = new Table<Account>([
  { name: 'id', text: ({ id }) => id },
  { name: 'platform', text: ({ platform }) => platform },
  { name: 'status', text: ({ status }) => status },
  { name: 'handle', text: ({ handle }) => handle, flexible: true },
  { name: 'note', text: ({ canPublish }) => (canPublish ? '' : 'cannot publish') },
]);

function workspaceText({ workspace, credential, quotas }: WorkspaceContext): string {
  const left = (name: string, quota: Quota | null): string =>
    `${name.padEnd(20)}${quota === null ? 'limit not given' : `${quota.left} of ${quota.limit} left`}`;
  return [
    `${workspace.name}  ${workspace.id ?? ''}`.trimEnd(),
    `scopes              ${credential.scopes.join(', ')}`,
    `allowed actions     ${credential.allowedActions.join(', ')}`,
    `confirm mode        ${credential.confirmMode ?? 'not given'}`,
    left('scheduled posts', quotas.scheduledThisMonth),
    left('renders', quotas.rendersThisMonth),
    left('seats', quotas.seats),
    left('AI uses', quotas.aiThisMonth),
  ].join('\n');
}
