import { WorkflowFailedError } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { randomUUID } from 'node:crypto';
import type { ReleaseInput } from '../../src/domain/release-input';
import { refusalOf } from '../support/refusal';
import { taskFailuresOf } from '../support/task-failures';
import { ReleaseRig } from './release-rig';

/** What a workflow of ours gets from somebody who does not use our code. */
type Change = (input: ReleaseInput) => unknown;
const withSpec =
  (change: object): Change =>
  (input) => ({ ...input, spec: { ...input.spec, ...change } });

describe('a release', () => {
  let rig: ReleaseRig;
  beforeAll(async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
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
      for (const said of [
        undefined,
        null,
        7,
        'olga',
        [],
        {},
        { by: 7 },
        { by: '' },
        { by: 'x'.repeat(101) },
      ]) {
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
