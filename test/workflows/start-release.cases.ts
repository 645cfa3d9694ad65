/** The same release is one release, whoever starts it, from wherever; one that cost nothing gives way to a corrected one. */
import { BRANCH_MEMO } from '../../src/domain/release/release-start';
import { WorkflowNotFoundError } from '@temporalio/client';
import { join } from 'node:path';
import { addLanguages } from '../../src/client/releases/add-languages';
import { BadRequest } from '../../src/client/errors';
import { explainRelease } from '../../src/client/stories/read-story';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { storyText } from '../../src/cli/release/report';
import { snapshotOf } from '../../src/client/plans/prepare-release';
import { startRelease, type Started } from '../../src/client/releases/start-release';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import type { ReleaseInput } from '../../src/domain/release/release-input';
import { withClosedAddress } from '../../src/store/source-address';
import type { localizationRelease } from '../../src/workflows';
import { BareServer } from '../support/bare-server';
import { until } from '../support/until';
import { workbook } from '../support/workbook';
import { withRig, type ReleaseRig, type RigOptions } from './release-rig';
import { resolveUpdate } from '../../src/protocol/messages';

const quick: RigOptions = { callbacks: false, minCheckInterval: '200ms' };
const unscanned = { terms: { scan: false }, supplementLanguages: [], announce: undefined };

const neverAsked = (): never => {
  throw new Error('Nobody wants the list of languages.');
};

function start(rig: ReleaseRig, input: ReleaseInput): Promise<Started> {
  return startRelease(rig.client, { input, taskQueue: rig.taskQueue, store: rig.store });
}

const handleOf = (rig: ReleaseRig, { spec }: ReleaseInput) =>
  rig.client.workflow.getHandle<typeof localizationRelease>(releaseWorkflowId(spec));

it.concurrent('the same file from another directory is the same release', () =>
  withRig(quick, async (rig) => {
    const input = await rig.input({ ...unscanned, name: 'same' });
    expect((await start(rig, input)).outcome).toBe('started');
    const { spec } = input;
    const elsewhere = {
      ...input,
      startedBy: 'another',
      spec: {
        ...spec,
        source: { file: '/another/checkout/strings.json' },
        export: spec.export && { ...spec.export, directory: join(rig.directory, 'elsewhere') },
      },
    };
    expect((await start(rig, elsewhere)).outcome).toBe('attached');
    await handleOf(rig, input).result();
    expect((await start(rig, elsewhere)).outcome).toBe('ended');
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);
  }),
);

it.concurrent(
  'other content under the same name is refused with the difference, and nothing is started',
  () =>
    withRig(quick, async (rig) => {
      const input = await rig.input({ ...unscanned, name: 'other', publish: false });
      await start(rig, input);
      const other = await rig.input({ ...unscanned, name: 'other', targetLanguages: ['ja', 'fr'] });
      const refused = start(rig, other);
      await expect(refused).rejects.toThrow(
        /already exists with other content\. Nothing was started\.[^]*targetLanguages: was \["zh-cn","ja"\], now \["ja","fr"\]/,
      );
      await expect(refused).rejects.not.toThrow('directory');
      await handleOf(rig, input).result();
    }),
);

it.concurrent('a corrected file takes the place of a release in which nothing has been paid for', () =>
  withRig(quick, async (rig) => {
    const wrong = await rig.input({ ...unscanned, name: 'wrong', export: { template: 'no-such-template' } });
    await start(rig, wrong);
    const releases = new ReleaseClient(rig.client);
    const id = `${rig.project}/wrong`;
    await until('it is parked', async () => (await releases.status(id)).state === 'parked');
    expect((await start(rig, wrong)).outcome).toBe('attached');
    const right = { ...(await rig.input({ ...unscanned, name: 'wrong' })), branch: 'mended' };
    expect((await start(rig, right)).outcome).toBe('replaced');
    expect((await handleOf(rig, right).result()).state).toBe('done');
    expect((await handleOf(rig, right).describe()).memo).toMatchObject({ [BRANCH_MEMO]: 'mended' });
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);
    const story = storyText(await explainRelease(rig.client, id));
    expect(story).toContain('The release ended: a start with a corrected file replaced it.');
  }),
);

it.concurrent('two starts of corrected files and a retry, all at once, pay for one task', () =>
  withRig(quick, async (rig) => {
    const named = (file: object) => rig.input({ ...unscanned, name: 'contended', ...file });
    await start(rig, await named({ export: { template: 'no-such-template' } }));
    const releases = new ReleaseClient(rig.client);
    const id = `${rig.project}/contended`;
    await until('it is parked', async () => (await releases.status(id)).state === 'parked');
    const right = await named({});
    const others = [await named({}), await named({ targetLanguages: ['fr'] })];
    const outcomes = await Promise.allSettled<unknown>([
      ...[right, ...others].map((input) => start(rig, input)),
      releases.executeUpdate(id, resolveUpdate, { by: 'olga', action: 'retry' }),
    ]);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    await until('it has ended, or is parked again', async () =>
      ['done', 'parked'].includes((await releases.status(id)).state),
    );
    // Where the retry came first, the corrected file takes its place once it is parked again.
    const { state } = await releases.status(id);
    if (state === 'parked') await start(rig, right);
    await until('it is done', async () => (await releases.status(id)).state === 'done');
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);
  }),
);

it.concurrent('a release that a workflow started, and that has ended, gets more languages', () =>
  withRig(quick, async (rig) => {
    // As a schedule starts it: with nothing kept beside it.
    const handle = await rig.release(unscanned);
    await handle.result();
    const id = handle.workflowId.replace(/^release\//, '');
    const [start] = await explainRelease(rig.client, id);
    const releases = new ReleaseClient(rig.client);
    const { client, taskQueue } = rig;
    expect(
      await addLanguages(
        { client, releases, config: { taskQueue }, localization: neverAsked },
        { id, languages: ['fr'], by: 'olga', allowUnlisted: true },
      ),
    ).toEqual({ added: ['fr'], warnings: [] });
    const { state, languages, stages } = await client.workflow
      .getHandle<typeof localizationRelease>(handle.workflowId)
      .result();
    expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', 'fr'] });
    // Who added languages has not started it, nor did it start then.
    const restart = (await explainRelease(client, id)).findLast(({ kind }) => kind === 'start');
    expect(restart).toMatchObject({
      by: start?.kind === 'start' ? start.by : '',
      added: { by: 'olga', languages: 'fr' },
    });
    expect(await releases.newest({ project: rig.project }, 5)).toMatchObject([
      { id, startedAt: stages[0]?.startedAt },
    ]);
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);
  }),
);

it.concurrent('a release that was announced before it was cancelled is not announced again unless told', () =>
  withRig(quick, async (rig) => {
    rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'auth_expired' });
    const announce = { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' };
    const input = await rig.input({ ...unscanned, name: 'announced', announce });
    await start(rig, input);
    const handle = handleOf(rig, input);
    const releases = new ReleaseClient(rig.client);
    const id = `${rig.project}/announced`;
    await until('it is partial', async () => (await releases.status(id)).state === 'partial');
    await handle.terminate('somebody was impatient');
    await expect(start(rig, input)).rejects.toThrow(
      /its announcement was sent before that \(post \w+\)\. Nothing was started\..*--no-announce.*--announce-again/,
    );
    const quiet = await rig.input({ ...unscanned, name: 'announced' });
    expect((await start(rig, quiet)).outcome).toBe('started');
    await handleOf(rig, quiet).result();
    expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toHaveLength(1);
  }),
);

it.concurrent(
  'a check that finds something keeps a release from being started, and holds nobody back from one that runs',
  () =>
    withRig(quick, async (rig) => {
      const input = await rig.input({ ...unscanned, name: 'checked' });
      const options = { input, taskQueue: rig.taskQueue, store: rig.store };
      const check = () => Promise.reject(new BadRequest('The template is missing.'));
      await expect(startRelease(rig.client, { ...options, check })).rejects.toThrow(
        'The template is missing.',
      );
      await expect(handleOf(rig, input).describe()).rejects.toThrow(WorkflowNotFoundError);
      await startRelease(rig.client, options);
      expect((await startRelease(rig.client, { ...options, check })).outcome).toBe('attached');
      await handleOf(rig, input).result();
    }),
);

it.concurrent('the signature of an address reaches the service, and no history', () =>
  withRig(quick, async (rig) => {
    const file = await workbook([
      ['string_id', 'content'],
      ['intro', 'Welcome.'],
    ]);
    const files = await BareServer.start((response) => response.end(file));
    try {
      const url = `${files.url}/strings.xlsx?signature=very-secret`;
      const { spec } = await rig.input({ ...unscanned, name: 'signed', source: { url } });
      const { input } = await snapshotOf(spec, rig.store, 'tester');
      await start(rig, input);
      // As it was started by a version that had the whole address in its history.
      const before = { spec, source: { kind: 'url', url }, startedBy: 'tester' } as const;
      expect((await start(rig, withClosedAddress(before))).outcome).toBe('attached');
      await handleOf(rig, input).result();
      expect(files.seen.map(({ target }) => target)).toContain('/strings.xlsx?signature=very-secret');
      const history = JSON.stringify(await handleOf(rig, input).fetchHistory());
      const texts = [history, ...(history.match(/[A-Za-z0-9+/]{40,}={0,2}/g) ?? []).map(decoded)];
      expect(texts.some((text) => text.includes('/strings.xlsx'))).toBe(true);
      expect(texts.filter((text) => text.includes('very-secret'))).toEqual([]);
    } finally {
      await files.close();
    }
  }),
);

const decoded = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8');
