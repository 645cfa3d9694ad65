import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import type { ReleaseInput } from '../../src/domain/release/release-input';
import { refusalOf } from '../support/refusal';
import { taskFailuresOf } from '../support/task-failures';
import { ReleaseRig, withRig } from './release-rig';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { concurrentlyAtNight } from '../support/nightly';

/** What a workflow of ours gets from somebody who does not use our code. */
type Change = (input: ReleaseInput) => unknown;
const withSpec =
  (change: object): Change =>
  (input) => ({ ...input, spec: { ...input.spec, ...change } });

describe('a release', () => {
  let rig: ReleaseRig;
  beforeAll(async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms' });
  });
  afterAll(() => rig.close());

  it.each<[string, Change, string]>([
    ['nothing', () => undefined, 'message'],
    ['null', () => null, 'message'],
    ['a number', () => 42, 'message'],
    ['a text', () => 'game-2.4.0', 'message'],
    ['a list', (input) => [input], 'message'],
    ['an empty object', () => ({}), 'spec'],
    ['no languages', withSpec({ targetLanguages: [] }), 'spec.targetLanguages'],
    ['languages that are none', withSpec({ targetLanguages: ['Klingon!'] }), 'spec.targetLanguages.0'],
    ['a text for late languages', withSpec({ supplementLanguages: 'ko' }), 'spec.supplementLanguages'],
    ['no terms', withSpec({ terms: null }), 'spec.terms'],
    ['a deadline in words', withSpec({ terms: { scan: true, deadline: '3 days' } }), 'spec.terms.deadline'],
    ['a text for publish', withSpec({ publish: 'yes' }), 'spec.publish'],
    ['a text for export', withSpec({ export: 'out' }), 'spec.export'],
    ['no accounts', withSpec({ announce: { text: 'out now', platforms: [] } }), 'spec.announce.accounts'],
    ['no source', (input) => ({ ...input, source: {} }), 'source'],
    ['another digest', (input) => ({ ...input, source: { ...input.source, sha256: 'x' } }), 'source.sha256'],
  ])('fails at once and clearly on %s', async (_what, change, field) => {
    const failure = await failureOf([change(await rig.input())]);
    expect(failure.type).toBe('BadInput');
    expect(failure.message).toMatch(new RegExp(`(^|; )${field.replaceAll('.', '\\.')}: `));
  });

  it.each<[string, unknown]>([
    ['a number', 42],
    ['an empty object', {}],
    ['stages that are none', { firstRunId: 'run', stages: [{ name: 'dance' }] }],
  ])('fails at once and clearly where it is to go on from %s', async (_what, continued) => {
    const failure = await failureOf([await rig.input(), continued]);
    expect(failure.type).toBe('BadInput');
  });

  it('refuses updates that are malformed, each with what is wrong, and goes on', async () => {
    const handle = await rig.release({ supplementLanguages: [], announce: undefined });
    const before = await rig.waitingForTerms(handle);
    const say = (update: string, said: unknown) => refusalOf(handle.executeUpdate(update, { args: [said] }));
    const by = 'olga';
    const nobodySays = [undefined, null, 7, 'olga', [], {}, { by: 7 }, { by: '' }, { by: 'x'.repeat(101) }];
    for (const update of [
      'confirm',
      'reject',
      'editTerms',
      'markTerms',
      'matchTermbase',
      'deleteTerms',
      'refreshTerms',
      'resolve',
      'cancel',
    ]) {
      // Each reads its message by the same schema: that of the first is tried with everything.
      for (const said of update === 'confirm' ? nobodySays : [undefined, 'olga', { by: 7 }]) {
        expect(await say(update, said)).toMatch(/by: |message: /);
      }
    }
    expect(await say('confirm', { by, digest: 7 })).toMatch(/^digest: /);
    expect(await say('confirm', { by, comment: 'x'.repeat(2001) })).toMatch(/^comment: /);
    expect(await say('reject', { by })).toMatch(/^reason: /);
    expect(await say('editTerms', { by, termIds: ['tt_1'], edit: {} })).toMatch(/must change something/);
    expect(await say('editTerms', { by, termIds: ['tt_1'], edit: { colour: 'red' } })).toMatch(/colour/);
    expect(await say('editTerms', { by, termIds: ['tt_1'], edit: { score: 11 } })).toMatch(/^edit\.score: /);
    expect(await say('editTerms', { by, termIds: 7, edit: { score: 1 } })).toMatch(/^termIds: /);
    expect(await say('editTerms', { by, termIds: ['tt_1'], edit: { translations: { '??': 'x' } } })).toMatch(
      /^edit\.translations/,
    );
    const tooMany = Array.from({ length: 201 }, (_, n) => `tt_${n}`);
    expect(await say('editTerms', { by, termIds: tooMany, edit: { score: 1 } })).toMatch(/^termIds: /);
    expect(await say('markTerms', { by, termIds: tooMany, removed: true })).toMatch(/^termIds: /);
    expect(await say('markTerms', { by, termIds: ['tt_1'] })).toMatch(/^removed: /);
    expect(await say('deleteTerms', { by, termIds: [] })).toMatch(/^termIds: /);
    expect(await say('deleteTerms', { by, termIds: 'tt_1' })).toMatch(/^termIds: /);
    expect(await say('resolve', { by, action: 'dance' })).toMatch(/^action: /);
    expect(await say('addLanguages', { by, languages: 'fr' })).toMatch(/^languages: /);
    expect(await say('cancel', { by, reason: 7 })).toMatch(/^reason: /);
    await expect(handle.executeUpdate('noSuchUpdate', { args: [{ by }] })).rejects.toThrow();

    expect(await rig.status(handle)).toEqual(before);
    await handle.signal('confirmTerms', { by });
    expect((await handle.result()).state).toBe('done');
    expect(await taskFailuresOf(handle)).toEqual([]);
  });

  async function failureOf(args: unknown[]): Promise<ApplicationFailure> {
    const handle = await rig.startWorkflow('localizationRelease', {
      workflowId: `release/bad/${randomUUID()}`,
      taskQueue: rig.taskQueue,
      args,
    });
    const error: unknown = await handle.result().catch((failed: unknown) => failed);
    expect(await taskFailuresOf(handle)).toEqual([]);
    if (error instanceof WorkflowFailedError && error.cause instanceof ApplicationFailure) return error.cause;
    throw new Error('expected the release to fail', { cause: error });
  }
});

/** What was only guessed of a service helps, and never holds a release: it warns, or a person is told what came. */
describe('services that are met for the first time', () => {
  const unscanned: Partial<ReleaseFile> = {
    terms: { scan: false },
    supplementLanguages: [],
    announce: undefined,
  };
  const quick = { minCheckInterval: '50ms', callbacks: false };
  const short = { ...unscanned, publish: false, export: undefined } as const;

  describe('a warning', () => {
    const unlisted = { ...short, targetLanguages: ['ja', 'tlh'] };

    it.concurrent('is what a language that the service does not list comes to', () =>
      withRig({ ...quick, sandbox: { readings: { 'languages-reply': 'objects' } } }, async (rig) => {
        const handle = await rig.release(unlisted);
        const warned = await rig.reached(handle, ({ warnings }) => warnings.length > 0, 'it is warned of');
        expect(warned.warnings).toEqual([expect.stringContaining('tlh')]);
        expect(warned.problem?.code).not.toBe('preflight');
        await handle.terminate();
      }),
    );

    it.concurrent('stops a release that asks for it, before anything is paid for', () =>
      withRig({ ...quick, sandbox: { readings: { 'languages-reply': 'objects' } } }, async (rig) => {
        const handle = await rig.release({ ...unlisted, preflight: 'strict' });
        const { problem, taskId } = await rig.parked(handle);
        expect({ code: problem?.code, taskId }).toEqual({ code: 'preflight', taskId: null });
        expect(problem?.message).toContain('tlh');
        expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toEqual([]);
        await handle.terminate();
      }),
    );

    concurrentlyAtNight('is what a text comes to that is too long for a platform', () =>
      withRig(quick, async (rig) => {
        const announce = { accounts: ['acc_1'], text: 'word '.repeat(80) };
        const handle = await rig.release({ ...short, announce });
        expect((await handle.result()).state).toBe('done');
        expect((await rig.status(handle)).warnings).toEqual([expect.stringContaining('280')]);
      }),
    );

    it.concurrent('is what an export of what was not published comes to', () =>
      withRig(quick, async (rig) => {
        const handle = await rig.release({
          ...unscanned,
          publish: false,
          export: { template: 'tpl-1a2b3c4d' },
        });
        const { warnings } = await rig.reached(handle, ({ stage }) => stage !== 'create', 'it has begun');
        expect(warnings).toEqual([expect.stringContaining('publish')]);
        await handle.terminate();
      }),
    );
  });

  describe('an export', () => {
    concurrentlyAtNight('that names no template takes the default of the project', () =>
      withRig(quick, async (rig) => {
        const handle = await rig.release({ ...unscanned, export: { directory: join(rig.directory, 'out') } });
        expect((await handle.result()).state).toBe('done');
        expect((await rig.status(handle)).export?.files).toMatchObject([{ checked: true }]);
      }),
    );

    concurrentlyAtNight(
      'of raw texts with line breaks and equals signs is read, and handed over as it came',
      () =>
        withRig(quick, async (rig) => {
          const content = 'Chapter = 1\nThe Crystal Keep\n[door] = open';
          const strings = [
            { string_id: 'chapter', content },
            { string_id: 'farewell', content: 'Elder Mira leaves.' },
          ];
          const directory = join(rig.directory, 'out');
          const handle = await rig.release(
            { ...unscanned, export: { template: 'tpl-1a2b3c4d', escape: 'no-escape', directory } },
            strings,
          );
          expect((await handle.result()).state).toBe('done');
          const { export: exported, warnings } = await rig.status(handle);
          expect(warnings).toEqual([]);
          expect(exported?.completeness.map(({ percent }) => percent)).toEqual([100, 100]);
          const [file] = exported?.files ?? [];
          expect(await readFile(file?.path ?? '', 'utf8')).toContain('\n[door] = open');
        }),
    );
  });

  it.concurrent('a reply that cannot be read is tried three times, and then told with its shape', () =>
    withRig({ ...quick, sandbox: { readings: {} } }, async (rig) => {
      const body = JSON.stringify({ success: true, code: 0, data: { surprise: ['Elder Mira'] } });
      const mend = rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'garbage', body, nth: 'all' });
      const handle = await rig.release(short);
      const { problem } = await rig.parked(handle);
      expect(problem?.message).toContain('surprise');
      expect(problem?.message).not.toContain('Elder Mira');
      expect(rig.sandbox.journal.find({ subject: 'GET /tasks/status' })).toHaveLength(3);
      mend();
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
    }),
  );

  it.concurrent('a scan that failed is no scan without terms: a person says whether to go on', () =>
    withRig({ ...quick, sandbox: { readings: {} } }, async (rig) => {
      const project = rig.sandbox.localization.project('sandbox');
      for (const content of ['Elder Mira', 'Crystal Keep'])
        upsertTerm(project, { content, source_language: 'en' }, rig.sandbox.clock.iso());
      const data = { scan_status: 'failed', items: [], total: 0, page: 1, page_size: 50 };
      const body = JSON.stringify({ success: true, code: 0, data });
      rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'garbage', body, nth: 'all' });
      const handle = await rig.release({ ...short, terms: { confirmation: 'operator' } });
      const { problem, warnings } = await rig.parked(handle);
      expect(problem?.code).toBe('scan_failed');
      expect(warnings).toEqual([expect.stringContaining('The term scan failed')]);
      await rig.resolve(handle, 'retry');
      expect((await handle.result()).state).toBe('done');
    }),
  );

  it.concurrent('events are named only to a service that is told where to call back', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release({ ...unscanned, supplementLanguages: ['ko'], export: undefined });
      expect((await handle.result()).state).toBe('done');
      const [task] = rig.sandbox.localization.project('sandbox').tasks.values();
      expect(task?.subscription).toMatchObject({ events: [] });
    }),
  );
});
