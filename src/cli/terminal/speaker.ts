/** The person who acts on this machine: proven by the gateway from a token, or else as given by name. */
import { userInfo } from 'node:os';
import { BadRequest } from '../../client/errors';
import type { Config } from '../../config/config';
import { ConfigError } from '../../config/config-error';
import type { OperatorProof } from '../../domain/release/release-input';
import { requestOf } from '../../protocol/addresses';
import { type ProofRequest, provenSpeaker } from '../../protocol/proof-request';
import { quotable } from '../../domain/text/visible-text';
import { withoutSlash } from '../../domain/text/without-slash';
import { typedToken } from './ask';

export async function speaker(
  { fourEyes, consoleUrl }: Pick<Config, 'fourEyes' | 'consoleUrl'>,
  as: string | undefined,
  request: ProofRequest,
): Promise<{ by: string; proof?: OperatorProof }> {
  const { LOCRELEASE_TOKEN: given = '' } = process.env;
  // Starting a release never prompts for a token; one that is set is still proven.
  const token = given === '' && fourEyes && request.what !== 'start' ? await promptedToken() : given;
  if (token === '') return { by: operatorName(as) };
  const { GatewayRequests } = await import('../../operations/gateway-requests.js');
  const server = withoutSlash(consoleUrl);
  const gateway = new GatewayRequests({ server, token, tokenFrom: 'LOCRELEASE_TOKEN' });
  const proven = provenSpeaker.parse(await gateway.json(requestOf('prove', request)));
  if (as === undefined || as === proven.by) return proven;
  throw new BadRequest(`The token is the token of ${proven.by}, not of ${as}. Nothing was done.`);
}

function promptedToken(): Promise<string> {
  if (process.stdin.isTTY) return typedToken();
  throw new ConfigError(
    'LOCRELEASE_TOKEN is not set. The four-eyes rule (policies.fourEyes) needs your token. Nothing was done.',
  );
}

/** The name without proof: `--as`, LOCRELEASE_OPERATOR or the user's login. */
export function operatorName(as: string | undefined): string {
  const name = as ?? process.env.LOCRELEASE_OPERATOR ?? userInfo().username;
  if (quotable(name) === name && name !== '') return name;
  // Control characters could make the name look like somebody else's.
  throw new BadRequest(
    `${as === undefined ? 'LOCRELEASE_OPERATOR' : '--as'} must be a name on one line, without control characters. Nothing was done.`,
  );
}
