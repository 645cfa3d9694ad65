/** Status words of translation and publish jobs: the services document only a few of them. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|PUBLISHED|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;
const running =
  /PEND|QUEUE|WAIT|SCHEDUL|ACCEPT|CREATE|START|RUN|PROGRESS|PROCESS|PUBLISHING|RETRY|IMPORT|ACTIVE/;

/** null: the word does not show whether the job has ended. */
export function jobEnd(status: string): 'done' | 'failed' | null {
  const word = status.toUpperCase();
  if (failed.test(word)) return 'failed';
  return succeeded.test(word) ? 'done' : null;
}

/** A word that fits neither an end nor work in progress. */
export function isStrangeWord(status: string): boolean {
  return jobEnd(status) === null && !running.test(status.toUpperCase());
}

/** The job of a supplement that the service accepted without naming it: the task shows which one is new. */
export const UNNAMED_JOB = '(not named)';
