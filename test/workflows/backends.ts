/** The two ways in which a command is done: what holds for one holds for the other. */
import { newToken, tokenHash } from '../../src/gateway/operator-tokens';
import { cli, type CliRun } from '../support/cli';
import type { ReleaseRig } from './release-rig';

export const ways = ['on this machine', 'over the gateway'] as const;
export type Way = (typeof ways)[number];

const tokens: Readonly<Record<string, string>> = { olga: newToken(), ivan: newToken() };

/** For the configuration file of the gateway. */
export const operatorsOfBackends = Object.fromEntries(
  Object.entries(tokens).map(([name, token]) => [
    name,
    { role: 'operate', token: `sha256:${tokenHash(token)}` },
  ]),
);

/** Over the gateway nothing is known but its address and a token: of whom "--as" names, or else of olga. */
export function commandAt(way: Way, rig: ReleaseRig, args: readonly string[]): Promise<CliRun> {
  if (way === 'on this machine') {
    return cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });
  }
  const { [args.indexOf('--as') + 1]: as = 'olga' } = args.includes('--as') ? args : [];
  return cli(args, { LOCRELEASE_SERVER: rig.gateway?.url ?? '', LOCRELEASE_TOKEN: tokens[as] ?? '' });
}
