/** Questions to the person at the terminal, and who this person is. Scripts are never prompted. */
import { userInfo } from 'node:os';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadRequest } from '../../client/errors';
import type { Config } from '../../config/config';
import { ConfigError } from '../../config/config-error';
import type { OperatorProof } from '../../domain/release/release-input';
import { counted } from '../../domain/text/counted';
import { quotable } from '../../domain/text/visible-text';
import { withoutSlash } from '../../domain/text/without-slash';
import { requestOf } from '../../protocol/addresses';
import { type ProofRequest, provenSpeaker } from '../../protocol/proof-request';
import { writeStderr } from './terminal';

export const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

export async function promptYesNo(question: string): Promise<boolean> {
  const answer = await typed(process.stderr, `${question} [y/N] `, 'No answer was given. Nothing was done.');
  return /^y(es)?$/i.test(answer);
}

/** Ctrl-C and the end of input give no answer and throw `otherwise`. */
async function typed(output: Writable, question: string, otherwise: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    // Newer versions of Node.js reject the pending question on Ctrl-C.
    const answer = await Promise.race([lines.question(question).catch(() => null), ended]);
    if (answer === null) throw new BadRequest(otherwise);
    return answer.trim();
  } finally {
    lines.close();
  }
}

export async function mustAgree(question: string, otherwise: string, yes?: boolean): Promise<void> {
  if (yes !== true && isAttended() && !(await promptYesNo(question))) throw new BadRequest(otherwise);
}

export const deletionOf = (ids: readonly string[]): string =>
  `Delete ${counted(ids.length, 'term')} for good (${ids.join(', ')})?`;

/** The terminal does not echo the token. */
export function typedToken(): Promise<string> {
  writeStderr('Your token:');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  return typed(output, '', 'No token was given. Nothing was done.');
}

/** The person who acts on this machine: proven by the gateway from a token, or else as given by name. */
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
