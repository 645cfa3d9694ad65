import { Argument, type Command } from 'commander';
import { completionScript, shells, type Shell } from './completion-script';

const help = `
Examples:
  locrelease completion bash > /etc/bash_completion.d/locrelease
  echo 'source <(locrelease completion zsh)' >> ~/.zshrc
  locrelease completion fish > ~/.config/fish/completions/locrelease.fish`;

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'whose script').choices(shells))
    .description('print a script with which a shell completes commands, options and their values')
    .addHelpText('after', help)
    .action((shell: Shell) => {
      process.stdout.write(completionScript(program, shell));
    });
}
