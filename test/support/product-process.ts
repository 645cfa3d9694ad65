/** A command of the product as a process of its own, made of the sources as they are. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { builtModule } from './built-sources';

export interface ProductProcess {
  child: ChildProcess;
  stderr: () => string;
  exit: Promise<unknown[]>;
}

export function runProduct(command: 'worker' | 'gateway', env: Record<string, string>): ProductProcess {
  const child = spawn(process.execPath, [builtModule('src/cli/main'), command], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  return { child, stderr: () => stderr, exit: once(child, 'exit') };
}
