import type { Command } from 'commander';
import { setUp } from './command';
import { completionScript, shells, type Shell } from './completion-script';
import { defineAll } from './lazy-command';

export function define(completion: Command): void {
  completion.registeredArguments[0]?.choices(shells);
  setUp(completion, {
    help: 'In zsh, add this line to ~/.zshrc: source <(locrelease completion zsh)',
    examples: [
      'completion bash > /etc/bash_completion.d/locrelease',
      'completion fish > ~/.config/fish/completions/locrelease.fish',
    ],
    runAlone: async (terminal, _options, shell: Shell) => {
      const program = completion.parent ?? completion;
      await defineAll(program);
      const script = completionScript(program, shell);
      terminal.data({ shell, script }, () => script.trimEnd());
    },
  });
}
