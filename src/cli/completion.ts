import type { Command } from 'commander';
import { outputOption } from './command-options';
import { completionScript, shells, type Shell } from './completion-script';
import { defineAll } from './lazy-command';
import { createTerminal } from './terminal';

const help = `
Examples:
  locrelease completion bash > /etc/bash_completion.d/locrelease
  echo 'source <(locrelease completion zsh)' >> ~/.zshrc
  locrelease completion fish > ~/.config/fish/completions/locrelease.fish`;

export function define(completion: Command): void {
  completion.registeredArguments[0]?.choices(shells);
  completion
    .addOption(outputOption())
    .addHelpText('after', help)
    .action(async (shell: Shell, options: { output: string }) => {
      const program = completion.parent ?? completion;
      await defineAll(program);
      const script = completionScript(program, shell);
      createTerminal(options.output === 'json').data({ shell, script }, () => script.trimEnd());
    });
}
