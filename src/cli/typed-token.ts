import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { say } from './terminal';

/** Without a trace on the screen. */
export async function typedToken(): Promise<string> {
  say('Your token:');
  const output = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    return (await lines.question('')).trim();
  } finally {
    lines.close();
  }
}
