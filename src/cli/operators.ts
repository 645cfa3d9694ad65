import { Argument, InvalidArgumentError, Option, type Command } from 'commander';
import { dump } from 'js-yaml';
import { operatorNameFault, roles, type Role } from '../domain/roles';
import { newToken, tokenHash } from '../gateway/operator-tokens';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';

export function defineOperatorsCommand(operators: Command): void {
  operators
    .command('token')
    .addArgument(new Argument('<name>', 'Name of the operator.').argParser(operatorName))
    .description('Create a token to sign in with, and the lines for the configuration file.')
    .addOption(
      new Option('--role <role>', 'What the operator may do. Each role includes the ones before it.')
        .choices(roles)
        .default('review'),
    )
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease operators token olga --role review')
    .action((name: string, { role, output }: { role: Role; output: string }) => {
      const token = newToken();
      const config = { operators: { [name]: { role, token: `sha256:${tokenHash(token)}` } } };
      createTerminal(output === 'json').data({ name, role, token, config }, () =>
        [
          `Token for ${name} (shown only once): ${token}`,
          '',
          'Add these lines to locrelease.config.yaml, then restart the gateway. The file keeps only the hash:',
          '',
          dump(config, { lineWidth: -1 }).trimEnd(),
        ].join('\n'),
      );
    });
}

function operatorName(text: string): string {
  const fault = operatorNameFault(text);
  if (fault !== null) throw new InvalidArgumentError(`The name ${fault}.`);
  return text;
}
