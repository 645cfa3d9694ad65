/**
 * A command at a terminal of its own, which script(1) makes: every Debian, Ubuntu and Fedora has it. What is typed is
 * typed when the terminal shows what it is the answer to.
 */
import { spawn, spawnSync } from 'node:child_process';

const version = spawnSync('script', ['--version']);
export const hasTerminals = version.status === 0 && version.stdout.includes('util-linux');

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';
export const ENTER = '\r';

interface Sitting {
  env: NodeJS.ProcessEnv;
  /** What is waited for on the terminal, and the keys that are pressed then. */
  typed?: readonly (readonly [shown: string, keys: string])[];
  columns?: number;
  rows?: number;
}

export interface Sat {
  /** All that came to the terminal, as it came. */
  shown: string;
  /** Of a process that a signal ended: 128 and its number. */
  code: number;
}

export function atTerminal(
  command: readonly string[],
  { env, typed = [], columns = 100, rows = 30 }: Sitting,
): Promise<Sat> {
  const quoted = command.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows ${rows}; exec ${quoted}`, '/dev/null'], {
    env: { TERM: 'xterm', SHELL: '/bin/sh', ...env },
  });
  const left = [...typed];
  let [shown, from] = ['', 0];
  const onShown = (chunk: Buffer): void => {
    shown += chunk.toString();
    for (let [next] = left; next !== undefined; [next] = left) {
      const at = shown.indexOf(next[0], from);
      if (at < 0) return;
      from = at + next[0].length;
      left.shift();
      child.stdin.write(next[1]);
    }
  };
  child.stdout.on('data', onShown);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ shown, code: code ?? -1 }));
  });
}
