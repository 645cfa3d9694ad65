/** Whatever changes something outside passes one guard: not while the release is paused, and with what was amended last. */
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { amendUpdate, confirmTermsSignal, pauseUpdate, resumeUpdate } from '../../src/protocol/messages';
import { refusalOf } from '../support/refusal';
import { until } from '../support/until';
import { type ReleaseHandle, type ReleaseRig, quickPace, withRig } from './release-rig';
import { readFile } from 'node:fs/promises';
import { expectNoOverlappingPublishes } from './invariants';

const DAY_MS = 86_400_000;
const by = 'olga';
const announce = (text: string, at?: string) => ({
  accounts: ['acc_1'],
  platforms: [],
  text,
  ...(at !== undefined && { at }),
});
const short: Partial<ReleaseFile> = {
  terms: { confirmation: 'automatic' },
  supplementLanguages: [],
  export: undefined,
};
const ahead = (ms: number): string => new Date(Date.now() + ms).toISOString();
const pause = (handle: ReleaseHandle) => handle.executeUpdate(pauseUpdate, { args: [{ by }] });
const resume = (handle: ReleaseHandle) => handle.executeUpdate(resumeUpdate, { args: [{ by }] });
const reword = (handle: ReleaseHandle, text: string) =>
  handle.executeUpdate(amendUpdate, { args: [{ by, amendment: { announce: announce(text) } }] });
const calls = ({ sandbox }: ReleaseRig, subject: string) => sandbox.journal.find({ subject });
const publishes = (rig: ReleaseRig) => calls(rig, 'POST /tasks/publish');
const posts = (rig: ReleaseRig) => calls(rig, 'POST /posts/{postId}/publish');
const textsOf = ({ sandbox }: ReleaseRig): string[] =>
  sandbox.social
    .posts()
    .filter(({ targets }) => targets.some(({ status }) => status === 'published'))
    .map(({ text }) => text);

it.concurrent(
  'a release that is paused while it waits for its turn does not publish when the turn comes',
  () =>
    withRig(
      { callbacks: false, minCheckInterval: '200ms', sandbox: { pace: { ...quickPace, publishMs: DAY_MS } } },
      async (rig) => {
        const holder = await rig.release({ ...short, announce: undefined });
        await rig.reached(holder, ({ publishJobId }) => publishJobId !== null, 'another publishes');
        const handle = await rig.release({ ...short, announce: undefined });
        await rig.reached(handle, ({ hold }) => hold?.why === 'publish_turn', 'it waits for its turn');
        await pause(handle);
        rig.sandbox.clock.advance(DAY_MS);
        await holder.result();
        const third = await rig.release({ ...short, announce: undefined });
        await rig.reached(third, ({ publishJobId }) => publishJobId !== null, 'the next one publishes');
        expect(await rig.status(handle)).toMatchObject({ state: 'paused', publishJobId: null });
        expect(publishes(rig)).toHaveLength(2);
        rig.sandbox.clock.advance(DAY_MS);
        await third.result();
        await resume(handle);
        await rig.reached(handle, ({ publishJobId }) => publishJobId !== null, 'it publishes');
        rig.sandbox.clock.advance(DAY_MS);
        expect((await handle.result()).state).toBe('done');
      },
    ),
);

it.concurrent('terms that are confirmed in a pause wait for nobody, and reach the service after it', () =>
  withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
    const handle = await rig.release({ ...short, terms: {}, announce: undefined });
    await rig.waitingForTerms(handle);
    await pause(handle);
    await handle.signal(confirmTermsSignal, { by });
    const decided = await rig.reached(handle, ({ waitingFor }) => waitingFor === null, 'it is confirmed');
    expect(decided.state).toBe('paused');
    expect(calls(rig, 'POST /tasks/confirm-terms')).toEqual([]);
    await resume(handle);
    expect((await handle.result()).state).toBe('done');
    expect(calls(rig, 'POST /tasks/confirm-terms')).toHaveLength(1);
  }),
);

it.concurrent(
  'what is held for its time and paused then can be amended after that time, and goes out as amended',
  () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const wrong = 'The wrong text.';
      const handle = await rig.release({ ...short, announce: announce(wrong, ahead(DAY_MS)) });
      await rig.reached(handle, ({ hold }) => hold?.why === 'announcement_time', 'it is held');
      await pause(handle);
      const at = ahead(3_000);
      await handle.executeUpdate(amendUpdate, {
        args: [{ by, amendment: { announce: announce(wrong, at) } }],
      });
      await until('its time has passed', () => Date.now() > Date.parse(at) + 1_000);
      expect(await reword(handle, 'The right text.')).toMatchObject({ changed: 'amend announce' });
      expect(posts(rig)).toEqual([]);
      await resume(handle);
      expect((await handle.result()).state).toBe('done');
      expect(textsOf(rig)).toEqual(['The right text.']);
      expect(posts(rig)).toHaveLength(1);
    }),
);

it.concurrent(
  'a call that is only being repeated is called off by a pause, and made anew of what was amended',
  () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /posts', do: 'refuse', code: 500, nth: 'all' });
      const handle = await rig.release({ ...short, announce: announce('The wrong text.') });
      await until('it is tried', () => calls(rig, 'POST /posts').length > 0);
      await pause(handle);
      await rig.reached(handle, ({ state }) => state === 'paused', 'it is paused');
      // Until the attempt that is under way has failed, it is being sent.
      await until('it is called off', () =>
        reword(handle, 'The right text.').then(
          () => true,
          () => false,
        ),
      );
      const tried = calls(rig, 'POST /posts').length;
      rig.sandbox.faults.clear();
      await resume(handle);
      expect((await handle.result()).state).toBe('done');
      expect(calls(rig, 'POST /posts')).toHaveLength(tried + 1);
      expect(textsOf(rig)).toEqual(['The right text.']);
    }),
);

it.concurrent('an announcement that is paused while a daily cap holds it is not made when the cap ends', () =>
  withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
    const params = { reason: 'daily_publish_cap' };
    rig.sandbox.faults.add({
      on: 'POST /posts/{postId}/publish',
      do: 'refuse',
      code: 'rate_limited',
      params,
    });
    const handle = await rig.release({ ...short, announce: announce('Out.') });
    await rig.reached(handle, ({ hold }) => hold?.why === 'daily_cap', 'the cap holds it');
    await pause(handle);
    await rig.skipTime(handle);
    const sent = posts(rig).length;
    await rig.client.workflow.getHandle(handle.workflowId).signal('callback', {});
    expect(await rig.status(handle)).toMatchObject({ state: 'paused' });
    expect(posts(rig)).toHaveLength(sent);
    await resume(handle);
    expect((await handle.result()).state).toBe('done');
    expect(textsOf(rig)).toEqual(['Out.']);
  }),
);

it.concurrent('a pause that could not be honoured is refused with the reason', () =>
  withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
    const at = ahead(3_600_000);
    const handle = await rig.release({ ...short, announce: { ...announce('Later.', at), by: 'service' } });
    await rig.reached(
      handle,
      ({ announcement }) => (announcement?.postId ?? null) !== null,
      'it is scheduled',
    );
    expect(await refusalOf(pause(handle))).toMatch(/^The service publishes the announcement by itself, at /);
    await handle.cancel();
    await handle.result();
  }),
);

/** A release exports what it published: the turn of its project covers both, and who comes back is told who came between. */
describe('turns to publish', () => {
  const file: Partial<ReleaseFile> = {
    targetLanguages: ['ja'],
    terms: { scan: false },
    supplementLanguages: [],
    announce: undefined,
  };
  /** The same ids, with other texts. */
  const strings = (text: string) => [{ string_id: 'greeting', content: text }];
  const options = { callbacks: false, minCheckInterval: '200ms' };

  async function exported(handle: ReleaseHandle): Promise<string> {
    const { files } = await handle.result();
    return (await Promise.all(files.map(({ path }) => readFile(path, 'utf8')))).join('\n');
  }

  const named = (rig: ReleaseRig, name: string) => ({
    ...file,
    name,
    export: { template: 'tpl-1a2b3c4d', directory: `${rig.directory}/${name}` },
  });

  it.concurrent(
    'of two releases with the same strings each file has its own texts, however late it is exported',
    () =>
      withRig(options, async (rig) => {
        rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'refuse', code: 500, nth: '1-2' });
        const first = await rig.release(named(rig, 'first'), strings('Hello from the first.'));
        await rig.reached(first, ({ stage }) => stage === 'export', 'it has published, and exports');
        const second = await rig.release(named(rig, 'second'), strings('Hello from the second.'));
        expect(await exported(first)).toContain('the first.');
        expect(await exported(second)).toContain('the second.');
        expectNoOverlappingPublishes(rig.sandbox);
      }),
  );

  describe('where a release is parked between publish and export, and another has published since', () => {
    const parkedBetween = async (rig: ReleaseRig): Promise<ReleaseHandle> => {
      rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'refuse', code: 403 });
      const first = await rig.release(named(rig, 'first'), strings('Hello from the first.'));
      await rig.parked(first);
      const second = await rig.release(named(rig, 'second'), strings('Hello from the second.'));
      expect(await exported(second)).toContain('the second.');
      await rig.resolve(first, 'retry');
      const { problem } = await rig.reached(
        first,
        (status) => status.problem?.code === 'published_over',
        'a person is asked',
      );
      expect(problem?.message).toContain(`these have published since: release/${rig.project}/second`);
      return first;
    };

    it.concurrent('retry publishes it again, and exports that', () =>
      withRig(options, async (rig) => {
        const first = await parkedBetween(rig);
        await rig.resolve(first, 'retry');
        expect(await exported(first)).toContain('the first.');
        expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(3);
      }),
    );

    it.concurrent('skip exports what the project has, and the record says so', () =>
      withRig(options, async (rig) => {
        const first = await parkedBetween(rig);
        await rig.resolve(first, 'skip');
        expect(await exported(first)).toContain('the second.');
        const { warnings } = await first.result();
        expect(warnings.join()).toContain('others had published since this release did, and tester chose so');
        expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(2);
      }),
    );
  });
});
