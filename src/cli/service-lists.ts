/** What the two services have: languages, accounts, and the workspace of the credential. */
import type { Command } from 'commander';
import type { Account, Quota, WorkspaceContext } from '../social/replies';
import { outputOption, projectOption } from './command-options';
import { Table, type ListOptions } from './table';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

export function define(command: Command): void {
  const name = command.name() as keyof typeof lists;
  lists[name](command).addHelpText('after', `\nExample:\n  locrelease service ${name}`);
}

const lists = {
  languages: (command: Command): Command =>
    languages
      .options(command.addOption(projectOption()))
      .action((options: ListOptions & { project: string }) =>
        withBackend(async ({ ask }) => {
          languages.write('languages', await ask('languages', { project: options.project }), options);
        }),
      ),
  accounts: (command: Command): Command =>
    accounts.options(command).action((options: ListOptions) =>
      withBackend(async ({ ask }) => {
        const { accounts: found, ...more } = await ask('accounts', {});
        accounts.write('accounts', found, options, { none: 'No accounts.', ...more });
      }),
    ),
  workspace: (command: Command): Command =>
    command.addOption(outputOption()).action(({ output }: { output: string }) =>
      withBackend(async ({ ask }) => {
        createTerminal(output === 'json').data(await ask('workspace', {}), workspaceText);
      }),
    ),
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
