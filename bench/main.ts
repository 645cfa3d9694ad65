import { benchClient } from './client';
import { benchSandbox } from './sandbox';

async function main(): Promise<void> {
  const held = [await benchClient(), await benchSandbox()];
  process.exitCode = held.every(Boolean) ? 0 : 1;
}

void main();
