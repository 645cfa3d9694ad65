/** Who speaks on this machine: whoever the gateway says by their token, or else whoever they say they are. */
import { askForProof } from '../client/ask-for-proof';
import { BadRequest } from '../client/errors';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import type { OperatorProof } from '../domain/release-input';
import type { ProofRequest } from '../protocol/proof-request';
import { operatorName } from './operator-name';
import { typedToken } from './typed-token';

export async function speaker(
  { fourEyes, consoleUrl }: Pick<Config, 'fourEyes' | 'consoleUrl'>,
  as: string | undefined,
  asked: ProofRequest,
): Promise<{ by: string; proof?: OperatorProof }> {
  const { LOCRELEASE_TOKEN: given = '' } = process.env;
  // Nobody is asked to sign in for a start; who has is known for sure.
  const token = given === '' && fourEyes && asked.what !== 'start' ? await askedToken() : given;
  if (token === '') return { by: operatorName(as) };
  const proven = await askForProof(consoleUrl, token, asked);
  if (as === undefined || as === proven.by) return proven;
  throw new BadRequest(`The token is the token of ${proven.by}, not of ${as}. Nothing was done.`);
}

function askedToken(): Promise<string> {
  if (process.stdin.isTTY) return typedToken();
  throw new ConfigError(
    'LOCRELEASE_TOKEN is not set. The four-eyes rule (policies.fourEyes) needs your token. Nothing was done.',
  );
}
