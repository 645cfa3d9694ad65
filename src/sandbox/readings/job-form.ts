/** The words of `jobs[]`: how each kind of work is called, and how its status. */
import type { Readings } from './catalogue';

export type JobKind = 'TB_SCAN' | 'TRANSLATE' | 'TRANSLATE_QA' | 'SUPPLEMENT_TRANSLATE' | 'PUBLISH_TASK';
export type JobStatus = 'PENDING' | 'RUNNING' | 'COMPLETED' | 'FAILED';

export function jobTypeForm(readings: Readings, kind: JobKind): string {
  switch (readings['job-types']) {
    case 'as-seen':
      return documented(kind);
    case 'lower-case':
      return documented(kind).toLowerCase();
    case 'other':
      return kind === 'PUBLISH_TASK' ? 'PUBLISH' : kind;
  }
}

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

/** A supplement has no name of its own among those seen. */
function documented(kind: JobKind): string {
  return kind === 'SUPPLEMENT_TRANSLATE' ? 'TRANSLATE' : kind;
}
