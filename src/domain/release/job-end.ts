/** Words for how a job goes, be it a translation or a publish: few of them are documented. */
const succeeded = /^(SUCCE|COMPLETE|DONE|FINISH|PUBLISHED|OK$)/;
const failed = /FAIL|ERROR|CANCEL|ABORT|TIMED?_?OUT|TERMINAT|REJECT/;
const running =
  /PEND|QUEUE|WAIT|SCHEDUL|ACCEPT|CREATE|START|RUN|PROGRESS|PROCESS|PUBLISHING|RETRY|IMPORT|ACTIVE/;

/** Whether a job has ended, and how; null: the word says nothing of it. */
export function jobEnd(status: string): 'done' | 'failed' | null {
  const word = status.toUpperCase();
  if (failed.test(word)) return 'failed';
  return succeeded.test(word) ? 'done' : null;
}

/** A word that is neither of an end nor of work that goes on. */
export function isStrangeWord(status: string): boolean {
  return jobEnd(status) === null && !running.test(status.toUpperCase());
}
