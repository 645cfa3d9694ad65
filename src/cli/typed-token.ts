import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { BadRequest } from '../client/errors';
import { say } from './terminal';

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
