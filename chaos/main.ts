import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { releases: { type: 'string', default: '200' } } });
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const { checks, kills, retriedByHand, requests, faulted, seconds } = await runChaos({
    releases: Number(values.releases),
    requestsPerKill: 25,
    serverRestarts: 2,
    boundMs: 30 * 60_000,
    say: (line) => console.log(line),
    signal: interrupted.signal,
  });
  console.log(
    `\n${requests} requests, ${faulted} of them faulted, ${kills} kills, ${retriedByHand} retries by hand, ${seconds} s`,
  );
  for (const { name, violations } of checks) {
    console.log(`${violations.length === 0 ? 'ok      ' : 'VIOLATED'}  ${name}`);
    for (const violation of violations.slice(0, 10)) console.log(`            ${violation}`);
  }
  process.exitCode = checks.every(({ violations }) => violations.length === 0) ? 0 : 1;
}

void main();
