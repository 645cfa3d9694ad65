/** The words of `jobs[]` for the status of each. */
import type { Readings } from './catalogue';

export type JobStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';

export function jobStatusForm(readings: Readings, status: JobStatus): string {
  const words = readings['job-words'];
  switch (words) {
    case 'lower-case':
      return status.toLowerCase();
    case 'PROCESSING':
      return status === 'RUNNING' ? words : status;
    case 'TIMED_OUT':
      return status === 'FAILED' ? words : status;
    default:
      return status === 'COMPLETED' ? words : status;
  }
}
