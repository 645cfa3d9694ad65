/** Who speaks on this machine: whoever the gateway says by their token, or else whoever they say they are. */
import * as z from 'zod';
import { userInfo } from 'node:os';
import { BadRequest } from '../../client/errors';
import type { Config } from '../../config/config';
import { ConfigError } from '../../config/config-error';
import type { OperatorProof } from '../../domain/release/release-input';
import { type ProofRequest, provenSpeaker, type ProvenSpeaker } from '../../protocol/proof-request';
import { quotable } from '../../domain/text/visible-text';
import { sentence } from '../../domain/text/sentence';
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

/** Who is speaking, unless `--as` says otherwise. */
export function operatorName(as: string | undefined): string {
  const name = as ?? process.env.LOCRELEASE_OPERATOR ?? userInfo().username;
  if (quotable(name) === name && name !== '') return name;
  // A name that shows as another one would speak for somebody else.
  throw new BadRequest(
    `${as === undefined ? 'LOCRELEASE_OPERATOR' : '--as'} must be a name on one line, without control characters. Nothing was done.`,
  );
}

const TIMEOUT_MS = 10_000;
const refusal = z.object({ message: z.string() });

async function askForProof(gatewayUrl: string, token: string, asked: ProofRequest): Promise<ProvenSpeaker> {
  const nothingDone = 'Nothing was done.';
  const reply = await fetch(`${withoutSlash(gatewayUrl)}/api/proofs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((error: unknown) => {
    throw new BadRequest(
      `LOCRELEASE_TOKEN: the gateway at ${gatewayUrl} does not answer. ${nothingDone} Set LOCRELEASE_CONSOLE_URL to the address of the gateway.`,
      { cause: error },
    );
  });
  const answer: unknown = await reply.json().catch(() => null);
  const { data } = provenSpeaker.safeParse(answer);
  if (reply.ok && data !== undefined) return data;
  if (reply.status === 401)
    throw new BadRequest(
      `LOCRELEASE_TOKEN: the gateway at ${gatewayUrl} does not know this token. ${nothingDone} Set the token that you sign in to the console with.`,
    );
  const why = refusal.safeParse(answer).data?.message ?? `It answered with status ${reply.status}`;
  throw new BadRequest(
    `LOCRELEASE_TOKEN: the gateway at ${gatewayUrl} refuses it: ${sentence(why)} ${nothingDone}`,
  );
}
