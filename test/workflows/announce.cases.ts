/** Announcements that do not go as they usually do. */
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { publicationsOf } from './invariants';
import { type ReleaseHandle, type ReleaseRig, withRig } from './release-rig';
import { amendUpdate, pauseUpdate, resumeUpdate } from '../../src/protocol/messages';
import { refusalOf } from '../support/refusal';
import { publishedByHand } from '../support/social-sandbox';
import { concurrentlyAtNight, drawn } from '../support/nightly';

const short: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  publish: false,
  export: undefined,
};
const publishPost = 'POST /posts/{postId}/publish';

async function targetsOf(rig: ReleaseRig, handle: ReleaseHandle): Promise<string[]> {
  const { announcement } = await rig.status(handle);
  return (announcement?.targets ?? [])
    .map(({ accountId, status, errorCode }) => `${accountId} ${status} ${errorCode ?? ''}`.trim())
    .sort();
}

describe('an announcement', () => {
  it.concurrent('of a prepared post that somebody publishes meanwhile sends nothing', () =>
    withRig({ callbacks: false }, async (rig) => {
      const at = new Date(Date.now() + 3_600_000).toISOString();
      const handle = await rig.release({ ...short, announce: { accounts: [], postId: 'post_1', at } });
      await rig.reached(handle, ({ stage }) => stage === 'announce', 'it waits for the time of its post');
      await handle.executeUpdate(pauseUpdate, { args: [{ by: 'olga' }] });
      const announce = { accounts: [], platforms: [], postId: 'post_1' };
      await handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', amendment: { announce } }] });
      await publishedByHand(rig.sandbox.url, 'post_1');
      await handle.executeUpdate(resumeUpdate, { args: [{ by: 'olga' }] });
      const { state, stages } = await handle.result();
      expect(state).toBe('done');
      expect(stages.find(({ name }) => name === 'announce')?.note).toMatch(/Nothing was sent\.$/);
      expect(rig.sandbox.journal.find({ subject: publishPost })).toHaveLength(1);
      const published = rig.sandbox.journal
        .find({ kind: 'work', service: 'social' })
        .filter(({ effect }) => effect !== null);
      expect(published.map(({ ids }) => ids.accountId)).toEqual(['acc_1', 'acc_2']);
    }),
  );

  it.concurrent('of which one account is refused goes out on the others', () =>
    withRig({ callbacks: false }, async (rig) => {
      // All at once, then the first of the two by itself.
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'needs_reauth', nth: '1-2' });
      const handle = await rig.release({ ...short, announce: twoAccounts });
      await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
      const targets = await targetsOf(rig, handle);
      expect(targets[0]).toBe('acc_1 failed needs_reauth');
      expect(targets[1]).toMatch(/^acc_2 published$/i);

      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual(['acc_1', 'acc_2']);
    }),
  );

  it.concurrent('of which every account is refused is put before a person', () =>
    withRig({ callbacks: false }, async (rig) => {
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'needs_reauth', nth: '1-3' });
      const handle = await rig.release({ ...short, announce: twoAccounts });
      const { state, problem } = await rig.parked(handle);
      expect({ state, code: problem?.code }).toEqual({ state: 'parked', code: 'needs_reauth' });
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
    }),
  );

  concurrentlyAtNight('that failed on every account does not claim that it is out on others', () =>
    withRig({ callbacks: false }, async (rig) => {
      rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail' });
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', nth: '1-2' });
      const handle = await rig.release({ ...short, announce: twoAccounts });
      const partial = ({ state, problem }: ReleaseStatus): boolean =>
        state === 'partial' && problem?.code === 'announcement_partial';
      const { problem: none } = await rig.reached(handle, partial, 'no account has it');
      expect(none?.message).toMatch(
        /the announcement failed on \S+ \(\w+, acc_1\), \S+ \(\w+, acc_2\)\.\n- \S+ \(\w+, acc_1\): /,
      );
      await rig.resolve(handle, 'retry');
      const one = ({ problem }: ReleaseStatus): boolean => problem?.message.includes('acc_1') === false;
      const { problem: some } = await rig.reached(
        handle,
        (status) => partial(status) && one(status),
        'one has it',
      );
      expect(some?.message).toMatch(
        /failed on \S+ \(\w+, acc_2\)\. It is published on the others\.\n- \S+ \(\w+, acc_2\): /,
      );
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
    }),
  );

  it.concurrent.each(drawn(['success', 'posted', 'live', 'sent', 'upper-case'] as const, 1, 3))(
    'is out where the service says so by the word %s',
    (word) =>
      withRig({ callbacks: false, sandbox: { readings: { 'target-words': word } } }, async (rig) => {
        const handle = await rig.release({ ...short, announce: twoAccounts });
        expect((await handle.result()).state).toBe('done');
        expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual(['acc_1', 'acc_2']);
      }),
  );

  concurrentlyAtNight('that is retried is not failed because it still reads so', () =>
    withRig(
      { callbacks: false, sandbox: { readings: { 'retried-target': 'failed-first' } } },
      async (rig) => {
        rig.sandbox.faults.add({ on: 'target acc_1', do: 'fail' });
        const handle = await rig.release({ ...short, announce: twoAccounts });
        await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
        await rig.resolve(handle, 'retry');
        expect((await handle.result()).state).toBe('done');
        expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual(['acc_1', 'acc_2']);
      },
    ),
  );

  it.concurrent('is left to the service to publish at its time', () =>
    withRig({ skipTime: true, callbacks: false }, async (rig) => {
      const at = new Date(Date.now() + 86_400_000).toISOString();
      const handle = await rig.release({ ...short, announce: { ...twoAccounts, at, by: 'service' } });
      expect((await handle.result()).state).toBe('done');
      expect(rig.sandbox.journal.find({ subject: publishPost })).toEqual([]);
      expect(rig.sandbox.social.posts().find(({ scheduledAt }) => scheduledAt === at)?.targets).toMatchObject(
        [{ status: 'published' }, { status: 'published' }],
      );
    }),
  );

  it.concurrent('that the service is to publish is never sent again without a person', () =>
    withRig({ skipTime: true, callbacks: false }, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /posts', do: 'reset' });
      const at = new Date(Date.now() + 86_400_000).toISOString();
      const handle = await rig.release({ ...short, announce: { ...twoAccounts, at, by: 'service' } });
      expect((await rig.parked(handle)).problem?.code).toBe('outcome_unknown');
      expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toHaveLength(1);
      await rig.resolve(handle, 'not-live');
      expect((await handle.result()).state).toBe('done');
      expect(rig.sandbox.journal.find({ subject: 'POST /posts' })).toHaveLength(2);
    }),
  );

  concurrentlyAtNight(
    'of which nothing tells whether it is out is taken for live where a person has looked',
    () =>
      withRig({ skipTime: true, callbacks: false }, async (rig) => {
        rig.sandbox.faults.add({ on: publishPost, do: 'reset', nth: 'all' });
        const handle = await rig.release({ ...short, announce: twoAccounts });
        const { problem } = await rig.parked(handle);
        expect(problem?.code).toBe('not_started');
        await rig.resolve(handle, 'live');
        const { state, announcement, decisions } = await handle.result();
        expect(state).toBe('done');
        expect(decisions).toMatchObject([{ by: 'tester', what: 'resolve live' }]);
        // The platform said nothing.
        expect(announcement?.targets).toMatchObject([
          { accountId: 'acc_1', status: 'published', message: null },
          { accountId: 'acc_2', status: 'published', message: null },
        ]);
      }),
  );

  it.concurrent('that cannot be looked for after a lost reply may be out, which is for a person to say', () =>
    withRig({ skipTime: true, callbacks: false }, async (rig) => {
      rig.sandbox.faults.add({ on: publishPost, do: 'lose-reply', nth: 'all' });
      rig.sandbox.faults.add({ on: 'GET /posts/{postId}', do: 'refuse', code: 'not_found', nth: 'all' });
      const handle = await rig.release({ ...short, announce: twoAccounts });
      const { problem } = await rig.parked(handle);
      expect(problem?.code).toBe('outcome_unknown');
      expect(problem?.message).toMatch(
        /the reply was lost \(.*ECONNRESET\)\)\. At .* looking for it failed: .*not known whether/,
      );
      await rig.resolve(handle, 'live');
      const { state, announcement } = await handle.result();
      expect([state, announcement?.targets.map(({ status }) => status)]).toEqual([
        'done',
        ['published', 'published'],
      ]);
    }),
  );

  concurrentlyAtNight(
    'of which nothing tells whether it is out is partial where a person has looked in vain',
    () =>
      withRig({ skipTime: true, callbacks: false }, async (rig) => {
        rig.sandbox.faults.add({ on: publishPost, do: 'reset', nth: 'all' });
        const handle = await rig.release({ ...short, announce: twoAccounts });
        await rig.parked(handle);
        await rig.resolve(handle, 'not-live');
        // Nobody retries, and the month in which it is open passes at once.
        const { state, announcement } = await handle.result();
        expect(state).toBe('partial');
        expect(await targetsOf(rig, handle)).toEqual(['acc_1 failed not_live', 'acc_2 failed not_live']);
        // What the service reads like does not hide it from a retry.
        expect(Object.keys(announcement?.refusals ?? {})).toEqual(['acc_1', 'acc_2']);
      }),
  );

  it.concurrent('that is refused for good on one account goes out on the others', () =>
    withRig({ callbacks: false }, async (rig) => {
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'needs_reauth' });
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'invalid_input', nth: 2 });
      const handle = await rig.release({ ...short, announce: twoAccounts });
      await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
      expect((await targetsOf(rig, handle))[0]).toBe('acc_1 failed invalid_input');
      await rig.resolve(handle, 'skip');
      expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual(['acc_2']);
    }),
  );
});

const twoAccounts = { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' };

/** Hours of the night in which nothing is announced, unless a person says so. */
describe('quiet hours', () => {
  const HOUR_MS = 3_600_000;
  const timeOfDay = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
  /** They began an hour ago, and have two more to go. */
  const quietNow = () => {
    const [from, to] = [Date.now() - HOUR_MS, Date.now() + 2 * HOUR_MS].map(timeOfDay);
    return { policies: { quietHours: { from, to, timezone: 'UTC' } } };
  };

  const announce = { accounts: ['acc_1'], platforms: [], text: 'Out.' };
  const short: Partial<ReleaseFile> = {
    terms: { confirmation: 'automatic' },
    supplementLanguages: [],
    export: undefined,
    announce,
  };

  const posted = ({ sandbox }: ReleaseRig): number =>
    sandbox.journal.find({ subject: 'POST /posts/{postId}/publish' }).length;
  const quiet = (rig: ReleaseRig, handle: ReleaseHandle) =>
    rig.reached(handle, ({ hold }) => hold?.why === 'quiet_hours', 'quiet hours hold its announcement');
  const amendTime = (handle: ReleaseHandle, at: string, reason?: string) =>
    handle.executeUpdate(amendUpdate, {
      args: [{ by: 'olga', ...(reason && { reason }), amendment: { announce: { ...announce, at } } }],
    });

  it.concurrent('an announcement waits for the end of quiet hours, and is made then', () =>
    withRig({ skipTime: true, callbacks: false, config: quietNow() }, async (rig) => {
      const startedMs = Date.now();
      const handle = await rig.release(short);
      const { state, stages } = await handle.result();
      expect(state).toBe('done');
      const { endedAt } = stages.find(({ name }) => name === 'announce') ?? {};
      expect(Date.parse(endedAt ?? '') - startedMs).toBeGreaterThan(1.9 * HOUR_MS);
    }),
  );

  concurrentlyAtNight('an announcement whose own time lies in quiet hours waits for their end', () =>
    withRig({ callbacks: false, config: quietNow() }, async (rig) => {
      const at = new Date(Date.now() + HOUR_MS).toISOString();
      const handle = await rig.release({ ...short, announce: { ...announce, at } });
      const { hold } = await quiet(rig, handle);
      expect(Date.parse(hold?.until ?? '') - Date.parse(at)).toBeGreaterThan(0.9 * HOUR_MS);
      expect(posted(rig)).toBe(0);
    }),
  );

  it.concurrent('a person who sets its time, and says why, has it announced in quiet hours', () =>
    withRig({ callbacks: false, config: quietNow() }, async (rig) => {
      const handle = await rig.release(short);
      await quiet(rig, handle);
      const now = new Date().toISOString();
      expect(await refusalOf(amendTime(handle, now))).toBe(
        'Nothing was changed. The announcement would be made in quiet hours. Give a reason for that.',
      );
      expect(posted(rig)).toBe(0);
      await amendTime(handle, now, 'the outage is over');
      const { state, decisions } = await handle.result();
      expect(state).toBe('done');
      expect(decisions).toMatchObject([{ by: 'olga', what: 'amend announce', why: 'the outage is over' }]);
    }),
  );

  concurrentlyAtNight('an announcement that is taken away in quiet hours holds nothing up', () =>
    withRig({ callbacks: false, config: quietNow() }, async (rig) => {
      const handle = await rig.release(short);
      await quiet(rig, handle);
      await handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', amendment: { announce: null } }] });
      expect((await handle.result()).state).toBe('done');
      expect(posted(rig)).toBe(0);
    }),
  );
});
