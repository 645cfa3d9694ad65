/** Asking the person at the terminal, where there is one. A script is never asked. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadRequest } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { say } from './terminal';

export const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Only "yes" or "y" is a yes. Whoever presses Ctrl-C, or ends the input, wants neither. */
export async function saysYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    // Newer versions of Node.js reject what Ctrl-C leaves without an answer.
    const reply = lines.question(`${question} [y/N] `).catch(() => null);
    const answer = await Promise.race([reply, ended]);
    if (answer === null) throw new BadRequest('No answer was given. Nothing was done.');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}

/** Anything but a yes at the terminal ends the command with what was left undone. */
export async function mustAgree(question: string, otherwise: string, yes?: boolean): Promise<void> {
  if (yes !== true && isAttended() && !(await saysYes(question))) throw new BadRequest(otherwise);
}

/** Asked before terms are gone that nothing brings back. */
export const deletionOf = (ids: readonly string[]): string =>
  `Delete ${counted(ids.length, 'term')} for good (${ids.join(', ')})?`;

/** Without a trace on the screen. */
export async function typedToken(): Promise<string> {
  say('Your token:');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    // Newer versions of Node.js reject what Ctrl-C leaves without an answer.
    const token = await Promise.race([lines.question('').catch(() => null), ended]);
    if (token === null) throw new BadRequest('No token was given. Nothing was done.');
    return token.trim();
  } finally {
    lines.close();
  }
}
