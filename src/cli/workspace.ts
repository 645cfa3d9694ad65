import type { Command } from 'commander';
import type { Quota, WorkspaceContext } from '../social/replies';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';
import { withBackend } from './with-backend';

export function defineWorkspaceCommand(command: Command): void {
  command
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease workspace')
    .action(({ output }: { output: string }) =>
      withBackend(async ({ ask }) => {
        createTerminal(output === 'json').data(await ask('workspace', {}), workspaceText);
      }),
    );
}

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
