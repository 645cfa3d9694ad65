/** Who speaks: whoever the gateway says by their token, or else whoever they say they are. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { askForProof } from '../client/ask-for-proof';
import { BadRequest } from '../client/errors';
import type { Config } from '../config/config';
import { ConfigError } from '../config/config-error';
import type { OperatorProof } from '../domain/release-input';
import type { ProofRequest } from '../protocol/proof-request';
import { say } from './terminal';
import { operatorName } from './with-temporal';

export async function speaker(
  { fourEyes, consoleUrl }: Pick<Config, 'fourEyes' | 'consoleUrl'>,
  as: string | undefined,
  asked: ProofRequest,
): Promise<{ by: string; proof?: OperatorProof }> {
  const { LOCRELEASE_TOKEN: given = '', LOCRELEASE_SERVER: server = '' } = process.env;
  const token = given === '' && fourEyes ? await typedToken() : given;
  if (token === '') return { by: operatorName(as) };
  const proven = await askForProof(server === '' ? consoleUrl : server, token, asked);
  if (as === undefined || as === proven.by) return proven;
  throw new BadRequest(`The token is the token of ${proven.by}, not of ${as}. Nothing was done.`);
}

/** Without a trace on the screen. */
async function typedToken(): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new ConfigError(
      'LOCRELEASE_TOKEN is not set. The four-eyes rule (policies.fourEyes) needs your token. Nothing was done.',
    );
  }
  say('Your token:');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
  }
}
