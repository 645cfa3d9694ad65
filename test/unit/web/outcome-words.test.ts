import { outcomeWords } from '../../../web/release/stage-words';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';

const target = { platform: 'x', errorCode: null, message: null };
const file = { path: 'a.ini', languages: ['ja'], bytes: 9, sha256: 'ab', keys: 1, checked: true };

it('tells what became of a release in a few words', () => {
  const done = releaseStatus({
    state: 'done',
    languages: ['ja', 'ko'],
    stages: stagesWith({ publish: { state: 'done' } }),
    export: { files: [file], completeness: [] },
    announcement: announcedOn([
      { ...target, accountId: 'a', status: 'published' },
      { ...target, accountId: 'b', status: 'failed' },
    ]),
  });
  expect(outcomeWords(done)).toBe(
    'Released in 2 languages: published, exported to 1 file, announced on 1 account',
  );
  expect(outcomeWords(releaseStatus({ state: 'done' }))).toBe('Translated in 1 language');
});
