import { InputError } from '../../../src/source/input-error';
import { type Who, onTemporal } from '../../../src/operations/operation';
import type { ServiceAccess, TemporalAccess } from '../../../src/client/access';
import { startOperations } from '../../../src/operations/start-operations';
import { ServiceError } from '../../../src/http/service-error';
import { serviceOperations } from '../../../src/operations/service-operations';
import { openTermbaseArchive } from '../../../src/client/glossary/glossary';
import { useScratch } from '../../support/scratch';
import { Client } from '@temporalio/client';
import * as z from 'zod';
import { perform } from '../../../src/operations/perform';
import { TemporalConnection } from '../../../src/temporal/closable-connection';

describe('amend', () => {
  const who = { name: () => 'olga', prove: () => Promise.resolve({ by: 'olga' }) };

  it('takes over no waiver that has ended, as a start does not', async () => {
    const text = `name: game
source: { url: https://example.com/strings.xlsx }
targetLanguages: [ja]
export:
  template: ini
  minimumComplete: { ja: 90 }
  waivers:
    - { language: ja, by: olga, reason: late, until: 2020-01-01 }
`;
    const wanted = {
      file: 'release.yaml',
      text,
      directory: null,
      source: null,
      announce: true,
      loseLanguages: false,
      allowUnlisted: false,
    };
    const config = { projectNames: ['default'], project: () => ({}) };
    const amending = startOperations.amend.run(
      { config, readsFiles: true, store: {} } as unknown as TemporalAccess,
      { id: 'game', wanted, amendment: null },
      who,
    );
    await expect(amending).rejects.toThrow(InputError);
    await expect(amending).rejects.toThrow(
      'release.yaml:8: export.waivers[0].until: The waiver of olga for ja ended on 2020-01-01. Give it a later date, or remove it. Nothing was changed.',
    );
  });
});

describe('wait for publish', () => {
  const { waitForPublish: wait } = serviceOperations;
  const said = { project: 'default', jobId: 'job_1', timeoutMinutes: 1 };
  const reader = { name: () => 'reader', prove: () => Promise.resolve({ by: 'reader' }) };

  /** Nothing else is there: whoever may read has nothing started. */
  const accessTo = (publishStatus: () => Promise<unknown>): ServiceAccess =>
    ({ localization: () => ({ publishStatus }) }) as unknown as ServiceAccess;

  it('looks at a publish job until it has ended', async () => {
    const job = { status: 'completed', is_completed: true, is_failed: false };
    const told: string[] = [];
    const who: Who = { ...reader, progress: (message) => told.push(message) };
    const access = accessTo(() => Promise.resolve({ data: job }));
    expect(await wait.run(access, said, who)).toEqual({
      jobId: 'job_1',
      ended: true,
      status: 'completed',
      error: null,
    });
    expect(told).toEqual(['Publish job job_1: completed']);
  });

  it('ends with whoever waits', async () => {
    const gone = new AbortController();
    const job = { status: 'running', is_completed: false, is_failed: false };
    const who: Who = { ...reader, signal: gone.signal, progress: () => gone.abort() };
    const access = accessTo(() => Promise.resolve({ data: job }));
    expect(await wait.run(access, said, who)).toMatchObject({ ended: false, status: 'running' });
  });

  it('fails where there is no such job', async () => {
    const refusal = new ServiceError('no such job', { kind: 'refused', httpStatus: 404, code: 404 } as never);
    await expect(
      wait.run(
        accessTo(() => Promise.reject(refusal)),
        said,
        reader,
      ),
    ).rejects.toBe(refusal);
  });
});

/** Who changed single terms of a termbase, and why, is kept as it is for files. */
describe('termbase changes', () => {
  const scratch = useScratch();
  const who = { name: () => 'olga', prove: () => Promise.resolve({ by: 'olga' }) };

  it('keeps who changed and deleted single terms, and why', async () => {
    const config = { store: { kind: 'directory', directory: scratch.path('store') } } as const;
    const client = {
      updateTerms: () => Promise.resolve({ data: { results: [{ status: 'updated', modified: 1 }] } }),
      deleteTerm: () => Promise.resolve({}),
    };
    const access = { config, localization: () => client } as unknown as ServiceAccess;
    const term = { id: 't1', category: 'Item' };
    await serviceOperations.updateTerm.run(access, { project: 'default', term, reason: 'typo' }, who);
    await serviceOperations.deleteTerm.run(access, { project: 'default', id: 't2' }, who);
    const kept = await openTermbaseArchive(config).uploadsOf('default');
    expect(kept.toSorted((one, other) => other.mode.localeCompare(one.mode))).toMatchObject([
      { mode: 'update', by: 'olga', reason: 'typo', terms: ['t1'] },
      { mode: 'delete', by: 'olga', reason: null, terms: ['t2'] },
    ]);
  });
});

describe('reading only', () => {
  const connection = TemporalConnection.lazy({ address: '127.0.0.1:1' });
  const client = new Client({ connection });
  afterAll(() => connection.close());

  const who = { name: () => 'ann' } as Who;
  const start = { workflowId: 'w', taskQueue: 'q' };

  function performed(role: 'read' | 'act', run: (own: Client) => Promise<unknown>): Promise<unknown> {
    const described = onTemporal[role]({
      summary: 'Try it',
      input: z.strictObject({}),
      output: z.unknown(),
      run: (access) => run(access.client),
    });
    return perform(described, { client } as unknown as TemporalAccess, {}, who);
  }

  /** A server that is not there refuses whatever is sent. */
  const within = (act: () => Promise<unknown>): Promise<unknown> =>
    client.withDeadline(Date.now() + 200, act);

  /** The SDK wraps what failed within it. */
  async function reasonOf(act: Promise<unknown>): Promise<string> {
    const failure: unknown = await act.catch((error: unknown) => error);
    const messages: string[] = [];
    for (let at = failure; at instanceof Error; at = at.cause) messages.push(at.message);
    return messages.join(': ');
  }

  const REFUSED = 'An operation that reads sent';

  it.each<[string, (own: Client) => Promise<unknown>]>([
    ['starts a workflow', (own) => own.workflow.start('x', start)],
    ['signals', (own) => own.workflow.getHandle('w').signal('x')],
    ['signals with a start', (own) => own.workflow.signalWithStart('x', { ...start, signal: 's' })],
    ['updates', (own) => own.workflow.getHandle('w').executeUpdate('x')],
    ['cancels', (own) => own.workflow.getHandle('w').cancel()],
    ['terminates', (own) => own.workflow.getHandle('w').terminate()],
    ['triggers a schedule', (own) => own.schedule.getHandle('s').trigger()],
  ])('an operation with the role read that %s is refused', async (_what, act) => {
    expect(await reasonOf(performed('read', act))).toContain(REFUSED);
    expect(await reasonOf(within(() => performed('act', act)))).not.toContain(REFUSED);
  });

  it('of all that Temporal offers, only what reads is let through', async () => {
    const service = client.workflowService as unknown as Record<string, (asked: object) => Promise<unknown>>;
    const methods: string[] = [];
    for (const name in service)
      if (!name.startsWith('rpc') && typeof service[name] === 'function') methods.push(name);
    const isLetThrough = async (name: string): Promise<boolean> => {
      const call = (): Promise<unknown> => service[name]?.({}) ?? Promise.resolve();
      return !(await reasonOf(within(() => performed('read', call)))).includes(REFUSED);
    };
    const passed = await Promise.all(methods.map(async (name) => ((await isLetThrough(name)) ? [name] : [])));
    expect(methods.length).toBeGreaterThan(60);
    expect(passed.flat().filter((name) => !reads.test(name))).toEqual([]);
  });

  const reads = /^(?:describe|list|count|get|query|scan|pollWorkflowExecutionUpdate$)/;
});
