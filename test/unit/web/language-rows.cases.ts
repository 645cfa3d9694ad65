import { languageRows } from '../../../web/release/languages';
import { releaseStatus } from '../../support/release-status';

const plan = {
  strings: 200,
  targetLanguages: ['ja', 'fr'],
  supplementLanguages: ['ko'],
  minimumComplete: { fr: 99 },
};
const file = { path: 'a.ini', bytes: 9, sha256: 'ab', keys: 200, checked: true };
const exported = {
  files: [{ ...file, languages: ['ja', 'fr', 'ko', 'de'] }],
  completeness: [
    { language: 'ja', percent: 100, missing: 0 },
    { language: 'fr', percent: 98.5, missing: 3 },
    { language: 'ko', percent: 100, missing: 0 },
    { language: 'de', percent: 100, missing: 0 },
  ],
};

it('counts each language by what was exported', () => {
  const [ja, fr] = languageRows(releaseStatus({ languages: ['ja', 'fr'], export: exported }), plan);
  expect(ja).toMatchObject({ strings: 200, translated: 200, missing: 0, percent: 100, belowMinimum: null });
  expect(fr).toMatchObject({ strings: 200, translated: 197, missing: 3, percent: 98.5, belowMinimum: 99 });
});

it('tells the languages that came later, and how', () => {
  const status = releaseStatus({
    languages: ['ja', 'fr', 'ko', 'de'],
    comingLanguages: ['es'],
    export: exported,
  });
  expect(languageRows(status, plan).map(({ language, late }) => [language, late])).toEqual([
    ['ja', null],
    ['fr', null],
    ['ko', 'supplement'],
    ['de', 'added'],
    ['es', 'to come'],
  ]);
});

it('takes a language that is only exported for none that was added', () => {
  const status = releaseStatus({ languages: ['ja', 'fr', 'ko'], export: exported });
  expect(languageRows(status, plan).map(({ language, late }) => [language, late])).toContainEqual([
    'de',
    'exported',
  ]);
});

it('of a language that nobody counted it says why, and of an unknown source no number', () => {
  const unknown = { ...plan, strings: null };
  const [ja] = languageRows(releaseStatus({ languages: ['ja'] }), unknown);
  expect(ja).toMatchObject({ strings: null, percent: null, note: 'Not exported yet', isReadable: false });
  const uncounted = { ...exported, completeness: [{ language: 'ja', percent: null, missing: null }] };
  const [none] = languageRows(releaseStatus({ languages: ['ja'], export: uncounted }), unknown);
  expect(none).toMatchObject({ translated: null, missing: null, percent: null, isReadable: true });
  expect(none?.note).toBe('Unknown: which strings there are is not known here');
  const [counted] = languageRows(releaseStatus({ languages: ['ja'], export: exported }), unknown);
  expect(counted).toMatchObject({ translated: null, missing: 0, percent: 100, isReadable: true });
});
