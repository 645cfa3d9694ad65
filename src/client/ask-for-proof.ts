/** Has the gateway say whose token this is, in a form that a release can check. */
import * as z from 'zod';
import { sentence } from '../domain/sentence';
import { provenSpeaker, type ProofRequest, type ProvenSpeaker } from '../protocol/proof-request';
import { BadRequest } from './errors';
import { withoutSlash } from '../domain/without-slash';

const TIMEOUT_MS = 10_000;
const refusal = z.object({ message: z.string() });

export async function askForProof(
  gatewayUrl: string,
  token: string,
  asked: ProofRequest,
): Promise<ProvenSpeaker> {
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
