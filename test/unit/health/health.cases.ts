import { Registry } from 'prom-client';
import { counterFromZero } from '../../../src/health/counter';
import { Readiness } from '../../../src/health/readiness';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

describe('counter', () => {
  it('a counter shows every series at 0 before the first event', async () => {
    const registry = new Registry();
    const series = [{ kind: 'a' }, { kind: 'b' }] as const;
    const count = counterFromZero({ name: 'seen_total', help: 'Seen', series, registry });
    count({ kind: 'b' });
    expect(await registry.metrics()).toBe(
      '# HELP seen_total Seen\n# TYPE seen_total counter\nseen_total{kind="a"} 0\nseen_total{kind="b"} 1\n',
    );
  });
});

describe('readiness', () => {
  const answers = (): Promise<void> => Promise.resolve();
  const fails = (): Promise<void> => Promise.reject(new Error('away'));
  const hangs = (): Promise<void> => new Promise(() => undefined);

  it('is without a fault where everything answers', async () => {
    expect(await new Readiness({ Temporal: answers, 'The store': answers }).fault()).toBeNull();
  });

  it('names what fails and what does not answer in time', async () => {
    const readiness = new Readiness({ Temporal: fails, 'The queue': answers, 'The store': hangs }, 50);
    expect(await readiness.fault()).toBe('Temporal does not answer. The store does not answer.');
  });

  it('asks what hangs only once, however often it is looked at', async () => {
    const ask = jest.fn(hangs);
    const readiness = new Readiness({ 'The store': ask }, 20);
    for (let look = 0; look < 5; look += 1) expect(await readiness.fault()).not.toBeNull();
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('asks anew once there was an answer', async () => {
    const ask = jest.fn(answers).mockImplementationOnce(fails);
    const readiness = new Readiness({ 'The store': ask });
    expect(await readiness.fault()).toBe('The store does not answer.');
    expect(await readiness.fault()).toBeNull();
  });
});

describe('end in time', () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  it('a process whose threads all hang in a file ends by the signal that stopped it, and says so', async () => {
    const fixture = join(__dirname, 'fixtures/stuck-process.ts');
    const stuck = spawn(process.execPath, ['--import', 'tsx', fixture], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = stuck;
    await once(stuck.stdout, 'data');
    stuck.kill('SIGTERM');
    const [said, ended] = await Promise.all([text(stuck.stderr), once(stuck, 'exit')]);
    expect(ended).toEqual([null, 'SIGTERM']);
    expect(said).toMatch(
      /^The worker was told to stop 0\.5 seconds ago, and something still hangs\. It ends now\./,
    );
  });
});
