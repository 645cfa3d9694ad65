import { parseArgs } from 'node:util';
import { runChaos } from './run-chaos';

class Interrupted extends Error {}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      releases: { type: 'string', default: '200' },
      /** On average; the default is a kill for each release or so. */
      'requests-per-kill': { type: 'string', default: '25' },
      /** Of Temporal itself. */
      'server-kills': { type: 'string', default: '2' },
      minutes: { type: 'string', default: '90' },
    },
  });
  const interrupted = new AbortController();
  // Ctrl-C reaches it twice where a runner passes it on.
  process.on('SIGINT', () => interrupted.abort(new Interrupted()));
  const { checks, ...figures } = await runChaos({
    releases: Number(values.releases),
    requestsPerKill: Number(values['requests-per-kill']),
    serverKills: Number(values['server-kills']),
    boundMs: Number(values.minutes) * 60_000,
    report: (line) => console.log(line),
    signal: interrupted.signal,
  });
  const { requests, faulted, kills, serverKills, retriedByHand, notices, seconds, worstSeconds } = figures;
  console.log(
    `\n${values.releases} releases in ${seconds} s, the slowest in ${worstSeconds} s. ${requests} requests, ${faulted} of them ` +
      `faulted. ${kills} kills of workers and gateways, ${serverKills} of Temporal. ${retriedByHand} retries by hand. ` +
      `${notices} notices received.`,
  );
  for (const { name, violations } of checks) {
    console.log(`${violations.length === 0 ? 'ok      ' : 'VIOLATED'}  ${name}`);
    for (const violation of violations.slice(0, 10)) console.log(`            ${violation}`);
  }
  process.exitCode = checks.every(({ violations }) => violations.length === 0) ? 0 : 1;
}

main().catch((error: unknown) => {
  if (!(error instanceof Interrupted)) throw error;
  console.log('Interrupted. Everything that was started has been stopped.');
  process.exitCode = 130;
});
