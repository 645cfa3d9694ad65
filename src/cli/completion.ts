import { Argument, type Command } from 'commander';
import { outputOption } from './command-options';
import { completionScript, shells, type Shell } from './completion-script';
import { createTerminal } from './terminal';

const help = `
Examples:
  locrelease completion bash > /etc/bash_completion.d/locrelease
  echo 'source <(locrelease completion zsh)' >> ~/.zshrc
  locrelease completion fish > ~/.config/fish/completions/locrelease.fish`;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'The shell.').choices(shells))
    .description('Print a script that lets a shell complete commands, options and their values.')
    .addOption(outputOption())
    .addHelpText('after', help)
    .action((shell: Shell, options: { output: string }) => {
      const script = completionScript(program, shell);
      createTerminal(options.output === 'json').data({ shell, script }, () => script.trimEnd());
    });
}
