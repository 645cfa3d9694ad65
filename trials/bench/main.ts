import { parseArgs } from 'node:util';
import { type BenchOptions, benchWaiting } from './waiting';
import { benchCli } from './cli';
import { benchClient } from './client';
import { benchConsole } from './console/console';
import { benchCpu } from './cpu';
import { benchIsolation } from './isolation';
import { benchRate } from './rate';
import { benchReaction } from './reaction';
import { benchSandbox } from './sandbox';
import { benchSources } from './sources';
import { benchLargeRelease } from './large-release';
import { benchLengths } from './lengths';
import { benchStore } from './store';

const benches: Record<string, (options: BenchOptions) => Promise<boolean>> = {
  cli: benchCli,
  client: benchClient,
  sandbox: benchSandbox,
  sources: benchSources,
  store: benchStore,
  cpu: benchCpu,
  rate: benchRate,
  reaction: benchReaction,
  lengths: benchLengths,
  large: benchLargeRelease,
  waiting: benchWaiting,
  console: benchConsole,
  isolation: benchIsolation,
};

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { releases: { type: 'string' } },
  });
  const unknown = positionals.find((name) => !(name in benches));
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${unknown}. Choose from: ${Object.keys(benches).join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const options = values.releases === undefined ? {} : { releases: Number(values.releases) };
  const held: boolean[] = [];
  for (const [name, bench] of Object.entries(benches)) {
    if (positionals.length === 0 || positionals.includes(name)) held.push(await bench(options));
  }
  process.exitCode = held.every(Boolean) ? 0 : 1;
}

void main();
