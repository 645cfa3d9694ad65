import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { stringify } from 'yaml';
import { operatorNameFault, roles, type Role } from '../domain/roles';
import { newToken, tokenHash } from '../gateway/operator-tokens';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';

export function addOperatorsCommand(program: Command): void {
  const operators = program.command('operators').description("who may use the operators' console");

  operators
    .command('token')
    .addArgument(new Argument('<name>', 'whom it is for').argParser(operatorName))
    .description('make a token to sign in with, and the lines for the configuration file')
    .addOption(
      new Option('--role <role>', 'each may do more than the one before').choices(roles).default('review'),
    )
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease operators token olga --role review')
    .action((name: string, { role, output }: { role: Role; output: string }) => {
      const token = newToken();
      const config = { operators: { [name]: { role, token: `sha256:${tokenHash(token)}` } } };
      createTerminal(output === 'json').data({ name, role, token, config }, () =>
        [
          `Token for ${name}, shown this once: ${token}`,
          '',
          'For locrelease.config.yaml, which keeps only its hash; restart the gateway after that:',
          '',
          stringify(config, { lineWidth: 0 }).trimEnd(),
        ].join('\n'),
      );
    });
}

function operatorName(text: string): string {
  const fault = operatorNameFault(text);
  if (fault !== null) throw new InvalidArgumentError(`A name ${fault}.`);
  return text;
}
