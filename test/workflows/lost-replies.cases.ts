/** Calls whose reply is lost, broken or never ends: nothing is lost with it, and nothing is done twice. */
import { Secret } from '../../src/http/secret';
import { LocalizationClient } from '../../src/localization/localization-client';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { TaskTerm } from '../../src/sandbox/localization/project-state';
import { SocialClient } from '../../src/social/social-client';
import { confirmTermsSignal, deleteTermsUpdate, editTermsUpdate } from '../../src/protocol/messages';
import { startJoblessStatus } from '../support/jobless-status';
import { until } from '../support/until';
import {
  effectsOf,
  expectDoneOnce,
  expectNoOverlappingPublishes,
  postsOf,
  publicationsOf,
} from './invariants';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';
import { concurrentlyAtNight, drawn } from '../support/nightly';

type Fault = Omit<FaultRuleInput, 'on'>;

/** What can become of a call, at each service in its own words. */
const mishaps: Record<string, { localization: Fault; social?: Fault }> = {
  'done, and its reply lost': { localization: { do: 'lose-reply' } },
  'broken off before it was done': { localization: { do: 'reset' } },
  'refused with 500': { localization: { do: 'refuse', code: 500 } },
  'refused with 502': { localization: { do: 'refuse', code: 502 } },
  'refused with 503': {
    localization: { do: 'refuse', code: 503 },
    // The social service's own 503 says that it publishes nothing at all.
    social: { do: 'refuse', code: 'unavailable' },
  },
  'done, and answered with something else': { localization: { do: 'garbage' } },
  'done, and answered by a proxy with its 502 page': { localization: { do: 'garbage', status: 502 } },
};

/** That a job is not listed proves that there is none only where the configuration says so. */
const config = { assumptions: { 'publish-jobs': 'listed', 'supplement-jobs': 'listed' } };
const skipTime = { skipTime: true, callbacks: false, config };
const realTime = { minCheckInterval: '50ms', callbacks: false, config };
const nothingForced = { skipTime: true, callbacks: false };
const publishPost = 'POST /posts/{postId}/publish';

describe('each thing is done once where every call of the release is at first', () => {
  const localizationCalls = [
    'POST /tasks/create',
    'POST /tasks/confirm-terms',
    'POST /tasks/supplement-translate',
    'POST /tasks/publish',
    'POST /export/ini',
    'GET /download',
  ];
  const socialCalls = ['POST /posts', publishPost];

  it.concurrent.each(drawn(Object.entries(mishaps), 2, 1))(
    '%s',
    (_what, { localization, social = localization }) =>
      withRig(skipTime, async (rig) => {
        for (const on of localizationCalls) rig.sandbox.faults.add({ ...localization, on });
        for (const on of socialCalls) rig.sandbox.faults.add({ ...social, on });
        const handle = await rig.release();
        await handle.signal(confirmTermsSignal, { by: 'olga' });
        await handle.result();

        expect(struckCalls(rig)).toEqual([...localizationCalls, ...socialCalls]);
        await expectDoneOnce(rig.sandbox, await rig.status(handle));
      }),
  );
});

describe("each thing is done once where a person's call is at first", () => {
  it.concurrent.each(drawn(Object.entries(mishaps), 2, 2))(
    '%s',
    (_what, { localization, social = localization }) =>
      withRig(realTime, async (rig) => {
        const { faults } = rig.sandbox;
        faults.add({ ...localization, on: 'POST /tasks/terms/update' });
        faults.add({ ...localization, on: 'POST /tasks/terms/delete' });
        faults.add({ on: 'target acc_2', do: 'fail' });
        const handle = await rig.release();
        const { taskId } = await rig.waitingForTerms(handle);
        const [edited, deleted] = termsOf(rig, taskId);
        const translations = { ja: '長老ミラ' };
        await handle.executeUpdate(editTermsUpdate, {
          args: [{ by: 'olga', termIds: [edited?.id ?? ''], edit: { translations } }],
        });
        await handle.executeUpdate(deleteTermsUpdate, {
          args: [{ by: 'olga', termIds: [deleted?.id ?? ''] }],
        });
        expect(termsOf(rig, taskId)).toMatchObject([{ id: edited?.id, translations }]);
        await handle.signal(confirmTermsSignal, { by: 'olga' });

        await rig.reached(handle, ({ state }) => state === 'partial', 'one account is left');
        faults.add({ ...social, on: publishPost });
        await rig.resolve(handle, 'retry');
        await rig.fastForward(handle);
        await handle.result();

        expect(struckCalls(rig)).toEqual([
          'POST /tasks/terms/update',
          'POST /tasks/terms/delete',
          publishPost,
        ]);
        await expectDoneOnce(rig.sandbox, await rig.status(handle));
      }),
  );
});

it.concurrent('a reply that never ends is given up, and what its call started is gone on with', () =>
  withRig(skipTime, async (rig) => {
    rig.sandbox.faults.add({ on: 'POST /tasks/supplement-translate', do: 'endless' });
    const handle = await rig.release({ terms: { scan: false } });
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
  }),
);

/** Nothing tells whether the languages that are skipped now are complete. */
const UNSEEN = 'supplement_unseen';

describe('where the service lists no jobs', () => {
  it.concurrent.each(
    drawn(
      [
        [
          'POST /tasks/supplement-translate',
          'the supplement of ko',
          'supplement completed',
          ['ko'],
          [UNSEEN],
        ],
        ['POST /tasks/publish', 'the publish job', 'publish completed', [], []],
      ],
      1,
      1,
    ),
  )(
    'a lost reply of %s parks the release with what is not known, and a retry asks again',
    (on, what, ended, late, alsoAsked) =>
      withRig({ ...nothingForced, worker: false }, async (rig) => {
        const service = await startJoblessStatus(rig.sandbox.url);
        await rig.startWorker({ LOCALIZATION_BASE_URL: service.url });
        const { faults, journal } = rig.sandbox;
        faults.add({ on, do: 'lose-reply' });
        const handle = await rig.release({ terms: { scan: false }, supplementLanguages: late });

        const { problem } = await rig.parked(handle);
        expect(problem?.code).toBe('outcome_unknown');
        const time = String.raw`\d{4}-\d\d-\d\d [\d:]+ UTC`;
        const evidence = `${what} was requested at ${time}, and the reply was lost \\(.*\\)\\. At ${time} the service listed no jobs`;
        expect(problem?.message).toMatch(new RegExp(evidence, 'i'));
        expect(journal.find({ subject: on })).toHaveLength(1);

        await until('the work that nobody sees has ended', () => journal.find({ subject: ended }).length > 0);
        await rig.resolve(handle, 'retry');
        for (const code of alsoAsked) {
          await rig.reached(
            handle,
            (status) => status.problem?.code === code,
            `a person is asked for ${code}`,
          );
          await rig.resolve(handle, 'retry');
        }
        const { state, languages } = await handle.result();
        await service.close();
        expect({ state, languages }).toEqual({ state: 'done', languages: ['zh-cn', 'ja', ...late] });
        expect(journal.find({ subject: on })).toHaveLength(2 + alsoAsked.length);
        expectNoOverlappingPublishes(rig.sandbox);
      }),
  );
});

describe('a publish that was broken off before it was done', () => {
  it.concurrent.each(
    drawn(
      [
        [
          'is not known',
          nothingForced,
          /listed jobs of the task, and none whose id begins with publish_open_/,
        ],
        [
          'is not looked for where publish jobs are said to be unlisted',
          { ...nothingForced, config: { assumptions: { 'publish-jobs': 'unlisted' } } },
          /nothing could be looked up, because publish-jobs is set to unlisted/,
        ],
      ],
      1,
      2,
    ),
  )('%s, and parks the release until a person has looked', (_what, options, seen) =>
    withRig(options, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'reset' });
      const handle = await rig.release({ terms: { scan: false } });
      const { problem } = await rig.parked(handle);
      expect(problem?.code).toBe('outcome_unknown');
      expect(problem?.message).toMatch(seen);
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);

      await rig.resolve(handle, 'retry');
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );

  concurrentlyAtNight(
    'is called again where it could not be triggered, without a look and without a person',
    () =>
      withRig(nothingForced, async (rig) => {
        const { faults, journal } = rig.sandbox;
        for (const on of ['POST /tasks/supplement-translate', 'POST /tasks/publish']) {
          faults.add({ on, do: 'refuse', code: 502 });
        }
        const handle = await rig.release({ terms: { scan: false } });
        await handle.result();
        expect(journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(2);
        await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
      }),
  );

  concurrentlyAtNight('may have been begun where a proxy answers with 502', () =>
    withRig(nothingForced, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'garbage', status: 502 });
      const handle = await rig.release({ terms: { scan: false } });
      await handle.result();
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(1);
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );
});

describe('where the service is said to ignore client_task_id', () => {
  const unkeyed = { ...nothingForced, config: { assumptions: { 'client-task-id': 'ignored' } } };

  it.concurrent('a lost reply of the create call parks the release, and a person has it created', () =>
    withRig(unkeyed, async (rig) => {
      const { faults, journal } = rig.sandbox;
      faults.add({ on: 'POST /tasks/create', do: 'reset' });
      const handle = await rig.release({ terms: { scan: false } });
      const { problem } = await rig.parked(handle);
      expect(problem?.code).toBe('outcome_unknown');
      expect(problem?.message).toMatch(/task was requested at .* client-task-id is set to ignored/);
      expect(journal.find({ subject: 'POST /tasks/create' })).toHaveLength(1);

      await rig.resolve(handle, 'retry');
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );

  concurrentlyAtNight('a refusal before any work is still waited out', () =>
    withRig(unkeyed, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /tasks/create', do: 'refuse', code: 429 });
      const handle = await rig.release({ terms: { scan: false } });
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );
});

describe('a draft whose reply is lost', () => {
  it.concurrent('is not guessed at where another looks the same, nor made a third time', () =>
    withRig(skipTime, async (rig) => {
      const { faults, journal } = rig.sandbox;
      const name = 'twins';
      const announce = { accounts: ['acc_1', 'acc_2'], text: `${name} is out.` };
      const draft = { text: announce.text, accountIds: announce.accounts };
      await inApplication(rig, (social) => social.createDraft(draft));
      faults.add({ on: 'POST /posts', do: 'lose-reply' });
      const handle = await rig.release({ name, announce, terms: { scan: false } });

      for (const [looks, action] of [
        [1, 'retry'],
        [2, 'skip'],
      ] as const) {
        await until('it looks for the draft', () => journal.find({ subject: 'GET /posts' }).length === looks);
        const status = await rig.parked(handle);
        const drafts = postsOf(rig.sandbox, status);
        expect(drafts).toHaveLength(2);
        expect(status.problem?.code).toBe('outcome_unknown');
        expect(drafts.filter((id) => status.problem?.message.includes(id))).toEqual(drafts);
        await rig.resolve(handle, action);
      }
      expect((await handle.result()).state).toBe('done');
      expect(publicationsOf(rig.sandbox, await rig.status(handle))).toEqual([]);
    }),
  );
});

describe('a publish job', () => {
  it.concurrent('that a person started while the release was parked is gone on with', () =>
    withRig(skipTime, async (rig) => {
      const { faults, journal } = rig.sandbox;
      faults.add({ on: 'POST /tasks/publish', do: 'reset', nth: '1-3' });
      const handle = await rig.release({ terms: { scan: false } });

      const { problem, taskId } = await rig.parked(handle);
      expect(problem?.code).toBe('not_started');
      expect(problem?.message).toContain('POST /tasks/publish: the connection was lost');
      expect(journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(3);

      await inConsole(rig, (localization) => localization.publishTask({ task_id: taskId ?? '' }));
      await rig.resolve(handle, 'retry');
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );

  concurrentlyAtNight('that failed is not taken for the next one, whose reply is lost', () =>
    withRig(skipTime, async (rig) => {
      rig.sandbox.faults.add({ on: 'work publish', do: 'fail' });
      const handle = await rig.release({ terms: { scan: false } });
      expect((await rig.parked(handle)).problem?.code).toBe('publish_failed');

      rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply' });
      await rig.resolve(handle, 'retry');
      const { state, publishJobId } = await handle.result();
      const jobs = effectsOf(rig.sandbox, await rig.status(handle), 'POST /tasks/publish');
      expect(jobs).toHaveLength(2);
      expect({ state, publishJobId }).toEqual({ state: 'done', publishJobId: jobs[1]?.ids.job_id });
      expectNoOverlappingPublishes(rig.sandbox);
    }),
  );
});

describe('a retry of failed accounts', () => {
  async function partialRelease(rig: ReleaseRig, accounts: string[]): Promise<ReleaseHandle> {
    for (const account of accounts) rig.sandbox.faults.add({ on: `target ${account}`, do: 'fail' });
    const handle = await rig.release({ terms: { scan: false } });
    await rig.reached(handle, ({ state }) => state === 'partial', 'some accounts are left');
    return handle;
  }

  it.concurrent('that one of them refuses announces on the others, and next time on that one alone', () =>
    withRig(realTime, async (rig) => {
      const handle = await partialRelease(rig, ['acc_1', 'acc_2']);
      rig.sandbox.faults.add({ on: publishPost, do: 'refuse', code: 'needs_reauth' });
      await rig.resolve(handle, 'retry');
      const { announcement } = await rig.reached(
        handle,
        ({ state, problem }) => state === 'partial' && problem?.message.includes('needs_reauth') === true,
        'it is partial for another reason',
      );
      const targets = announcement?.targets.map(({ accountId, status }) => `${accountId} ${status}`);
      expect(targets).toEqual(['acc_1 failed', 'acc_2 published']);

      await rig.resolve(handle, 'retry');
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );

  concurrentlyAtNight('leaves out the one that a person announced on meanwhile', () =>
    withRig(realTime, async (rig) => {
      const handle = await partialRelease(rig, ['acc_2']);
      const { announcement } = await rig.status(handle);
      const postId = announcement?.postId ?? '';
      await inApplication(rig, (social) => social.publishPost(postId, { accountId: 'acc_2' }, 'by hand'));
      await rig.resolve(handle, 'retry');
      await handle.result();
      await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
    }),
  );
});

function struckCalls({ sandbox }: ReleaseRig): string[] {
  return sandbox.journal
    .find({ kind: 'request' })
    .filter(({ fault }) => fault !== null)
    .map(({ subject }) => subject);
}

function termsOf({ sandbox }: ReleaseRig, taskId: string | null): TaskTerm[] {
  return sandbox.localization.project('sandbox').tasks.get(taskId ?? '')?.terms ?? [];
}

/** What a person does in the social application. */
async function inApplication(
  rig: ReleaseRig,
  act: (social: SocialClient) => Promise<unknown>,
): Promise<void> {
  const accessToken = new Secret(rig.env().SOCIAL_ACCESS_TOKEN ?? '');
  const social = new SocialClient({ baseUrl: rig.sandbox.url, accessToken });
  await act(social);
  await social.close();
}

/** What a person does in the localization service's console. */
async function inConsole(
  rig: ReleaseRig,
  act: (localization: LocalizationClient) => Promise<unknown>,
): Promise<void> {
  const { LOCALIZATION_APP_KEY: appKey = '', LOCALIZATION_APP_SECRET: secret = '' } = rig.env();
  const appSecret = new Secret(secret);
  const localization = new LocalizationClient({ baseUrl: rig.sandbox.url, appKey, appSecret });
  await act(localization);
  await localization.close();
}
