/** Asking the person at the terminal, where there is one. A script is never asked. */
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadRequest } from '../../client/errors';
import { counted } from '../../domain/text/counted';
import { say } from './terminal';

export const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Only "yes" or "y" is a yes. */
export async function saysYes(question: string): Promise<boolean> {
  const answer = await typed(process.stderr, `${question} [y/N] `, 'No answer was given. Nothing was done.');
  return /^y(es)?$/i.test(answer);
}

/** Whoever presses Ctrl-C, or ends the input, answers nothing: `otherwise` says what that means. */
async function typed(output: Writable, question: string, otherwise: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY });
  try {
    const ended = new Promise<null>((resolve) => lines.once('close', () => resolve(null)));
    // Newer versions of Node.js reject what Ctrl-C leaves without an answer.
    const answer = await Promise.race([lines.question(question).catch(() => null), ended]);
    if (answer === null) throw new BadRequest(otherwise);
    return answer.trim();
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
export function typedToken(): Promise<string> {
  say('Your token:');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  return typed(output, '', 'No token was given. Nothing was done.');
}
