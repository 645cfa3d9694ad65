import {
  type LastPublication,
  exportLanguages,
  languagesToExport,
  lossFinding,
  lostLanguages,
  newLanguages,
  publishedSince,
  reopenFault,
  reopened,
} from '../../../src/domain/release/release-languages';
import { type ReleaseRecord, newRecord } from '../../../src/domain/release/release-record';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseState } from '../../../src/domain/release/release-states';
import fc from '../../support/fast-check';
import {
  countChanges,
  stringChanges,
  translatedStrings,
} from '../../../src/domain/review/translated-strings';

describe('release languages', () => {
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
});

describe('lost languages', () => {
  const last = { id: 'default/game-2', at: '2026-11-02T10:00:00.000Z', languages: ['ja', 'ko', 'fr'] };
  const words = { who: 'This release', remedy: { refused: 'Say so.', warned: 'Name them.' } };
  const loss = (published: LastPublication, reading?: string) => ({
    languages: ['ja', 'de'],
    last: published,
    readings: reading === undefined ? {} : { 'publish-languages': reading },
  });
  const found = (published: LastPublication, reading?: string, loseLanguages = false) =>
    lossFinding(loss(published, reading), { ...words, loseLanguages });

  it('warns of languages that may be lost, where nobody knows what a publish does', () => {
    expect(found(last)).toEqual({
      kind: 'warning',
      message:
        'This release may lose ko, fr, which default/game-2 has published. It is not documented whether a publish takes away languages that its task lacks. Name them.',
    });
    expect(lostLanguages(loss(last))).toEqual(['ko', 'fr']);
  });

  it('refuses where a publish is known to replace them', () => {
    expect(found(last, 'replace')).toEqual({
      kind: 'refusal',
      message: 'This release would lose ko, fr, which default/game-2 has published. Say so.',
    });
  });

  it('says nothing where a publish is known to keep them', () => {
    expect(found(last, 'keep')).toBeNull();
    expect(lostLanguages(loss(last, 'keep'))).toEqual([]);
  });

  it.each([undefined, 'replace', 'keep'])('says nothing of what may be lost (%s)', (reading) => {
    expect(found(last, reading, true)).toBeNull();
  });

  it.each([undefined, 'replace', 'keep'])('says nothing where nothing is lost (%s)', (reading) => {
    expect(found(null, reading)).toBeNull();
    expect(found({ ...last, languages: ['ja'] }, reading)).toBeNull();
  });

  it('is as strict where what was published cannot be read', () => {
    const unread = { unread: 'The record x cannot be read.' };
    const message = 'The record x cannot be read. So it is not known which languages would be lost.';
    expect(found(unread)).toEqual({ kind: 'warning', message: `${message} Name them.` });
    expect(found(unread, 'replace')).toEqual({ kind: 'refusal', message: `${message} Say so.` });
    expect(found(unread, 'keep')).toBeNull();
    expect(lostLanguages(loss(unread))).toEqual([]);
  });
});

describe('translated strings', () => {
  const texts = (entries: Record<string, string>) => new Map(Object.entries(entries));

  it('tells for each string what became of it, in the order of the source', () => {
    const strings = translatedStrings({
      source: texts({ a: 'Hello', b: 'Bye', c: 'Yes', d: 'No', e: 'Maybe' }),
      texts: texts({ b: 'またね', a: 'こんにちは', c: 'はい', x: 'まだ' }),
      before: texts({ a: 'こんにちは', b: 'さようなら', d: 'いいえ', y: 'もう' }),
    });
    expect(strings.map(({ id, change }) => [id, change])).toEqual([
      ['a', 'same'],
      ['b', 'changed'],
      ['c', 'added'],
      ['d', 'removed'],
      ['e', 'missing'],
      ['x', 'added'],
      ['y', 'removed'],
    ]);
    expect(strings[1]).toEqual({
      id: 'b',
      source: 'Bye',
      text: 'またね',
      before: 'さようなら',
      change: 'changed',
    });
    expect(countChanges(strings)).toEqual({ added: 2, changed: 1, removed: 2, same: 1, missing: 1 });
  });

  it('with nothing to compare, a string is there or missing', () => {
    const strings = translatedStrings({
      source: texts({ a: 'Hello', b: 'Bye' }),
      texts: texts({ a: 'x' }),
      before: null,
    });
    expect(strings.map(({ change }) => change)).toEqual(['same', 'missing']);
  });

  it('agrees with the difference of two sources, and has each string once', () => {
    const drawn = fc
      .dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'e'), fc.constantFrom('1', '2'))
      .map(texts);
    fc.assert(
      fc.property(drawn, drawn, (before, after) => {
        const strings = translatedStrings({ source: null, texts: after, before });
        const of = (change: string) => strings.filter((one) => one.change === change).map(({ id }) => id);
        const { added, changed, removed } = stringChanges(before, after);
        expect([of('added'), of('changed'), of('removed')]).toEqual([added, changed, removed]);
        expect(new Set(strings.map(({ id }) => id)).size).toBe(strings.length);
      }),
    );
  });
});

describe('string changes', () => {
  const strings = fc
    .dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }))
    .map((record) => new Map(Object.entries(record)));

  it('tells every difference of two sources once, and nothing else', () => {
    fc.assert(
      fc.property(strings, strings, (before, after) => {
        const { added, changed, removed } = stringChanges(before, after);
        const made = new Map(before);
        for (const id of removed) made.delete(id);
        for (const id of [...added, ...changed]) made.set(id, after.get(id) ?? '');
        expect(new Map([...made].sort())).toEqual(new Map([...after].sort()));
        expect(new Set([...added, ...changed, ...removed]).size).toBe(
          added.length + changed.length + removed.length,
        );
        expect(changed.filter((id) => before.get(id) === after.get(id))).toEqual([]);
      }),
    );
  });
});

describe('a rollback', () => {
  it('may take away the languages that were published since', () => {
    const published = [
      { id: 'game/3', languages: ['ja', 'de'] },
      { id: 'game/2', languages: ['ja', 'ko'] },
      { id: 'game/1', languages: ['ja'] },
    ];
    expect(publishedSince(published, 'game/1')).toEqual(['de', 'ko']);
    expect(publishedSince(published, 'game/3')).toEqual([]);
  });
});
