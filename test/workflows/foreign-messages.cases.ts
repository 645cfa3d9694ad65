/** What any other Temporal client may send, in whatever encoding: a release goes on, and tells what it ignored. */
import { Client } from '@temporalio/client';
import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { readConfig } from '../../src/config/config';
import { releaseId, releaseWorkflowId } from '../../src/domain/release/identity';
import { STATUS_MEMO } from '../../src/domain/release/release-start';
import { listedAs } from '../../src/domain/search-attributes';
import { releaseSignals } from '../../src/protocol/check-message';
import type { Inbox, Story } from '../../src/protocol/console-api';
import * as messages from '../../src/protocol/messages';
import { Person, startConsole } from '../support/console';
import { freshKeyText } from '../support/encryption';
import { refusalOf } from '../support/refusal';
import { taskFailuresOf } from '../support/task-failures';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly, type ReleaseHandle, type RigOptions } from './release-rig';
import { converterFor } from './test-file';
import { itAtNight } from '../support/nightly';

const bytes = (text: string): Buffer => Buffer.from(text);
const encoded = (encoding: string, data: string): Payload => ({
  metadata: { encoding: bytes(encoding) },
  data: bytes(data),
});
const json = (value: unknown): Payload => defaultPayloadConverter.toPayload(value);

/** As the codec of Temporal's own samples writes it. */
const foreignCodec: PayloadCodec = {
  encode: (payloads) =>
    Promise.resolve(
      payloads.map(({ data }) => ({
        metadata: { encoding: bytes('binary/encrypted'), 'encryption-key-id': bytes('test-key-id') },
        data: data ?? bytes(''),
      })),
    ),
  decode: (payloads) => Promise.resolve(payloads),
};

const undecodable: Readonly<Record<string, Payload[]>> = {
  'of another encoding': [encoded('json/protobuf', '{"by":"eve","reason":"no"}')],
  'of broken JSON': [encoded('json/plain', '{"by":"eve"')],
  'of bytes': [encoded('binary/plain', 'eve')],
  'of no encoding': [{ data: bytes('eve') }],
  'of nothing at all': [{}],
  'of a list with one that cannot be read': [json(7), encoded('binary/zlib', 'x'), encoded('', '')],
};

describe('what other clients send to a release', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
  };
  const foreigner = (): Client =>
    new Client({
      connection: rig.client.connection,
      dataConverter: { payloadCodecs: [foreignCodec] },
    });
  const signal = async (
    { workflowId }: { workflowId: string },
    signalName: string,
    ...payloads: Payload[]
  ): Promise<void> => {
    await rig.client.workflowService.signalWorkflowExecution({
      namespace: rig.client.options.namespace,
      workflowExecution: { workflowId },
      signalName,
      input: { payloads },
      identity: 'another client',
      requestId: randomUUID(),
    });
  };
  const sendAll = async (handle: ReleaseHandle): Promise<void> => {
    for (const name of [...Object.keys(releaseSignals), 'noSuchSignal']) {
      for (const payloads of Object.values(undecodable)) await signal(handle, name, ...payloads);
      await foreigner().workflow.getHandle(handle.workflowId).signal(name, { by: 'eve', reason: 'no' });
    }
  };
  const allTaken = (handle: ReleaseHandle): Promise<unknown> =>
    until('every signal is taken', async () => {
      const events = (await handle.fetchHistory()).events ?? [];
      const last = events.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes);
      return events.slice(last).some((event) => event.workflowTaskCompletedEventAttributes);
    });

  it('one whose memo nobody here can read hides none of the others', async () => {
    await start();
    const readable = await rig.release(reviewOnly);
    await rig.waitingForTerms(readable);
    const name = 'foreign';
    const { taskQueue } = await readable.describe();
    await foreigner().workflow.start('localizationRelease', {
      workflowId: releaseWorkflowId({ project: rig.project, name }),
      taskQueue: `${taskQueue}-of-nobody`,
      memo: { [STATUS_MEMO]: { id: 'x' } },
      typedSearchAttributes: listedAs({
        ...(await rig.status(readable)),
        waitingFor: { kind: 'decision', since: new Date().toISOString(), dueAt: null },
      }),
    });
    const releases = new ReleaseClient(rig.client);
    const foreignId = releaseId({ project: rig.project, name });
    const readableId = (await rig.status(readable)).id;
    await until('both are listed', async () => {
      const listed = await releases.newest({ project: rig.project }, 10);
      return (
        listed
          .map(({ id }) => id)
          .sort()
          .join() === [foreignId, readableId].sort().join()
      );
    });
    const unreadable: unknown[] = [];
    const read: string[] = [];
    for await (const { status } of releases.open({ project: rig.project }, (one) => unreadable.push(one)))
      read.push(status.id);
    expect(read).toEqual([readableId]);
    expect(unreadable).toEqual([
      { id: foreignId, why: expect.stringContaining('"binary/encrypted"') as string },
    ]);
    await expect(releases.status(foreignId)).rejects.toThrow(/cannot be read.*LOCRELEASE_ENCRYPTION_KEYS/);

    const gateway = await startConsole(rig.client, readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory));
    try {
      const person = await Person.signedIn(gateway.url, 'reader');
      const { body } = await person.get<Inbox>('/api/inbox');
      const own = body.items.filter(({ project }) => project === rig.project);
      expect(own.map(({ id, terms }) => ({ id, isRead: terms !== null }))).toEqual(
        expect.arrayContaining([
          { id: readableId, isRead: true },
          { id: foreignId, isRead: false },
        ]),
      );
    } finally {
      await gateway.close();
      await rig.client.workflow.getHandle(releaseWorkflowId({ project: rig.project, name })).terminate();
    }
  });

  it('in any encoding changes nothing, is told, and hinders nobody', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    await sendAll(handle);
    await allTaken(handle);

    const { state, decisions, warnings } = await rig.status(handle);
    expect([state, decisions]).toEqual(['waiting', []]);
    for (const name of ['confirmTerms', 'rejectTerms', 'cancel']) {
      expect(warnings).toEqual(
        expect.arrayContaining([
          `The signal ${name} was ignored: message: cannot be read: its encoding is "binary/encrypted", not "json/plain". It changed nothing.`,
          `The signal ${name} was ignored: message: cannot be read: it is not valid JSON. It changed nothing.`,
          `The signal ${name} was ignored: message: must be an object. It changed nothing.`,
        ]),
      );
    }

    const gateway = await startConsole(rig.client, readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory));
    try {
      const person = await Person.signedIn(gateway.url, 'reader');
      const id = handle.workflowId.replace('release/', '');
      const { status, body } = await person.get<Story>(`/api/releases/${id}/story`);
      expect(status).toBe(200);
      const confirmed = body.entries.filter(({ text }) => /confirmed the terms|confirmTerms/.test(text));
      expect(new Set(confirmed.map(({ outcome }) => outcome))).toEqual(new Set(['ignored']));
      expect(confirmed[0]?.text).toContain('The signal confirmTerms was ignored');
      expect(await person.get(`/api/glossary?project=${rig.project}`)).toMatchObject({
        status: 200,
        body: { releases: [], unreadable: [] },
      });
      expect(await person.get(`/api/search?q=${rig.project}`)).toMatchObject({
        status: 200,
        body: { releases: [{ id }], unreadable: [] },
      });
    } finally {
      await gateway.close();
    }

    await signal(handle, 'confirmTerms', json({ by: 'olga', comment: null }), encoded('binary/zlib', 'x'));
    expect(await handle.result()).toMatchObject({
      state: 'done',
      decisions: [{ by: 'olga', what: 'confirm terms', why: null }],
    });
    expect(await taskFailuresOf(handle)).toEqual([]);
  });

  it('before any worker has seen the release keeps it from nothing, and it can be cancelled', async () => {
    await start({ worker: false });
    const handle = await rig.release(reviewOnly);
    await sendAll(handle);
    await rig.startWorker();
    await rig.waitingForTerms(handle);
    await handle.executeUpdate(messages.cancelUpdate, { args: [{ by: 'olga' }] });
    expect(await handle.result()).toMatchObject({ state: 'cancelled', decisions: [{ by: 'olga' }] });
    expect(await taskFailuresOf(handle)).toEqual([]);
  });

  it('with null for every field that may be left out counts as it is meant', async () => {
    await start();
    const cancelled = await rig.release(reviewOnly);
    await rig.waitingForTerms(cancelled);
    await signal(cancelled, 'rejectTerms', json({ by: 'ivan', reason: null }));
    const { warnings } = await rig.reached(cancelled, (status) => status.warnings.length > 0, 'it warns');
    expect(warnings).toEqual([
      'The signal rejectTerms of ivan was ignored: reason: is missing. It changed nothing.',
    ]);
    await signal(cancelled, 'cancel', json({ by: 'ivan', reason: null }));
    expect(await cancelled.result()).toMatchObject({ state: 'cancelled', decisions: [{ by: 'ivan' }] });

    const nobody = await rig.release(reviewOnly);
    await rig.waitingForTerms(nobody);
    await signal(nobody, 'confirmTerms', json({ by: null, comment: null }));
    expect(await nobody.result()).toMatchObject({ state: 'done', decisions: [{ by: 'unnamed', why: null }] });
  });

  it('as an update or a query is refused or answered, and the release goes on', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    const foreign = foreigner().workflow.getHandle(handle.workflowId);
    for (const name of ['confirm', 'cancel', 'editTerms'])
      expect(await refusalOf(foreign.executeUpdate(name, { args: [{ by: 'eve' }] }))).toContain(
        'message: cannot be read: its encoding is "binary/encrypted"',
      );
    expect(await foreign.query('status', 'an argument that nobody asked for')).toMatchObject({
      state: 'waiting',
    });
    await signal(handle, 'confirmTerms', json({ by: 'olga' }));
    expect(await handle.result()).toMatchObject({ state: 'done' });
    expect(await taskFailuresOf(handle)).toEqual([]);
  });

  itAtNight(
    'is ignored with encryption too, also where it is damaged, but not where only a key is missing',
    async () => {
      const [ours, theirs] = [freshKeyText('ours'), freshKeyText('theirs')];
      await start({ encryptionKeys: `${ours},${theirs}`, worker: false, callbacks: false });
      await rig.startWorker({ LOCRELEASE_ENCRYPTION_KEYS: ours });
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      const sealed = async (keys: string): Promise<Payload> => {
        const [codec] = converterFor(keys).payloadCodecs ?? [];
        const [payload = {}] = (await codec?.encode([json({ by: 'eve' })])) ?? [];
        return payload;
      };
      const whole = await sealed(ours);
      await signal(handle, 'confirmTerms', { ...whole, data: whole.data?.subarray(1) ?? null });
      await foreigner().workflow.getHandle(handle.workflowId).signal('confirmTerms', { by: 'eve' });
      const { decisions } = await rig.reached(
        handle,
        ({ warnings }) => warnings.length === 2,
        'it warns twice',
      );
      expect(decisions).toEqual([]);

      await signal(handle, 'confirmTerms', await sealed(theirs));
      // With encryption, the words of the failure are encrypted too.
      await until('a task fails for want of the key', async () => (await taskFailuresOf(handle)).length > 0);
      await rig.stopWorker();
      await rig.startWorker();
      expect(await handle.result()).toMatchObject({ state: 'done', decisions: [{ by: 'eve' }] });
    },
  );
});

it('a release says in Temporal what can be said to it and asked of it', async () => {
  const rig = await ReleaseRig.start({ callbacks: false });
  try {
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    interface Metadata {
      definition: Record<
        `${'signal' | 'update' | 'query'}Definitions`,
        { name: string; description?: string }[]
      >;
    }
    const { definition } = await handle.query<Metadata>('__temporal_workflow_metadata');
    const own = ({ name }: { name: string }) => !name.startsWith('__');
    const all = Object.values(messages);
    const ofRelease = (type: string): object => {
      const others = [messages.termbaseStatusQuery, messages.workStatusQuery, messages.releasedSignal];
      const notHere: object[] = [
        ...others,
        messages.noticeSignal,
        messages.endTurnSignal,
        messages.leaveQueueSignal,
        messages.askForTurnUpdate,
      ];
      return Object.fromEntries(
        all
          .filter((message) => message.type === type && !notHere.includes(message))
          .map(({ name, description }) => [name, description]),
      );
    };
    const described = (list: readonly { name: string; description?: string }[]): object =>
      Object.fromEntries(list.filter(own).map(({ name, description }) => [name, description]));
    expect(described(definition.signalDefinitions)).toEqual(ofRelease('signal'));
    expect(described(definition.updateDefinitions)).toEqual(ofRelease('update'));
    expect(described(definition.queryDefinitions)).toEqual(ofRelease('query'));
    expect(Object.keys(described(definition.signalDefinitions)).sort()).toEqual(
      Object.keys(releaseSignals).sort(),
    );
    await handle.terminate();
  } finally {
    await rig.close();
  }
});
