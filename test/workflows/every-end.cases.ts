/** However a run ends or stalls: every command, the list, the API and the page say the same of it, and in time. */
import { temporal } from '@temporalio/proto';
import { readConfig } from '../../src/config/config';
import type { Gateway } from '../../src/gateway/gateway';
import type { ReleaseState } from '../../src/domain/release/release-states';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { pauseUpdate, resolveUpdate } from '../../src/protocol/messages';
import { stageTitles } from '../../src/domain/release/stages';
import { situationTitle, stageStanding } from '../../web/release/stage-words';
import { cli, type CliRun } from '../support/cli';
import { Person, startConsole } from '../support/console';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly, type ReleaseHandle, type RigOptions } from './release-rig';
import { isNightly } from '../support/nightly';

interface Way {
  how: string;
  options?: RigOptions;
  /** Brings a release there. */
  bring: (rig: ReleaseRig) => Promise<ReleaseHandle>;
  state: ReleaseState;
  /** Of `wait`. */
  code: number;
  /** In what people read of it. */
  says?: RegExp;
  /** The title of the page's panel about what stopped it, and what the last stage that began is said to be. */
  page: [title: string | null, stage: string];
}

const announced = {
  ...reviewOnly,
  terms: { scan: false },
  announce: { accounts: ['acc_1', 'acc_2'], text: 'Out.' },
};
const unscanned = { ...reviewOnly, terms: { scan: false } };

async function waiting(rig: ReleaseRig): Promise<ReleaseHandle> {
  const handle = await rig.release(reviewOnly);
  await rig.waitingForTerms(handle);
  return handle;
}

async function parked(rig: ReleaseRig): Promise<ReleaseHandle> {
  rig.sandbox.faults.add({ on: 'work translate', do: 'fail', reason: 'no capacity' });
  const handle = await rig.release(unscanned);
  await rig.parked(handle);
  return handle;
}

const ways: Way[] = [
  {
    how: 'done',
    bring: async (rig) => {
      const handle = await rig.release(unscanned);
      await handle.result();
      return handle;
    },
    state: 'done',
    code: 0,
    page: [null, 'Translate done'],
  },
  {
    how: 'partial, because the announcement failed somewhere',
    bring: async (rig) => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'auth_expired' });
      const handle = await rig.release(announced);
      await rig.reached(handle, ({ state }) => state === 'partial', 'it is partial');
      return handle;
    },
    state: 'partial',
    code: 6,
    says: /auth_expired/,
    page: ['Announcement failed on some accounts', 'Announce failed on 1 of 2'],
  },
  {
    how: 'parked',
    bring: parked,
    state: 'parked',
    code: 7,
    says: /no capacity/,
    page: ['Translate is parked', 'Translate parked'],
  },
  {
    how: 'paused',
    bring: async (rig) => {
      const handle = await waiting(rig);
      await handle.executeUpdate(pauseUpdate, { args: [{ by: 'olga', reason: 'holiday' }] });
      await rig.reached(handle, ({ state }) => state === 'paused', 'it is paused');
      return handle;
    },
    state: 'paused',
    code: 4,
    says: /olga has paused the release at .* \(holiday\)\./,
    page: [null, 'Confirm terms waiting'],
  },
  {
    how: 'aborted by a person',
    bring: async (rig) => {
      const handle = await parked(rig);
      await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'abort' }] });
      await handle.result();
      return handle;
    },
    state: 'failed',
    code: 8,
    says: /Aborted by olga/,
    page: ['Translate failed', 'Translate failed'],
  },
  {
    how: 'rejected',
    bring: async (rig) => {
      const handle = await waiting(rig);
      await handle.signal('rejectTerms', { by: 'olga', reason: 'wrong names' });
      await handle.result();
      return handle;
    },
    state: 'rejected',
    code: 5,
    says: /wrong names/,
    page: ['The terms were rejected', 'Confirm terms rejected'],
  },
  {
    how: 'cancelled',
    bring: async (rig) => {
      const handle = await waiting(rig);
      await handle.cancel();
      await handle.result();
      return handle;
    },
    state: 'cancelled',
    code: 5,
    says: /Cannot be undone: task/,
    page: ['The release was cancelled', 'Confirm terms cancelled'],
  },
  {
    how: 'terminated',
    bring: async (rig) => {
      const handle = await waiting(rig);
      await handle.terminate('wrong cluster');
      return handle;
    },
    state: 'failed',
    code: 8,
    says: /terminated in Temporal: wrong cluster.*nothing of it is translated/,
    page: ['Confirm terms failed', 'Confirm terms failed'],
  },
  {
    how: 'reset to its beginning, and waiting again',
    bring: async (rig) => {
      const handle = await waiting(rig);
      const { events } = await handle.fetchHistory();
      const { EVENT_TYPE_WORKFLOW_TASK_COMPLETED: ended } = temporal.api.enums.v1.EventType;
      const first = events?.find(({ eventType }) => eventType === ended);
      await rig.client.workflowService.resetWorkflowExecution({
        namespace: rig.client.options.namespace,
        workflowExecution: { workflowId: handle.workflowId, runId: handle.firstExecutionRunId },
        workflowTaskFinishEventId: first?.eventId ?? null,
        reason: 'the test says so',
        requestId: handle.firstExecutionRunId,
      });
      const again = rig.client.workflow.getHandle(handle.workflowId);
      await until('it waits again', async () => {
        const { runId } = await again.describe();
        if (runId === handle.firstExecutionRunId) return false;
        const status = await again.query<ReleaseStatus>('status').catch(() => null);
        return status?.waitingFor?.kind === 'terms';
      });
      return handle;
    },
    state: 'waiting',
    code: 4,
    says: /An operator has to confirm [1-9]/,
    page: [null, 'Confirm terms waiting'],
  },
  {
    how: 'without a worker',
    options: { ownWorker: true },
    bring: async (rig) => {
      const handle = await waiting(rig);
      await rig.stopWorker();
      return handle;
    },
    state: 'waiting',
    code: 4,
    says: /No worker answers on task queue/,
    page: [null, 'Confirm terms waiting'],
  },
];

describe('a release that is', () => {
  let rig: ReleaseRig;
  /** For all that need no worker of their own. */
  let shared: ReleaseRig;
  let gateway: Gateway;
  let person: Person;
  beforeAll(async () => {
    shared = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms' });
    gateway = await startConsole(
      shared.client,
      readConfig(shared.env({ GATEWAY_PORT: '0' }), shared.directory),
    );
    person = await Person.signedIn(gateway.url, 'reader');
  });
  afterEach(async () => {
    if (rig !== shared) await rig.close();
  });
  afterAll(async () => {
    await gateway.close();
    await shared.close();
  });

  let patience = '30s';
  const run = (...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      LOCRELEASE_ANSWER_TIMEOUT: patience,
    });

  it.each(isNightly ? ways : ways.filter(({ how }) => how !== 'without a worker'))(
    '$how is so everywhere',
    async ({ options, bring, state, code, says, page }) => {
      // Of one that has just gone there is no need to wait long for an answer.
      patience = options?.ownWorker === true ? '3s' : '30s';
      rig =
        options === undefined
          ? shared
          : await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
      const handle = await bring(rig);
      const id = handle.workflowId.replace(/^release\//, '');

      const shown = await run('status', id, '-o', 'json');
      expect({ code: shown.code, ...(shown.json() as object) }).toMatchObject({ code: 0, state });
      const text = (await run('status', id)).stdout;
      expect(text).toMatch(says ?? /done/);

      const waited = await run('wait', id, '--timeout', '2s', '-o', 'json');
      expect({ code: waited.code, ...(waited.json() as object) }).toMatchObject({ code, state });
      if (code !== 4) {
        const watched = await run('watch', id, '-o', 'json');
        expect({ code: watched.code, ...(watched.json() as object) }).toMatchObject({ code, state });
      }
      await until(`the list calls it ${state}`, async () => {
        const { releases } = (await run('list', '-o', 'json')).json() as { releases: Row[] };
        return releases.find((row) => row.id === id)?.state === state;
      });

      const { body } = await person.get<ReleaseDetails>(`/api/releases/${id}`);
      expect(body.status).toMatchObject({ id, state });
      expect(onPage(body)).toEqual(page);
      const { body: listed } = await person.get<{ rows: Row[] }>(`/api/releases?project=${rig.project}`);
      expect(listed.rows.filter((row) => row.id === id)).toEqual([expect.objectContaining({ id, state })]);
    },
  );
});

/** As the page words it. */
function onPage({ status, plannedStages }: ReleaseDetails): Way['page'] {
  const title = status.problem === null ? null : situationTitle(status);
  const last = status.stages.findLast(({ startedAt, state }) => startedAt !== null && state !== 'skipped');
  if (last === undefined) return [title, 'nothing has begun'];
  return [title, `${stageTitles[last.name]} ${stageStanding(last, status, plannedStages).words}`];
}

interface Row {
  id: string;
  state: string;
}
