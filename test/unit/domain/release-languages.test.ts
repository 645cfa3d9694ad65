import {
  exportLanguages,
  languagesToExport,
  newLanguages,
  reopened,
  reopenFault,
} from '../../../src/domain/release/release-languages';
import { newRecord, type ReleaseRecord } from '../../../src/domain/release/release-record';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseState } from '../../../src/domain/release/release-states';
import fc from '../../support/fast-check';

function releasedRecord(change: Partial<ReleaseRecord> = {}): ReleaseRecord {
  const spec = releaseSpec.parse({
    name: 'game-1',
    source: { file: 'en.json' },
    targetLanguages: ['zh-cn', 'ja'],
  });
  const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 1 } as const;
  const record = newRecord({ spec, source, startedBy: null }, 'run-1');
  for (const stage of record.stages)
    Object.assign(stage, { state: 'done', startedAt: 'then', endedAt: 'then' });
  return { ...record, state: 'done', taskId: 'task-1', publishJobId: 'publish-1', ...change };
}

const asked = { languages: ['ko'], by: 'olga', at: '2026-11-15T00:00:00.000Z' };

describe('late languages', () => {
  it('are new where the release neither has them nor is about to, each once', () => {
    const record = releasedRecord({ lateLanguages: ['ko'] });
    const known = ['zh-cn', 'ja', 'ko'];
    const language = fc.constantFrom(...known, 'fr', 'de');
    fc.assert(
      fc.property(fc.array(language), (languages) => {
        const added = newLanguages(record, languages);
        expect(new Set(added)).toEqual(new Set(languages.filter((code) => !known.includes(code))));
        expect(new Set(added).size).toBe(added.length);
      }),
    );
  });

  it('open supplement, publish and export again, and nothing else', () => {
    const record = reopened(releasedRecord({ ended: true }), asked);
    const states = Object.fromEntries(record.stages.map(({ name, state }) => [name, state]));
    expect(states).toEqual({
      create: 'done',
      scan: 'done',
      confirm: 'done',
      translate: 'done',
      supplement: 'pending',
      publish: 'pending',
      export: 'pending',
      announce: 'done',
    });
    expect(record).toMatchObject({
      state: 'running',
      ended: false,
      problem: null,
      taskId: 'task-1',
      firstRunId: 'run-1',
      publishJobId: null,
      lateLanguages: ['ko'],
      decisions: [{ by: 'olga', at: asked.at, what: 'add languages ko', why: null }],
    });
  });

  it('leave the record that they were added to as it was', () => {
    const before = releasedRecord();
    reopened(before, asked);
    expect(before).toEqual(releasedRecord());
  });

  it.each<[ReleaseState, boolean]>([
    ['done', true],
    ['partial', true],
    ['rejected', false],
    ['cancelled', false],
    ['failed', false],
  ])('can be added to a release that ended as %s: %s', (state, can) => {
    expect(reopenFault(releasedRecord({ state })) === null).toBe(can);
  });
});

describe('the languages of an export', () => {
  const all = { ofRelease: ['ja', 'ko'], ofTemplate: ['ko', 'fr'] };
  it.each([
    [['fr'], all, { languages: ['fr'], byTemplate: false }],
    [undefined, all, { languages: ['ko'], byTemplate: true }],
    [undefined, { ...all, ofTemplate: ['fr'] }, { languages: ['ja', 'ko'], byTemplate: false }],
  ])('where the file names %j', (named, of, languages) => {
    expect(exportLanguages(named, of)).toEqual(languages);
  });

  it('are named where the template has one that was taken out of the release', () => {
    const byTemplate = (targetLanguages: string[], templateLanguages: string[]): boolean => {
      const settings = { templateLanguages } as ReleaseRecord['settings'];
      return languagesToExport({ targetLanguages }, { languages: ['ja'], settings }).byTemplate;
    };
    expect(byTemplate(['ja', 'ko'], ['ja', 'ko'])).toBe(false);
    expect(byTemplate(['ja', 'ko'], ['ja'])).toBe(true);
    expect(byTemplate(['ja'], ['ja', 'ko'])).toBe(true);
    expect(byTemplate(['ja'], ['fr'])).toBe(false);
  });
});
