import type { Occurrence } from './notice';
import type { ReleaseRecord } from './release-record';
import { targetOutcome } from './target-outcome';

/** What there is to tell of a release that went well. */
export function doneOccurrence(record: ReleaseRecord): Occurrence {
  const targets = record.announcement?.targets ?? [];
  return {
    event: 'release.done',
    languages: record.languages.filter((language) => !record.missingLanguages.includes(language)),
    files: record.files.length,
    accounts: targets.filter((target) => targetOutcome(target) === 'published').length,
  };
}
