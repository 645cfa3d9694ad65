import { Client } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { bundleWorkflowCode } from '@temporalio/worker';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../src/config/config';
import { publishQueueWorkflowId } from '../../src/domain/release/identity';
import { noticeRouteWorkflowId } from '../../src/domain/notices/notice';
import { readRouteReports } from '../../src/notices/route-health';
import { failureConverterPath } from '../../src/temporal/payloads/data-converter';
import { confirmTermsSignal, rejectTermsUpdate } from '../../src/protocol/messages';
import type { Failure } from '../../src/protocol/console-api';
import { reply } from '../support/bare-server';
import { Person, startConsole } from '../support/console';
import { freshKeyText } from '../support/encryption';
import type { History } from '../support/history';
import { HOOK_SECRET, NoticeReceiver } from '../support/notice-receiver';
import { until } from '../support/until';
import { quietLogger } from '../temporal/quiet-logger';
import { ReleaseRig } from './release-rig';
import { converterFor } from './test-file';

const [first, second] = [freshKeyText('first'), freshKeyText('second')];

/**
 * As the build makes it for encrypted releases. It goes with the other bundles: what is made with it is replayed when
 * all cases of the file are over.
 */
const codePath = join(dirname(process.env.LOCRELEASE_TEST_BUNDLE ?? ''), 'encrypted.js');
beforeAll(async () => {
  const { code } = await bundleWorkflowCode({
    workflowsPath: resolve(__dirname, '../../src/workflows/index.ts'),
    failureConverterPath: failureConverterPath(),
    logger: quietLogger,
  });
  await writeFile(codePath, code);
});

let rig: ReleaseRig;
afterEach(() => rig.close());

/** Everything that Temporal keeps of a workflow, byte by byte. */
function bytesOf(history: History): string {
  return Buffer.from(temporal.api.history.v1.History.encode(history).finish()).toString('latin1');
}

/** The SDK's own note that a release has met a change of its code: it holds the name of that change and nothing else. */
const CHANGE_OF_CODE = /^\{"id":"[a-z-]+","deprecated":(true|false)\}$/;

/** Where a payload is that is not encrypted; search attributes must be readable to be searched. */
function clearPayloadsOf(value: unknown, at = 'history'): string[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return [];
  if ('indexedFields' in value) return [];
  if ('metadata' in value && 'data' in value) {
    const { encoding } = value.metadata as { encoding: Uint8Array };
    if (CHANGE_OF_CODE.test(Buffer.from(value.data as Uint8Array).toString())) return [];
    return Buffer.from(encoding).toString() === 'binary/locrelease-encrypted' ? [] : [at];
  }
  return Object.entries(value).flatMap(([key, part]) => clearPayloadsOf(part, `${at}.${key}`));
}

function keysIn(history: History): string[] {
  const kept = bytesOf(history);
  return ['first', 'second'].filter((id) =>
    kept.includes(`encryption-key-id\x12${String.fromCharCode(id.length)}${id}`),
  );
}

describe('with encryption, a whole release', () => {
  it('goes through, answers questions, and leaves nothing in clear in its history', async () => {
    rig = await ReleaseRig.start({ encryptionKeys: first, worker: false });
    await rig.startWorker({}, codePath);
    rig.sandbox.faults.add({
      on: 'POST /tasks/create',
      do: 'refuse',
      code: 500,
      message: 'the reactor is on fire',
    });
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    await expect(
      handle.executeUpdate(rejectTermsUpdate, { args: [{ by: 'olga', reason: '' }] }),
    ).rejects.toThrow();
    await handle.signal(confirmTermsSignal, { by: 'olga', comment: 'looks right to me' });
    const record = await handle.result();
    expect(record.state).toBe('done');
    const status = await rig.status(handle);
    expect(status.decisions).toMatchObject([{ by: 'olga', why: 'looks right to me' }]);

    const queue = rig.client.workflow.getHandle(publishQueueWorkflowId(rig.project));
    const histories = [await handle.fetchHistory(), await queue.fetchHistory()];
    expect(histories.flatMap((history) => clearPayloadsOf(history))).toEqual([]);
    const kept = histories.map(bytesOf).join('');
    const words = [
      ...[
        'olga',
        'looks right to me',
        'the reactor is on fire',
        'now speaks',
        'zh-cn',
        'acc_1',
        'tpl-1a2b3c4d',
      ],
      ...['tester', 'greeting', 'Mira', rig.directory],
      ...[status.taskId, status.publishJobId, status.announcement?.postId].map(String),
    ];
    expect(words.filter((word) => kept.includes(word))).toEqual([]);
  });

  it('hides the words of failures, also of those made in workflows', async () => {
    rig = await ReleaseRig.start({ encryptionKeys: first, worker: false, callbacks: false });
    await rig.startWorker({}, codePath);
    const input = await rig.input();
    const handle = await rig.startRelease({
      ...input,
      spec: { ...input.spec, targetLanguages: ['Not a language'] },
    });
    await expect(handle.result()).rejects.toMatchObject({
      cause: { type: 'BadInput', message: expect.stringContaining('targetLanguages') as string },
    });
    const kept = bytesOf(await handle.fetchHistory());
    expect(kept).toContain('Encoded failure');
    expect(kept).not.toContain('targetLanguages');
  });

  it('leaves nothing of a notice in clear, nor of the route on which it is sent', async () => {
    const hook = await NoticeReceiver.start(reply(503, ''));
    try {
      rig = await ReleaseRig.start({
        encryptionKeys: first,
        worker: false,
        callbacks: false,
        env: { HOOK_URL: hook.url, HOOK_SECRET },
        config: {
          notices: { routes: [{ webhook: { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' } }] },
        },
      });
      await rig.startWorker({}, codePath);
      const handle = await rig.release();
      await rig.waitingForTerms(handle);
      const config = readConfig(rig.env(), rig.directory);
      await until('the route fails', async () => {
        const [report] = await readRouteReports(rig.client, config);
        return report?.failing?.why === 'The receiver answered 503.';
      });
      const [sent] = hook.notices;
      const route = rig.client.workflow.getHandle(noticeRouteWorkflowId(rig.taskQueue, 'webhook-HOOK_URL'));
      const histories = [await handle.fetchHistory(), await route.fetchHistory()];
      expect(histories.flatMap((history) => clearPayloadsOf(history))).toEqual([]);
      const kept = histories.map(bytesOf).join('');
      const words = ['waits for a term review', 'answered 503', 'not-for-others', 'also-secret', HOOK_SECRET];
      expect([...words, sent?.link ?? '', hook.url].filter((word) => kept.includes(word))).toEqual([]);
      await handle.terminate();
    } finally {
      await hook.close();
    }
  });

  it('is told by a gateway that lacks the key, with the name of the key, and takes the signal of a client without', async () => {
    rig = await ReleaseRig.start({ encryptionKeys: first, worker: false, callbacks: false });
    await rig.startWorker({}, codePath);
    const handle = await rig.release({ publish: false, supplementLanguages: [] });
    await rig.waitingForTerms(handle);
    const keyless = new Client({ connection: rig.client.connection, dataConverter: converterFor('') });
    const gateway = await startConsole(keyless, readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory));
    try {
      const person = await Person.signedIn(gateway.url, 'reader');
      for (const path of ['', '/story', '/terms']) {
        const { status, body } = await person.get<Failure>(
          `/api/releases/${handle.workflowId.replace('release/', '')}${path}`,
        );
        expect([path, status, body.code]).toEqual([path, 503, 'encryption_key']);
        expect(body.message).toContain('is encrypted with the key "first", which this process does not have');
      }
    } finally {
      await gateway.close();
    }
    // What a release can be told without a key.
    await keyless.workflow.getHandle(handle.workflowId).signal('confirmTerms', { by: 'from elsewhere' });
    expect((await handle.result()).decisions).toMatchObject([{ by: 'from elsewhere' }]);
  });

  it('goes on through a change of keys', async () => {
    rig = await ReleaseRig.start({ encryptionKeys: `${first},${second}`, worker: false, callbacks: false });
    await rig.startWorker({ LOCRELEASE_ENCRYPTION_KEYS: first }, codePath);
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    expect(keysIn(await handle.fetchHistory())).toEqual(['first']);

    await rig.stopWorker();
    await rig.startWorker({ LOCRELEASE_ENCRYPTION_KEYS: `${second},${first}` });
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect((await handle.result()).state).toBe('done');
    expect(keysIn(await handle.fetchHistory())).toEqual(['first', 'second']);
  });
});
