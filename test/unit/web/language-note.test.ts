import { languageNote } from '../../../web/release/language-rows';
import { releaseStatus, stagesWith } from '../../support/release-status';

const file = { path: 'a.ini', languages: ['ja'], bytes: 9, sha256: 'ab', keys: null, checked: false };

describe('a language that is not counted', () => {
  it('is not exported yet while its release runs', () => {
    expect(languageNote(releaseStatus(), 'ja')).toBe('Not exported yet');
  });

  it('is exported and not checked where its file could not be read', () => {
    const status = releaseStatus({
      stages: stagesWith({ export: { state: 'done' } }),
      export: { files: [file], completeness: [] },
    });
    expect(languageNote(status, 'ja')).toBe('Unknown: exported, not checked');
    expect(languageNote(status, 'ko')).toBe('Not exported');
  });

  it('is not exported where nothing is exported, or the release has ended', () => {
    const skipped = releaseStatus({ stages: stagesWith({ export: { state: 'skipped' } }) });
    expect(languageNote(skipped, 'ja')).toBe('Not exported');
    expect(languageNote(releaseStatus({ state: 'cancelled' }), 'ja')).toBe('Not exported');
  });
});
