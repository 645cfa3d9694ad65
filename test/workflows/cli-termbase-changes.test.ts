import { termKey, upsertTerm } from '../../src/sandbox/localization/project-state';
import { cli, type CliRun } from '../support/cli';
import { ReleaseRig, reviewOnly } from './release-rig';

describe('what a release changed in the termbase', () => {
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
  });
  afterEach(() => rig.close());

  const run = (...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });
  const project = () => rig.sandbox.localization.project('sandbox');
  const entry = (text: string) => project().termbase.get(termKey(text, 'en'));

  it('is shown, and taken back but for what was changed since', async () => {
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    const id = handle.workflowId.replace(/^release\//, '');
    const none = await run('termbase', 'changes', id);
    expect([none.code, none.stderr]).toEqual([
      2,
      expect.stringContaining('nobody has confirmed terms of it'),
    ]);

    const theirs = { content: 'Elder Mira', source_language: 'en', category: 'Theirs' };
    upsertTerm(project(), theirs, '2026-11-01T00:00:00Z');
    // Compares: without that nobody would know what was there.
    await run('terms', 'list', id);
    expect((await run('terms', 'confirm', id, '--overwrite', 'any', '--as', 'olga')).code).toBe(0);
    await handle.result();

    const shown = (await run('termbase', 'changes', id, '-o', 'json')).json();
    expect(shown).toMatchObject({
      confirmedBy: 'olga',
      counts: { added: 1, changed: 1, unknown: 0, 'left out': 0 },
    });
    expect((await run('termbase', 'changes', id)).stdout).toContain('category: Theirs → Character');

    const dry = await run('termbase', 'revert', id, '--dry-run', '--reason', 'wrong');
    expect(dry.stdout).toContain('Crystal Keep: is deleted');
    expect(entry('Elder Mira')).toMatchObject({ category: 'Character' });
    expect((await run('termbase', 'revert', id)).code).toBe(2);
    const unknown = await run('termbase', 'revert', id, 'Elder Mra', '--reason', 'wrong');
    expect([unknown.code, unknown.stderr]).toEqual([
      2,
      expect.stringContaining('did you mean "Elder Mira"?'),
    ]);

    upsertTerm(
      project(),
      { content: 'Crystal Keep', source_language: 'en', category: 'Castle' },
      '2026-11-16T00:00:00Z',
    );
    const reverted = await run(
      'termbase',
      'revert',
      id,
      '--reason',
      'wrong names',
      '--as',
      'ivan',
      '-o',
      'json',
    );
    expect(reverted.code).toBe(0);
    expect(reverted.json()).toMatchObject({
      reverted: 1,
      left: [{ term: 'Crystal Keep', why: 'Somebody changed it after the release.' }],
      failures: [],
      isDone: true,
    });
    expect(entry('Elder Mira')).toMatchObject({ category: 'Theirs', translations: {} });
    expect(entry('Crystal Keep')).toMatchObject({ category: 'Castle' });

    const again = await run('termbase', 'revert', id, '--reason', 'wrong names');
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Nothing was reverted.')]);
    expect((await run('termbase', 'revert', id, '--overwrite', '--reason', 'all', '--as', 'ivan')).code).toBe(
      0,
    );
    expect(entry('Crystal Keep')).toBeUndefined();
    expect((await run('termbase', 'changes', id, '-o', 'json')).json()).toMatchObject({
      reverts: [
        { by: 'ivan', reason: 'all', terms: [{ term: 'Crystal Keep', action: 'delete', overwrites: true }] },
        { by: 'ivan', reason: 'wrong names', terms: [{ term: 'Elder Mira', action: 'update' }] },
      ],
    });
  });
});
