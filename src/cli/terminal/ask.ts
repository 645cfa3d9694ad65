/** Questions to the person at the terminal. Scripts are never prompted. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadRequest } from '../../client/errors';
import { counted } from '../../domain/text/counted';
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
