import { parseArgs } from 'node:util';
import { type Readings, readings as readingsOfProfile } from '../../src/sandbox/readings/catalogue';
import { drawn, eachReading } from './other-services';
import { runMutations } from './mutated-releases';
import { runServices, type TriedService } from './run-services';

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '20' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      /** `id=reading,…`: this service alone. */
      only: { type: 'string' },
      /** `id,…`: points that stay as usual, such as those that are known to break. */
      without: { type: 'string', default: '' },
      /** Every mutation of every reply, in place of readings. */
      mutate: { type: 'boolean', default: false },
      /** The first release of them: to go on where a run was ended. */
      from: { type: 'string', default: '0' },
      /** Each other reading by itself, before the drawn ones. */
      each: { type: 'boolean', default: false },
      /** With what the configuration file can say of such a service, so that later stages are reached too. */
      informed: { type: 'boolean', default: false },
      'at-a-time': { type: 'string', default: '4' },
      'silent-seconds': { type: 'string', default: '780' },
      'no-shrink': { type: 'boolean', default: false },
    },
  });
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  const options = {
    atATime: Number(values['at-a-time']),
    silentMs: Number(values['silent-seconds']) * 1000,
    shrinks: !values['no-shrink'],
    signal: interrupted.signal,
    report: (line: string) => console.log(line),
  };
  if (values.mutate) {
    const { mutations, releases, broken } = await runMutations(options, Number(values.from));
    console.log(`\n${mutations} mutations in ${releases} whole releases: ${broken} broken`);
    process.exitCode = broken === 0 ? 0 : 1;
    return;
  }
  const services =
    values.only === undefined
      ? [
          ...(values.each ? eachReading() : []),
          ...drawn(Number(values.count), values.seed, values.without.split(',')),
        ]
      : [{ name: 'only', readings: parseOnly(values.only) }];
  const tried = await runServices(services, {
    ...options,
    isInformed: values.informed,
    onTried: (one) => console.log(describe(one)),
  });
  const count = (outcome: TriedService['outcome']): number =>
    tried.filter((one) => one.outcome === outcome).length;
  console.log(
    `\n${tried.length} services: ${count('done')} done, ${count('stopped')} parked or failed with a reason, ` +
      `${count('broken')} broken`,
  );
  process.exitCode = count('broken') === 0 ? 0 : 1;
}

function parseOnly(text: string): Partial<Readings> {
  const given = Object.fromEntries(text.split(',').map((pair) => pair.split('=') as [string, string]));
  const parsed = readingsOfProfile.safeParse(given);
  if (parsed.success) return given;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
}

function describe({ name, outcome, readings, status, faults, smallest }: TriedService): string {
  const lines = [`${outcome.padEnd(6)}  ${name}  ${list(readings)}`];
  if (outcome !== 'done') {
    const { stage, state, problem } = status ?? { stage: null, state: 'unknown', problem: null };
    lines.push(`        ${state} in ${stage ?? 'no stage'}: ${problem?.code ?? 'no problem'}`);
    if (problem !== null) lines.push(`        ${problem.message}`);
  }
  lines.push(...faults.map((fault) => `        ! ${fault}`));
  if (smallest !== null) lines.push(`        smallest: ${list(smallest)}`);
  return lines.join('\n');
}

function list(readings: Partial<Readings>): string {
  const pairs = Object.entries(readings).map(([id, reading]) => `${id}=${reading}`);
  return pairs.join(',') || '(none)';
}

void main();
