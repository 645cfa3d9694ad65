import { runChaos } from '../../trials/chaos/run-chaos';

// Most of it is the time that killed workers are missed.
jest.setTimeout(600_000);

it('releases end once each while services fail, processes are killed and Temporal with them', async () => {
  const reported: string[] = [];
  const warnings: Error[] = [];
  const warned = (warning: Error): number => warnings.push(warning);
  process.on('warning', warned);
  const { checks, kills, serverKills, faulted, notices } = await runChaos({
    releases: 6,
    requestsPerKill: 12,
    serverKills: 1,
    boundMs: 540_000,
    report: (line) => reported.push(line),
  }).finally(() => process.off('warning', warned));
  expect(checks.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(checks.map(({ name }) => name)).toContain('every release is done');
  // Chaos that did not happen proves nothing.
  expect(kills).toBeGreaterThan(0);
  expect(serverKills).toBe(1);
  expect(faulted).toBeGreaterThan(0);
  expect(notices).toBeGreaterThan(5);
  // Whoever runs it sees that it goes on, and is not warned of listeners that leak.
  const progress = reported.filter((line) =>
    /^\d+ s: \d of 6 releases started, \d ended; \d+ kills/.test(line),
  );
  expect(progress.length).toBeGreaterThan(1);
  expect(warnings.filter(({ name }) => name === 'MaxListenersExceededWarning')).toEqual([]);
});
