import { Client } from '@temporalio/client';
import * as z from 'zod';
import { operation, type TemporalAccess, type Who } from '../../../src/operations/operation';
import { perform } from '../../../src/operations/perform';
import { TemporalConnection } from '../../../src/temporal/closable-connection';

const connection = TemporalConnection.lazy({ address: '127.0.0.1:1' });
const client = new Client({ connection });
afterAll(() => connection.close());

const who = { name: () => 'ann' } as Who;
const start = { workflowId: 'w', taskQueue: 'q' };

function performed(role: 'read' | 'operate', run: (own: Client) => Promise<unknown>): Promise<unknown> {
  const described = operation({
    summary: 'Try it',
    role,
    input: z.strictObject({}),
    output: z.unknown(),
    run: (access) => run(access.client),
  });
  return perform(described, { client } as unknown as TemporalAccess, {}, who);
}

/** A server that is not there refuses whatever is sent. */
const within = (act: () => Promise<unknown>): Promise<unknown> => client.withDeadline(Date.now() + 200, act);

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
  expect(await reasonOf(within(() => performed('operate', act)))).not.toContain(REFUSED);
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
