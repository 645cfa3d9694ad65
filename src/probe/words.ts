/**
 * The words by which a probe recognises a reading, in one place: the evaluations use them, and a recording keeps them.
 * Words that name a reading come from the assumptions, with others that are handled alike.
 */
import { assumptionOf } from '../config/assumptions';
import { accountStatuses, postStatuses } from '../social/vocabulary';

type Alike = Readonly<Record<string, readonly string[]>>;

/** Names of readings that are no words. */
const cases = ['lower-case', 'upper-case'];

/** The reading that each word shows, by the word in lower case. */
function wordsOf(id: string, alike: Alike = {}): Map<string, string> {
  const names = assumptionOf(id)?.readings ?? [];
  return new Map(
    names
      .filter((name) => !cases.includes(name))
      .flatMap((name) => [name, ...(alike[name] ?? [])].map((word) => [word.toLowerCase(), name])),
  );
}

/** Of jobs that have ended, and others for one that runs. */
export const jobWords = wordsOf('job-words', {
  COMPLETED: ['COMPLETE'],
  SUCCEEDED: ['SUCCESS'],
  DONE: ['OK'],
  FINISHED: ['FINISH'],
  PROCESSING: ['IN_PROGRESS', 'QUEUED', 'STARTED'],
  TIMED_OUT: ['TIMEOUT', 'ERROR', 'CANCELLED', 'CANCELED', 'ABORTED', 'TERMINATED', 'REJECTED'],
});
/** The same in every reading, but for their case. */
export const plainJobWords = ['pending', 'running', 'failed'];

/** Of a target that is published. */
export const targetWords = wordsOf('target-words', { success: ['succeeded'], sent: ['delivered'] });

/** Of a post that somebody prepared. */
export const preparedWords = wordsOf('prepared-post-status');

/** These words occur in every reading. Any other documented one shows that the words are those. */
const commonPostWords = ['draft', 'publishing', 'failed'];
export const distinctivePostWords = postStatuses.filter((word) => !commonPostWords.includes(word));

/** All of them, in lower case. */
export const readingWords: readonly string[] = [
  ...jobWords.keys(),
  ...plainJobWords,
  ...targetWords.keys(),
  ...preparedWords.keys(),
  ...postStatuses,
  ...accountStatuses,
];
