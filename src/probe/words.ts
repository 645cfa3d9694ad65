/**
 * The words by which a probe recognises a reading, in one place: the evaluations use them, and a recording keeps them.
 * Words that name a reading come from the assumptions, with others that are handled alike.
 */
import { assumptionOf } from '../config/assumptions';
import { accountStatuses, postStatuses } from '../social/vocabulary';

type Alike = Readonly<Record<string, readonly string[]>>;

/** These readings have names that are no words of a reply. */
const cases = ['lower-case', 'upper-case'];

/** Maps each word, in lower case, to the reading that it shows. */
function wordsOf(id: string, alike: Alike = {}): Map<string, string> {
  const names = assumptionOf(id)?.readings ?? [];
  return new Map(
    names
      .filter((name) => !cases.includes(name))
      .flatMap((name) => [name, ...(alike[name] ?? [])].map((word) => [word.toLowerCase(), name])),
  );
}

/** Words of jobs that have ended, and other words for a running one. */
export const jobWords = wordsOf('job-words', {
  COMPLETED: ['COMPLETE'],
  SUCCEEDED: ['SUCCESS'],
  DONE: ['OK'],
  FINISHED: ['FINISH'],
  PROCESSING: ['IN_PROGRESS', 'QUEUED', 'STARTED'],
  TIMED_OUT: ['TIMEOUT', 'ERROR', 'CANCELLED', 'CANCELED', 'ABORTED', 'TERMINATED', 'REJECTED'],
});
/** Words that are the same in every reading, but for their case. */
export const plainJobWords = ['pending', 'running', 'failed'];

export const targetWords = wordsOf('target-words', { success: ['succeeded'], sent: ['delivered'] });

export const preparedWords = wordsOf('prepared-post-status');

/** These words occur in every reading, so only another documented word shows that the documented ones are used. */
const commonPostWords = ['draft', 'publishing', 'failed'];
export const distinctivePostWords = postStatuses.filter((word) => !commonPostWords.includes(word));

export const readingWords: readonly string[] = [
  ...jobWords.keys(),
  ...plainJobWords,
  ...targetWords.keys(),
  ...preparedWords.keys(),
  ...postStatuses,
  ...accountStatuses,
];
