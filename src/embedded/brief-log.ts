/** Warnings of worker and gateway, in one line each, because a person who tries locrelease out needs no stack trace. */
import { DefaultLogger, type LogEntry } from '@temporalio/worker';
import type { Logger } from '@temporalio/common';
import { callWords } from '../domain/problems/call-words';
import { sentence } from '../domain/text/sentence';
import { visibleValue } from '../domain/text/visible-text';
import { isMeantSo } from '../temporal/log';

export function createBriefLogger(report: (line: string) => void): Logger {
  return new DefaultLogger('WARN', (entry) => {
    if (!isMeantSo(entry)) report(briefLine(entry));
  });
}

/** For example `warning    default/game: Attempt 2 to publish the task failed: 429 slow down.` */
export function briefLine({ message, meta = {} }: Pick<LogEntry, 'message' | 'meta'>): string {
  const { workflowId, activityType, attempt, reason, error } = meta as Record<string, unknown>;
  const why = typeof reason === 'string' ? reason : error instanceof Error ? error.message : '';
  const whose = typeof workflowId === 'string' ? `${workflowId.replace(/^release\//, '')}: ` : '';
  const what =
    typeof activityType === 'string' && typeof attempt === 'number' && why !== ''
      ? `Attempt ${attempt} to ${callWords(activityType)} failed`
      : message.replace(/\.$/, '');
  return visibleValue(`warning    ${whose}${sentence(why === '' ? what : `${what}: ${why}`)}`);
}
