/** Work at a service, and what the services show, for a person at a terminal. */
import { completenessLine, fileNote } from '../../domain/release/export-rules';
import { aloneText } from '../../domain/problems/table';
import { stepLabel } from '../../domain/release/stages';
import { workText, type ServiceWorkStatus } from '../../domain/service-work';
import type { AnnouncedTarget, ExportedFile } from '../../domain/release/status';
import { terminalForm } from '../terminal/terminal-form';

/** In one line: not each row, and not the time that goes by. */
export function workLine({ work, state, doing, status, progress }: ServiceWorkStatus): string {
  const { step = '', stepIndex = null } = progress ?? {};
  return [
    `${workText(work)}: ${doing ?? state}`,
    // Of the task as a whole: it says nothing of what is done with it now.
    isOfTask.has(work.kind) || /^(exports |finishes)/.test(doing ?? '') ? null : status,
    stepIndex === null ? null : stepLabel(step, stepIndex),
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

const isOfTask: ReadonlySet<string> = new Set(['supplement', 'export', 'confirm']);

export function workStatusText(status: ServiceWorkStatus): string {
  const { work, state, doing, jobId, taskId, postId, skippedLanguages } = status;
  const { targets, files, completeness, exportedAs, warnings, problem } = status;
  return [
    `${workText(work)}: ${state === 'blocked' ? 'parked' : state}${doing === null ? '' : `, ${doing}`}`,
    ...(jobId === null || work.kind === 'wait-publish' ? [] : [`Job: ${jobId}`]),
    ...(taskId === null
      ? []
      : [`Task: ${taskId}`, `Wait for it with: locrelease service task wait ${taskId}`]),
    ...(postId === null
      ? []
      : [`Post: ${postId}`, `Publish it with: locrelease service post publish ${postId}`]),
    ...(skippedLanguages.length === 0
      ? []
      : [
          `The service skipped these languages: ${skippedLanguages.join(', ')}. Each already has a translation, or is the source language.`,
        ]),
    ...targets.map(targetLine),
    ...files.map(fileLine),
    ...exportedAsLines(exportedAs),
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...completeness.map(completenessLine),
    ...(problem === null
      ? []
      : [
          `${problem.code}: ${aloneText(problem, terminalForm(Date.now()))}`,
          ...(problem.traceIds ?? []).map((id) => `Trace id: ${id}`),
        ]),
  ].join('\n');
}

/** As the service told it. */
function exportedAsLines(told: ServiceWorkStatus['exportedAs']): string[] {
  const { mode = null, escape = null } = told ?? {};
  const words = [mode && `mode ${mode}`, escape && `escape mode ${escape}`].filter((word) => word);
  return words.length === 0 ? [] : [`Exported with ${words.join(', ')}.`];
}

function fileLine(file: ExportedFile): string {
  return [file.path, fileNote(file), `${file.bytes} bytes`, `sha256 ${file.sha256}`]
    .filter((cell) => cell !== '')
    .join('  ');
}

export function targetLine({
  accountId,
  platform,
  status,
  errorCode,
}: Pick<AnnouncedTarget, 'accountId' | 'platform' | 'status' | 'errorCode'>): string {
  return [accountId.padEnd(12), platform ?? '?', status, errorCode]
    .filter((cell) => cell !== null)
    .join('  ');
}
