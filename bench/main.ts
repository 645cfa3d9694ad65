import { parseArgs } from 'node:util';
import { benchCli } from './cli';
import { benchClient } from './client';
import { benchConsole } from './console/console';
import { benchLargeRelease } from './large-release';
import { benchReaction } from './reaction';
import { benchSandbox } from './sandbox';
import { benchSources } from './sources';
import { benchWaiting } from './waiting';

const benches: Record<string, () => Promise<boolean>> = {
  cli: benchCli,
  client: benchClient,
  sandbox: benchSandbox,
  reaction: benchReaction,
  large: benchLargeRelease,
  console: benchConsole,
  sources: benchSources,
  waiting: benchWaiting,
};

async function main(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const unknown = positionals.find((name) => !(name in benches));
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${unknown}. Choose from: ${Object.keys(benches).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const held: boolean[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (positionals.length === 0 || positionals.includes(name)) held.push(await bench());
  }
  process.exitCode = held.every(Boolean) ? 0 : 1;
}

void main();
