import { basename } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { Amendment } from '../../src/domain/release/amendment';
import {
  amendUpdate,
  pauseUpdate,
  resumeUpdate,
  confirmTermsUpdate,
  editTermsUpdate,
} from '../../src/protocol/messages';
import { refusalOf } from '../support/refusal';
import { publishedByHand } from '../support/social-sandbox';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';
import { concurrentlyAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
const automatic = { terms: { confirmation: 'automatic' as const } };
const short: Partial<ReleaseFile> = { ...automatic, supplementLanguages: [], export: undefined };
const announce = (more: object = {}) => ({
  accounts: ['acc_1', 'acc_2'],
  platforms: [],
  text: 'Out.',
  ...more,
});

const amend = (handle: ReleaseHandle, amendment: Amendment, reason = 'because') =>
  handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', reason, amendment }] });
/** Without the draft that the sandbox has from the start. */
const postedTexts = ({ sandbox }: ReleaseRig) =>
  sandbox.social
    .posts()
    .filter(({ postId }) => postId !== 'post_1')
    .map(({ text, targets }) => ({ text, accounts: targets.map(({ accountId }) => accountId) }));
const held = (rig: ReleaseRig, handle: ReleaseHandle) =>
  rig.reached(handle, ({ hold }) => hold?.why === 'announcement_time', 'its announcement is held');
const ahead = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

describe('an amendment', () => {
  it.concurrent('of the announcement is what the world is told, at the time that it says', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: announce({ at: ahead(3) }) });
      const { hold, state, stage } = await held(rig, handle);
      expect({
        state,
        stage,
        days: Math.round((Date.parse(hold?.until ?? '') - Date.now()) / DAY_MS),
      }).toEqual({
        state: 'waiting',
        stage: 'announce',
        days: 3,
      });

      const { changed } = await amend(handle, {
        announce: announce({ text: 'Out now.', accounts: ['acc_1'] }),
      });
      expect(changed).toBe('amend announce');
      const { state: ended, decisions } = await handle.result();
      expect(ended).toBe('done');
      expect(postedTexts(rig)).toEqual([{ text: 'Out now.', accounts: ['acc_1'] }]);
      expect(decisions).toMatchObject([{ by: 'olga', what: 'amend announce', why: 'because' }]);
    }),
  );

  it.concurrent('asks the services about what it changes alone: a prepared post may be out since', () =>
    withRig({ callbacks: false }, async (rig) => {
      const exported = { template: 'game-ini', directory: 'out' };
      const handle = await rig.release({
        supplementLanguages: [],
        export: exported,
        announce: { accounts: [], postId: 'post_1' },
      });
      await rig.reached(handle, ({ waitingFor }) => waitingFor?.kind === 'terms', 'its terms wait');
      await publishedByHand(rig.sandbox.url, 'post_1');
      const filename = 'other';
      await amend(handle, {
        export: { ...exported, directory: rig.directory, filename, minimumComplete: {} },
      });
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga' }] });
      const { state, stages, files } = await handle.result();
      expect([state, files.map(({ path }) => basename(path))]).toEqual(['done', ['other.ini']]);
      expect(stages.at(-1)).toMatchObject({
        name: 'announce',
        note: expect.stringMatching(/Nothing was sent/) as string,
      });
    }),
  );

  it.concurrent('that comes too late is refused, and nothing of it is taken', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: announce({ at: ahead(1) }) });
      await held(rig, handle);
      const refusal = await refusalOf(
        amend(handle, { publish: false, terms: { deadline: DAY_MS }, announce: announce({ text: 'Other' }) }),
      );
      expect(refusal).toMatch(
        /Nothing was changed.*\n- terms: the term review is over\.\n- publish: it is over\.$/,
      );
      await amend(handle, { announce: announce() });
      expect((await handle.result()).state).toBe('done');
      expect(postedTexts(rig)).toMatchObject([{ text: 'Out.' }]);
    }),
  );

  concurrentlyAtNight('that a service cannot do is refused', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: announce({ at: ahead(1) }) });
      await held(rig, handle);
      expect(await refusalOf(amend(handle, { announce: announce({ accounts: ['acc_9'] }) }))).toBe(
        'Nothing was changed.\n- There is no account acc_9 in the workspace. Did you mean acc_1? There are: acc_1 (x, @sandboxgames), acc_2 (threads, @sandboxgames).',
      );
      await amend(handle, { withoutAccounts: ['acc_2'], announce: announce() });
      await handle.result();
      expect(postedTexts(rig)).toMatchObject([{ accounts: ['acc_1'] }]);
    }),
  );

  concurrentlyAtNight('of the deadline gives a review more time', () =>
    withRig({ minCheckInterval: '1h' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: undefined, terms: { deadline: '1 day' } });
      const { waitingFor } = await rig.waitingForTerms(handle);
      await amend(handle, { terms: { deadline: 5 * DAY_MS } });
      const later = await rig.reached(
        handle,
        (status) => status.waitingFor?.dueAt !== waitingFor?.dueAt,
        'the deadline is another',
      );
      const dueAtMs = Date.parse(later.waitingFor?.dueAt ?? '');
      expect(dueAtMs - Date.parse(waitingFor?.dueAt ?? '')).toBe(4 * DAY_MS);
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga' }] });
      expect((await handle.result()).state).toBe('done');
    }),
  );

  it.concurrent('leaves a language out of the files and of the announcement', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({
        ...automatic,
        supplementLanguages: ['ko'],
        announce: announce({ text: '{languages}', at: ahead(1) }),
      });
      await held(rig, handle);
      await amend(handle, { withoutLanguages: ['ja'], announce: announce({ text: '{languages}' }) });
      const { languages, state, files } = await handle.result();
      expect({ languages, state }).toEqual({ languages: ['zh-cn', 'ko'], state: 'done' });
      // They had been exported with it.
      expect(new Set(files.flatMap((file) => file.languages))).toEqual(new Set(['zh-cn', 'ko']));
      expect(postedTexts(rig)[0]?.text).not.toMatch(/japan/i);
    }),
  );
});

describe('another text, after the announcement failed on an account,', () => {
  const failedOnOne = async (rig: ReleaseRig): Promise<ReleaseHandle> => {
    rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail' });
    const handle = await rig.release({ ...short, announce: announce() });
    await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
    return handle;
  };
  const other = { announce: announce({ text: 'Out, and mended.' }) };
  const has = async (rig: ReleaseRig, handle: ReleaseHandle) =>
    (await rig.status(handle)).announcement?.targets.map(({ accountId, status, text }) => ({
      accountId,
      status,
      text,
    }));
  const both = [
    { text: 'Out.', accounts: ['acc_1', 'acc_2'] },
    { text: 'Out, and mended.', accounts: ['acc_1'] },
  ];

  it.concurrent('that is refused can be changed once more, and nothing unsent counts as out', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await failedOnOne(rig);
      await amend(handle, { announce: announce({ text: 'Not this one.' }) });
      rig.sandbox.faults.add({ on: 'POST /posts/{postId}/publish', do: 'refuse', code: 400 });
      await rig.resolve(handle, 'retry');
      await rig.reached(
        handle,
        ({ state, problem }) => state === 'partial' && problem?.code !== 'announcement_partial',
        'the second text is refused',
      );
      await amend(handle, other);
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(await has(rig, handle)).toEqual([
        { accountId: 'acc_2', status: 'published', text: 'Out.' },
        { accountId: 'acc_1', status: 'published', text: 'Out, and mended.' },
      ]);
    }),
  );

  it.concurrent(
    'goes out once and there alone, every account tells what it has, and nothing else can be changed',
    () =>
      withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
        const handle = await failedOnOne(rig);
        expect(await refusalOf(amend(handle, { announce: announce({ accounts: ['acc_2'] }) }))).toContain(
          'Only its text can be changed, for accounts on which it failed.',
        );
        await amend(handle, other);
        expect(postedTexts(rig)).toEqual(both.slice(0, 1));
        await rig.resolve(handle, 'retry');
        expect((await handle.result()).state).toBe('done');
        expect(postedTexts(rig)).toEqual(both);
        expect(await has(rig, handle)).toEqual([
          { accountId: 'acc_2', status: 'published', text: 'Out.' },
          { accountId: 'acc_1', status: 'published', text: 'Out, and mended.' },
        ]);
      }),
  );

  concurrentlyAtNight('goes out once although every reply is lost', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await failedOnOne(rig);
      await amend(handle, other);
      rig.sandbox.faults.add({ on: 'POST /posts', do: 'lose-reply' });
      rig.sandbox.faults.add({ on: 'POST /posts/{postId}/publish', do: 'lose-reply' });
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(postedTexts(rig)).toEqual(both);
    }),
  );

  concurrentlyAtNight(
    'can be changed once more where that one fails too, and the last is what is retried',
    () =>
      withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
        const handle = await failedOnOne(rig);
        await amend(handle, other);
        rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail' });
        await rig.resolve(handle, 'retry');
        await rig.reached(
          handle,
          ({ state, announcement }) => state === 'partial' && announcement?.targets[1]?.text !== undefined,
          'it has failed again',
        );
        await amend(handle, { announce: announce({ text: 'At last.' }) });
        await rig.resolve(handle, 'retry');
        expect((await handle.result()).state).toBe('done');
        expect(postedTexts(rig).at(-1)).toEqual({ text: 'At last.', accounts: ['acc_1'] });
        expect((await has(rig, handle))?.map(({ text }) => text)).toEqual(['Out.', 'At last.']);
      }),
  );
});

describe('a language that is added while the announcement is held', () => {
  it.concurrent('is translated first, and announced with the others', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({
        ...short,
        announce: announce({ text: '{languages}', at: ahead(1) }),
      });
      await held(rig, handle);
      await handle.executeUpdate('addLanguages', { args: [{ by: 'olga', languages: ['ko'] }] });
      await rig.reached(
        handle,
        ({ languages, hold }) => languages.includes('ko') && hold?.why === 'announcement_time',
        'it is held again',
      );
      await amend(handle, { announce: announce({ text: '{languages}' }) });
      expect((await handle.result()).state).toBe('done');
      expect(postedTexts(rig)[0]?.text).toMatch(/korean/i);
    }),
  );
});

describe('a paused release', () => {
  const pause = (handle: ReleaseHandle) =>
    handle.executeUpdate(pauseUpdate, { args: [{ by: 'olga', reason: 'holiday' }] });
  const resume = (handle: ReleaseHandle) => handle.executeUpdate(resumeUpdate, { args: [{ by: 'ivan' }] });
  const isPaused = (rig: ReleaseRig, handle: ReleaseHandle) =>
    rig.reached(handle, ({ state }) => state === 'paused', 'it is paused');

  it.concurrent('begins no stage until it is resumed, and says who paused it and why', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: undefined });
      await pause(handle);
      const { paused, waitingFor, problem } = await isPaused(rig, handle);
      expect({ paused, waitingFor, problem }).toMatchObject({
        paused: { by: 'olga', why: 'holiday' },
        waitingFor: null,
        problem: null,
      });
      expect(await refusalOf(pause(handle))).toBe('It is paused already.');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toEqual([]);

      await resume(handle);
      const { decisions, ...ended } = await handle.result();
      expect(ended).toMatchObject({ state: 'done', problem: null });
      expect(decisions.map(({ by, what }) => `${by}: ${what}`)).toEqual(['olga: pause', 'ivan: resume']);
    }),
  );

  concurrentlyAtNight('gives its review the time in which it was paused', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: undefined, terms: { deadline: '2 hours' } });
      const before = await rig.waitingForTerms(handle);
      await pause(handle);
      await isPaused(rig, handle);
      await rig.skipTime(handle);
      await resume(handle);
      // Nobody decides: the time that is left passes at once.
      const { state, problem } = await handle.result();
      expect({ state, code: problem?.code }).toEqual({ state: 'rejected', code: 'rejected_by_deadline' });
      expect(before.waitingFor?.dueAt).not.toBeNull();
    }),
  );
});

describe('a review that is parked', () => {
  it.concurrent('can be edited, and the time until it is resolved does not count', () =>
    withRig({ callbacks: false, minCheckInterval: '200ms' }, async (rig) => {
      const handle = await rig.release({ ...short, announce: undefined, terms: { deadline: '2 hours' } });
      const { waitingFor, taskId } = await rig.waitingForTerms(handle);
      const [term] = rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '')?.terms ?? [];
      rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'refuse', code: 403 });
      await handle.signal('callback', {
        deliveryId: 'd-1',
        event: 'term_scan.completed',
        taskId: taskId ?? '',
      });
      await rig.parked(handle);
      await handle.executeUpdate(editTermsUpdate, {
        args: [{ by: 'olga', termIds: [term?.id ?? ''], edit: { note: 'seen' } }],
      });
      expect(await refusalOf(handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga' }] }))).toMatch(
        /parked.*what was changed in the terms is kept/,
      );
      await rig.resolve(handle, 'retry');
      const again = await rig.waitingForTerms(handle);
      expect(Date.parse(again.waitingFor?.dueAt ?? '')).toBeGreaterThan(Date.parse(waitingFor?.dueAt ?? ''));
      await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga' }] });
      expect((await handle.result()).state).toBe('done');
    }),
  );
});
