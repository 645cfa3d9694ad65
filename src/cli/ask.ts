/** Asking the person at the terminal, where there is one. A script is never asked. */
import { createInterface } from 'node:readline/promises';

export const isAttended = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Only "yes" or "y" is a yes; an input that ends is a no. */
export async function saysYes(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const ended = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    const answer = await Promise.race([lines.question(`${question} [y/N] `), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
