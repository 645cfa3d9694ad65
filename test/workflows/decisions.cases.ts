import { textOf } from '../../src/domain/problems/problem-catalogue';
import { Secret } from '../../src/http/secret';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import type { ResolveAction } from '../../src/domain/release/stages';
import { confirmTermsSignal, resolveUpdate } from '../../src/protocol/messages';
import { clientOf } from '../support/localization-client';
import { refusalOf } from '../support/refusal';
import { ReleaseRig, type ReleaseHandle } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

/** Nobody is asked about terms, and nothing comes after the publish. */
const plain: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  export: undefined,
  announce: undefined,
};

describe('a decision on a release that cannot go on', () => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms' });
  });
  afterEach(() => rig.close());

  const resolve = (handle: ReleaseHandle, action: ResolveAction, reason?: string, by = 'olga') =>
    handle.executeUpdate(resolveUpdate, {
      args: [{ by, action, ...(reason === undefined ? {} : { reason }) }],
    });
  const effectsOf = (subject: string) =>
    rig.sandbox.journal.find({ subject }).filter(({ effect }) => effect !== null);
  const partial = (handle: ReleaseHandle) =>
    rig.reached(handle, ({ state }) => state === 'partial', 'it is partial');

  it('is refused where nothing waits for one', async () => {
    const handle = await rig.release();
    await rig.waitingForTerms(handle);
    for (const action of ['retry', 'skip', 'abort'] as const) {
      expect(await refusalOf(resolve(handle, action))).toBe(
        'The release is waiting. There is nothing to resolve.',
      );
    }
    expect((await rig.status(handle)).decisions).toEqual([]);
  });

  it('retries with the template that was missing, before anything was created', async () => {
    const handle = await rig.release({
      ...plain,
      export: { template: 'game-files', directory: rig.directory },
    });
    const parked = await rig.parked(handle);
    expect(parked).toMatchObject({
      stage: 'create',
      waitingFor: { kind: 'decision', dueAt: null },
      problem: { code: 'preflight' },
      taskId: null,
    });
    expect(parked.problem?.message).toMatch(
      /\n- There is no export template game-files.*\nNothing was created.*\nretry: /,
    );
    expect(effectsOf('POST /tasks/create')).toEqual([]);

    const service = clientOf(rig.sandbox.url, {
      appKey: 'sandbox-app-key',
      appSecret: new Secret('sandbox-app-secret'),
    });
    await service.createTemplate({ type: 'project_strings', name: 'game-files', format: 'ini' });
    await service.close();
    const before = Date.now();
    expect(await resolve(handle, 'retry', 'created it')).toEqual({ outcome: 'retry' });
    const { state, files, decisions } = await handle.result();
    expect([state, files.length]).toEqual(['done', 1]);
    expect(decisions).toMatchObject([{ by: 'olga', what: 'resolve retry', why: 'created it' }]);
    expect(Date.parse(decisions[0]?.at ?? '')).toBeGreaterThanOrEqual(before - 1000);
  });

  itAtNight('retries with an account that was authorized again', async () => {
    const handle = await rig.release({ ...plain, announce: { accounts: ['acc_3'], text: '{name} is out.' } });
    const { problem } = await rig.parked(handle);
    expect(problem?.message).toContain('The authorization of account acc_3 (@sandboxgames) has expired');
    await resolve(handle, 'retry');
    expect((await rig.parked(handle)).problem?.code).toBe('preflight');
    rig.sandbox.social.setAccount('acc_3', { status: 'active' });
    await resolve(handle, 'retry');
    const { state, announcement } = await handle.result();
    expect(state).toBe('done');
    expect(announcement?.targets).toMatchObject([{ accountId: 'acc_3', status: 'published' }]);
  });

  it('retries a publish that failed', async () => {
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'the disk is full' });
    const handle = await rig.release(plain);
    const { problem, stage } = await rig.parked(handle);
    expect([stage, problem?.code]).toEqual(['publish', 'publish_failed']);
    expect(problem?.message).toContain('the disk is full');
    await resolve(handle, 'retry', undefined, 'ivan');
    expect(await handle.result()).toMatchObject({
      state: 'done',
      problem: null,
      decisions: [{ by: 'ivan', what: 'resolve retry', why: null }],
    });
    expect(effectsOf('POST /tasks/publish')).toHaveLength(2);
    expect(effectsOf('publish completed')).toHaveLength(1);
  });

  itAtNight('does not take the publish that failed for the one whose answer was lost', async () => {
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail' });
    rig.sandbox.faults.add({ on: 'POST /tasks/publish', do: 'lose-reply', nth: 2 });
    const handle = await rig.release(plain);
    const { publishJobId } = await rig.parked(handle);
    await resolve(handle, 'retry');
    const record = await handle.result();
    expect(record.state).toBe('done');
    expect(record.publishJobId).not.toBe(publishJobId);
    expect(effectsOf('POST /tasks/publish')).toHaveLength(2);
    expect(effectsOf('publish completed').map(({ ids }) => ids.job_id)).toEqual([record.publishJobId]);
  });

  it('skips a publish that failed, and what comes after is done', async () => {
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail' });
    const handle = await rig.release({ ...plain, announce: { accounts: ['acc_1'], text: '{name} is out.' } });
    await rig.parked(handle);
    await resolve(handle, 'skip', 'nobody reads the project level');
    const { state, stages } = await handle.result();
    expect(state).toBe('done');
    expect(stages.map(({ state: s }) => s).slice(5)).toEqual(['skipped', 'skipped', 'done']);
  });

  it('aborts: the release ends as failed with who, why and what it was stuck on', async () => {
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail', reason: 'the disk is full' });
    const handle = await rig.release(plain);
    await rig.parked(handle);
    await resolve(handle, 'abort', 'wrong project', 'ivan');
    const { state, problem, decisions, waitingFor } = await handle.result();
    expect([state, problem?.code, waitingFor]).toEqual(['failed', 'publish_failed', null]);
    expect(problem && textOf(problem)).toMatch(
      /^Aborted by ivan\. Reason: wrong project\. The problem had been: .*the disk is full.*kept/,
    );
    expect(decisions).toMatchObject([{ by: 'ivan', what: 'resolve abort', why: 'wrong project' }]);
  });

  it('accepts files below the minimum by a skip, and asks again after a retry', async () => {
    const strings = [
      { string_id: 'greeting', content: 'Hello' },
      { string_id: 'empty', content: '' },
    ];
    const handle = await rig.release(
      {
        ...plain,
        export: { template: 'tpl-1a2b3c4d', directory: rig.directory, minimumComplete: { ja: 90 } },
      },
      strings,
    );
    const { problem, stage, export: exported } = await rig.parked(handle);
    expect([stage, problem?.code]).toEqual(['export', 'gate_completeness']);
    expect(problem?.message).toMatch(/: ja\.\n.*\nja +50\.0 % +1 missing/);
    expect(exported?.files).toHaveLength(1);
    await resolve(handle, 'retry');
    await rig.reached(
      handle,
      ({ state, decisions }) => state === 'parked' && decisions.length === 1,
      'again',
    );
    await resolve(handle, 'skip', 'one is empty on purpose');
    const record = await handle.result();
    expect(record).toMatchObject({ state: 'done', problem: null, files: exported?.files });
    expect(record.decisions.map(({ what }) => what)).toEqual(['resolve retry', 'resolve skip']);
  });

  it('is not asked for where the minimum of the language is waived, and the waiver is on record', async () => {
    const waiver = { language: 'ja', by: 'olga', reason: 'one is empty on purpose', until: '2100-01-01' };
    const handle = await rig.release(
      {
        ...plain,
        export: {
          template: 'tpl-1a2b3c4d',
          directory: rig.directory,
          minimumComplete: { ja: 90 },
          waivers: [waiver],
        },
      },
      [
        { string_id: 'greeting', content: 'Hello' },
        { string_id: 'empty', content: '' },
      ],
    );
    const record = await handle.result();
    expect(record.state).toBe('done');
    expect(record.completeness).toContainEqual({ language: 'ja', percent: 50, missing: 1 });
    expect(record.decisions).toMatchObject([
      { by: 'olga', what: 'waive the minimum of ja until 2100-01-01', why: waiver.reason },
    ]);
  });

  it('goes on without late languages whose translation failed', async () => {
    rig.sandbox.faults.add({ on: 'work supplement', do: 'fail', nth: 'all', reason: 'no translator' });
    const minimumComplete = { ja: 50, ko: 90 };
    const handle = await rig.release({
      ...plain,
      supplementLanguages: ['ko'],
      export: { template: 'tpl-1a2b3c4d', directory: rig.directory, minimumComplete },
    });
    const { problem, stage } = await rig.parked(handle);
    expect([stage, problem?.code]).toEqual(['supplement', 'supplement_failed']);
    expect(problem?.message).toMatch(/Adding ko failed\. .*“no translator”[^]*\nskip: /);
    await resolve(handle, 'skip', 'ko comes next month');
    const { state, languages, lateLanguages, stages, warnings } = await handle.result();
    expect({ state, languages, lateLanguages, warnings }).toEqual({
      state: 'done',
      languages: ['zh-cn', 'ja'],
      lateLanguages: [],
      warnings: [
        'export.minimumComplete names languages that are not exported, and was not checked for them: ko.',
      ],
    });
    expect(stages[4]).toMatchObject({ name: 'supplement', state: 'skipped' });
    expect(effectsOf('POST /tasks/supplement-translate')).toHaveLength(1);
  });

  it.each(
    drawn<[string, string, FaultRuleInput]>(
      [
        ['create', '403', { on: 'POST /tasks/create', do: 'refuse', code: 403 }],
        ['scan', 'task_failed', { on: 'work scan', do: 'fail' }],
        ['confirm', '403', { on: 'POST /tasks/confirm-terms', do: 'refuse', code: 403 }],
        ['translate', 'task_failed', { on: 'work translate', do: 'fail' }],
      ],
      1,
      2,
    ),
  )('cannot skip the stage %s', async (stage, code, fault) => {
    rig.sandbox.faults.add(fault);
    const handle = await rig.release({ ...plain, terms: {} });
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    expect(await rig.parked(handle)).toMatchObject({ stage, problem: { code } });
    expect(await refusalOf(resolve(handle, 'skip'))).toBe(
      `The stage ${stage} cannot be skipped: the stages after it need it.`,
    );
    await resolve(handle, 'abort');
    expect((await handle.result()).state).toBe('failed');
  });

  itAtNight('keeps the confirmation of the terms over a retry', async () => {
    rig.sandbox.faults.add({ on: 'POST /tasks/confirm-terms', do: 'refuse', code: 403 });
    const handle = await rig.release({ ...plain, terms: {} });
    await handle.signal(confirmTermsSignal, { by: 'ivan' });
    await rig.parked(handle);
    await resolve(handle, 'retry');
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions.map(({ by, what }) => `${by}: ${what}`)).toEqual([
      'ivan: confirm terms',
      'olga: resolve retry',
    ]);
  });

  it('is taken from one of two operators who decide at once, and the other is told', async () => {
    rig.sandbox.faults.add({ on: 'work publish', do: 'fail' });
    const handle = await rig.release(plain);
    await rig.parked(handle);
    const outcomes = await Promise.allSettled([
      resolve(handle, 'retry', undefined, 'olga'),
      resolve(handle, 'abort', undefined, 'ivan'),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { state, decisions } = await handle.result();
    expect(decisions).toHaveLength(1);
    expect([decisions[0]?.what, state]).toEqual(
      outcomes[0].status === 'fulfilled' ? ['resolve retry', 'done'] : ['resolve abort', 'failed'],
    );
  });

  describe('where the announcement failed on an account', () => {
    const announced: Partial<ReleaseFile> = {
      ...plain,
      announce: { accounts: ['acc_1', 'acc_2'], text: '{name} is out.' },
    };
    const statuses = ({ announcement }: { announcement: { targets: { status: string }[] } | null }) =>
      announcement?.targets.map(({ status }) => status);

    it('retries on that account only, and each account has the post once', async () => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'media_required', reason: 'no image' });
      const handle = await rig.release(announced);
      const status = await partial(handle);
      expect(statuses(status)).toEqual(['published', 'failed']);
      expect(status.problem?.code).toBe('announcement_partial');
      expect(status.problem?.message).toMatch(
        /acc_2\): .*\(media_required\)\. The platform says: “no image”/,
      );
      const { since = '', dueAt } = status.waitingFor ?? {};
      expect(Date.parse(dueAt ?? '') - Date.parse(since)).toBe(30 * 86_400_000);

      await resolve(handle, 'retry', 'added an image');
      const record = await handle.result();
      expect([record.state, statuses(record)]).toEqual(['done', ['published', 'published']]);
      expect(effectsOf('publish acc_1')).toHaveLength(1);
      expect(effectsOf('publish acc_2')).toHaveLength(1);
      const keys = effectsOf('POST /posts/{postId}/publish').map(({ ids }) => ids.idempotencyKey);
      expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
      expect(effectsOf('POST /posts')).toHaveLength(1);
      expect(record.decisions).toMatchObject([{ by: 'olga', what: 'resolve retry', why: 'added an image' }]);
    });

    itAtNight('stays partial where the retry fails too, and can be retried again', async () => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', nth: '1-2' });
      const handle = await rig.release(announced);
      const { waitingFor: first } = await partial(handle);
      await resolve(handle, 'retry');
      await rig.reached(
        handle,
        ({ state, waitingFor }) => state === 'partial' && waitingFor?.since !== first?.since,
        'again',
      );
      await resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(effectsOf('publish acc_1')).toHaveLength(1);
      expect(effectsOf('publish acc_2')).toHaveLength(1);
    });

    itAtNight('stays partial with the reason where the service refuses the retry', async () => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
      const handle = await rig.release(announced);
      await partial(handle);
      rig.sandbox.social.setAccount('acc_2', { status: 'expired' });
      await resolve(handle, 'retry');
      const refused = await rig.reached(
        handle,
        ({ state, problem }) => state === 'partial' && problem?.message.includes('needs_reauth') === true,
        'the refusal is told',
      );
      expect(refused.problem?.code).toBe('announcement_partial');
      expect(refused.problem?.message).toContain('Authorize the account again');
      rig.sandbox.social.setAccount('acc_2', { status: 'active' });
      await resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
      expect(effectsOf('publish acc_2')).toHaveLength(1);
    });

    it('takes it as it is by a skip', async () => {
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail' });
      const handle = await rig.release(announced);
      await partial(handle);
      await resolve(handle, 'skip', 'acc_2 is closed');
      const record = await handle.result();
      expect([record.state, statuses(record)]).toEqual(['partial', ['published', 'failed']]);
      expect(record.decisions).toMatchObject([{ what: 'resolve skip', why: 'acc_2 is closed' }]);
      expect((await rig.status(handle)).choices).toEqual([]);
      expect(effectsOf('POST /posts/{postId}/publish')).toHaveLength(1);
    });
  });
});
