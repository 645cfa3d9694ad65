import type { Command } from 'commander';
import { setUp } from './command';
import { githubOption } from './command-options';
import { demandGithub, tellGithub } from './github';
import { report } from './status-text';

export function define(command: Command): void {
  setUp(command, {
    options: { github: githubOption },
    examples: ['status game-2.4.0 -o json | jq -r .state'],
    run: async ({ backend, ask, terminal }, { github }, id: string) => {
      demandGithub(github);
      const status = await ask('status', { id });
      report(terminal, status, backend.linkOf(id));
      tellGithub(status, terminal);
    },
  });
}
