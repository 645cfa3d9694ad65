import { mergeFile } from '../../../src/client/releases/amend-release';
import { amendable } from '../../../src/domain/release/release-input';
import { releaseSpec, type ReleaseFile } from '../../../src/domain/release/release-file';

const file: ReleaseFile = {
  name: 'game-1',
  source: { file: 'en.json' },
  targetLanguages: ['ja'],
  supplementLanguages: ['ko', 'fr'],
  terms: { deadline: '3 days', reminders: ['1 day'] },
  export: { template: 'tpl-1' },
  announce: { accounts: ['acc_1', 'acc_2'], text: 'Out.' },
};
const specOf = (more: Partial<ReleaseFile> = {}) => releaseSpec.parse({ ...file, ...more });
const merge = (amended: Partial<ReleaseFile>, changed: Partial<ReleaseFile>) =>
  mergeFile(amendable(specOf()), specOf(amended), specOf(changed));

const longer = { terms: { deadline: '5 days', reminders: ['1 day'] } };

it('a file that was not changed takes back nothing', () => {
  const amended = { ...longer, publish: false, export: undefined, supplementLanguages: ['ko'] };
  expect(merge(amended, {})).toEqual({ spec: specOf(amended), takenBack: [] });
});

it('a file changes what it changed, and leaves what others amended', () => {
  expect(merge(longer, { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } })).toEqual({
    spec: specOf({ ...longer, announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } }),
    takenBack: [],
  });
});

it('another text leaves out the accounts that others have left out', () => {
  const amended = { announce: { accounts: ['acc_1'], text: 'Out.' } };
  const changed = { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } };
  expect(merge(amended, changed)).toEqual({
    spec: specOf({ announce: { accounts: ['acc_1'], text: 'Out now.' } }),
    takenBack: [],
  });
});

it.each<[string, Partial<ReleaseFile>, Partial<ReleaseFile>, string[]]>([
  ['another deadline', longer, { terms: { deadline: '4 days', reminders: ['1 day'] } }, ['terms.deadline']],
  ['the same deadline', longer, longer, []],
  ['another order', { supplementLanguages: ['ko'] }, { supplementLanguages: ['fr', 'ko'] }, []],
  ['other languages', { supplementLanguages: [] }, { supplementLanguages: ['ko'] }, ['supplementLanguages']],
  ['no export', { export: { template: 'tpl-2' } }, { export: undefined }, ['export']],
  [
    'a text for what is a prepared post now',
    { announce: { postId: 'post_1' } },
    { announce: { accounts: ['acc_1', 'acc_2'], text: 'Out now.' } },
    ['announce'],
  ],
])('a file with %s says what it takes back', (_what, amended, changed, takenBack) => {
  const merged = merge(amended, changed);
  expect(merged.takenBack).toEqual(takenBack);
  if (takenBack.length > 0) expect(merged.spec).toEqual(specOf(changed));
  else expect(merged.spec).toEqual(specOf(amended));
});
