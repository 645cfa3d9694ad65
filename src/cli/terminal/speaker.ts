/** Who speaks on this machine: whoever the gateway says by their token, or else whoever they say they are. */
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
  asked: ProofRequest,
): Promise<{ by: string; proof?: OperatorProof }> {
  const { LOCRELEASE_TOKEN: given = '' } = process.env;
  // Nobody is asked to sign in for a start; who has is known for sure.
  const token = given === '' && fourEyes && asked.what !== 'start' ? await askedToken() : given;
  if (token === '') return { by: operatorName(as) };
  const { GatewayRequests } = await import('../../operations/gateway-requests.js');
  const server = withoutSlash(consoleUrl);
  const gateway = new GatewayRequests({ server, token, tokenFrom: 'LOCRELEASE_TOKEN' });
  const proven = provenSpeaker.parse(await gateway.json(requestOf('prove', asked)));
  if (as === undefined || as === proven.by) return proven;
  throw new BadRequest(`The token is the token of ${proven.by}, not of ${as}. Nothing was done.`);
}

function askedToken(): Promise<string> {
  if (process.stdin.isTTY) return typedToken();
  throw new ConfigError(
    'LOCRELEASE_TOKEN is not set. The four-eyes rule (policies.fourEyes) needs your token. Nothing was done.',
  );
}

/** Who is speaking, unless `--as` says otherwise. */
export function operatorName(as: string | undefined): string {
  const name = as ?? process.env.LOCRELEASE_OPERATOR ?? userInfo().username;
  if (quotable(name) === name && name !== '') return name;
  // A name that shows as another one would speak for somebody else.
  throw new BadRequest(
    `${as === undefined ? 'LOCRELEASE_OPERATOR' : '--as'} must be a name on one line, without control characters. Nothing was done.`,
  );
}
