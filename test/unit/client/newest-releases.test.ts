import { OPEN } from '../../../src/temporal/open-executions';
import { ReleaseClient } from '../../../src/client/releases/release-client';
import { temporalOfRuns } from '../../support/temporal-of-runs';

interface Run {
  name: string;
  startedAt: number;
  endedAt?: number;
}

const time = (seconds: number): Date => new Date(seconds * 1000);

/** Temporal lists open ones by their start, those that have ended by their end, the latest first. */
async function newest(runs: readonly Run[], limit: number): Promise<{ shown: string[]; read: string[] }> {
  const find = (query: string) =>
    runs
      .filter(({ endedAt }) => (endedAt === undefined) === query.includes(OPEN))
      .sort((one, other) => (other.endedAt ?? other.startedAt) - (one.endedAt ?? one.startedAt))
      .map(({ name, startedAt, endedAt }) => ({
        workflowId: `release/default/${name}`,
        startedAt: time(startedAt),
        ...(endedAt !== undefined && { status: 'COMPLETED' as const, endedAt: time(endedAt) }),
      }));
  const { client, listed } = temporalOfRuns([], { find });
  const rows = await new ReleaseClient(client).newest({}, limit);
  return { shown: rows.map(({ name }) => name), read: listed };
}

it('lists releases by their start, whether or not they have ended', async () => {
  const runs = [
    { name: 'long', startedAt: 1 },
    { name: 'open', startedAt: 5 },
    { name: 'quick', startedAt: 6, endedAt: 7 },
    { name: 'slow', startedAt: 2, endedAt: 9 },
  ];
  expect((await newest(runs, 10)).shown).toEqual(['quick', 'open', 'slow', 'long']);
});

it('lists a release that was started again once, by its newest run', async () => {
  const runs = [
    { name: 'again', startedAt: 1, endedAt: 2 },
    { name: 'other', startedAt: 3, endedAt: 4 },
    { name: 'again', startedAt: 5 },
  ];
  expect((await newest(runs, 10)).shown).toEqual(['again', 'other']);
});

it('reads no further than to the first end before all that is shown', async () => {
  const runs = Array.from({ length: 50 }, (_, index) => ({
    name: `r${index}`,
    startedAt: index * 10,
    endedAt: index * 10 + 5,
  }));
  const { shown, read } = await newest(runs, 3);
  expect(shown).toEqual(['r49', 'r48', 'r47']);
  expect(read).toHaveLength(4);
});
