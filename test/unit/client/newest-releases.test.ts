import type { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { ReleaseClient } from '../../../src/client/release-client';

const { WORKFLOW_EXECUTION_STATUS_RUNNING: RUNNING, WORKFLOW_EXECUTION_STATUS_COMPLETED: COMPLETED } =
  temporal.api.enums.v1.WorkflowExecutionStatus;

interface Run {
  name: string;
  startedAt: number;
  endedAt?: number;
}

const time = (seconds: number) => ({ seconds, nanos: 0 }) as never;

/** As Temporal lists: open ones by their start, those that have ended by their end, the latest first. */
function clientWith(runs: readonly Run[]): { client: Client; read: string[] } {
  const read: string[] = [];
  function* list({ query }: { query: string }) {
    const isOpen = query.includes("ExecutionStatus = 'Running'");
    const listed = runs
      .filter(({ endedAt }) => (endedAt === undefined) === isOpen)
      .sort((one, other) => (other.endedAt ?? other.startedAt) - (one.endedAt ?? one.startedAt));
    for (const { name, startedAt, endedAt } of listed) {
      read.push(name);
      const raw = {
        execution: { workflowId: `release/default/${name}` },
        status: isOpen ? RUNNING : COMPLETED,
        startTime: time(startedAt),
        ...(endedAt !== undefined && { closeTime: time(endedAt) }),
      };
      yield { raw };
    }
  }
  return { client: { workflow: { list } } as unknown as Client, read };
}

async function newest(runs: readonly Run[], limit: number): Promise<{ shown: string[]; read: string[] }> {
  const { client, read } = clientWith(runs);
  const rows = await new ReleaseClient(client).newest({}, limit);
  return { shown: rows.map(({ name }) => name), read };
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
