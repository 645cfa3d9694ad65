/** Runs work at a service outside any release: a workflow does it and continues without the command. */
import type * as z from 'zod';
import type { At } from '../command';
import { aloneText } from '../../domain/problems/problem-catalogue';
import { completenessLine, fileNote } from '../../domain/release/export-rules';
import { stepLabel } from '../../domain/release/stages';
import type { AnnouncedTarget, ExportedFile } from '../../domain/release/status';
import { workText, workWorkflowId, type ServiceWorkStatus, type Work } from '../../domain/service-work';
import { exitCode, type ExitCode } from '../../domain/exit-code';
import type { Operations } from '../../operations/all-operations';
import { changePrinter, followUntil } from '../release/follow-release';
import { joinedText, terminalForm } from '../terminal/terminal-form';

interface WorkRequest {
  /** The command that joins the work again. */
  again: string;
  /** `accepted`: the command ends once the service has accepted the work. */
  until?: 'accepted' | 'ended';
  timeoutMs?: number | undefined;
  /** Runs before the outcome is printed. */
  atEnd?: (status: ServiceWorkStatus) => Promise<void> | void;
}

export type RequestedWork = z.input<Operations['startWork']['input']>;

/** How long a command that does not wait polls for the service to accept the work. */
const ACCEPTED_WITHIN_MS = 15_000;

export const EXIT_CODES_OF_WORK = `Exit code 0: done. 4: not ended at the timeout; it continues. 7: a person must check; the message says what. 8: failed at
the service.`;

export async function runWork(
  at: Pick<At, 'ask' | 'terminal'>,
  { work, callback, ...request }: RequestedWork & WorkRequest,
): Promise<void> {
  const { joined } = await at.ask('startWork', { work, callback });
  await finishWork(at, { work, joined }, request);
}

export async function finishWork(
  { ask, terminal }: Pick<At, 'ask' | 'terminal'>,
  { work, joined }: { work: Work; joined: boolean },
  { again, until = 'ended', timeoutMs, atEnd }: WorkRequest,
): Promise<void> {
  const isWait = work.kind === 'wait-task' || work.kind === 'wait-publish';
  if (isWait) terminal.info(`${workText(work)}: waiting for its end.`);
  else {
    terminal.info(`${workText(work)} ${joined ? 'is already under way. Joined it.' : 'started.'}`);
    terminal.info('It continues without this command.');
  }
  const { status, ended } = await followUntil<ServiceWorkStatus>({
    poll: () => ask('workStatus', { work }),
    isSettled: ({ state, accepted }) => state !== 'running' || (until === 'accepted' && accepted),
    timeoutMs: until === 'accepted' ? ACCEPTED_WITHIN_MS : timeoutMs,
    ...changePrinter<ServiceWorkStatus>(terminal, {
      placeOf: (seen) => (seen.state === 'running' ? workLine(seen) : ''),
      lineOf: workLine,
      silenceText: () => 'Temporal or the workers do not answer. Trying again.',
    }),
  });
  const join = joinCommand(status) ?? again;
  if (ended === 'detached') terminal.info(`Stopped waiting. It continues. Join it again with: ${join}`);
  if (ended === 'timeout') terminal.info(`Not ended yet, and continues. Join it again with: ${join}`);
  process.exitCode = exitCodeOfWork(status, until);
  await atEnd?.(status);
  terminal.data({ id: workWorkflowId(status.work), ...status }, (shown) =>
    workStatusText({ ...shown, warnings: terminal.unprinted(shown.warnings) }),
  );
  if (status.state === 'blocked') terminal.info(`To go on when that is done: ${again}`);
}

export const inProject = (project: string): string => (project === 'default' ? '' : ` --project ${project}`);

/** Repeating a publish that has ended would publish again, so its job is waited for instead. */
function joinCommand({ work, jobId }: ServiceWorkStatus): string | null {
  if (work.kind !== 'publish' || jobId === null) return null;
  return `locrelease service job wait ${jobId}${inProject(work.project)}`;
}

export function exitCodeOfWork(
  { state, accepted }: Pick<ServiceWorkStatus, 'state' | 'accepted'>,
  until: 'accepted' | 'ended',
): ExitCode {
  switch (state) {
    case 'running':
      return until === 'accepted' && accepted ? exitCode.done : exitCode.timeout;
    case 'done':
      return exitCode.done;
    case 'partial':
      return exitCode.partial;
    case 'failed':
      return exitCode.service;
    case 'blocked':
    case 'unknown':
      return exitCode.parked;
  }
}

/** One line without row counts and times, so that it changes seldom. */
export function workLine({ work, state, doing, status, progress }: ServiceWorkStatus): string {
  const { step = '', stepIndex = null } = progress ?? {};
  // The task's status concerns the whole task and says nothing about this work.
  const isOfTask = ['supplement', 'export', 'confirm'].includes(work.kind);
  return joinedText(
    ', ',
    `${workText(work)}: ${doing ?? state}`,
    !isOfTask && !/^(exports |finishes)/.test(doing ?? '') && status,
    stepIndex !== null && stepLabel(step, stepIndex),
  );
}

export function workStatusText(status: ServiceWorkStatus): string {
  const { work, state, doing, jobId, taskId, postId, skippedLanguages } = status;
  const { targets, files, completeness, exportedAs, warnings, problem } = status;
  return joinedText(
    '\n',
    `${workText(work)}: ${joinedText(', ', state === 'blocked' ? 'parked' : state, doing)}`,
    jobId !== null && work.kind !== 'wait-publish' && `Job: ${jobId}`,
    taskId !== null && `Task: ${taskId}\nWait for it with: locrelease service task wait ${taskId}`,
    postId !== null && `Post: ${postId}\nPublish it with: locrelease service post publish ${postId}`,
    skippedLanguages.length > 0 &&
      `The service skipped these languages: ${skippedLanguages.join(', ')}. Each already has a translation, or is the source language.`,
    ...targets.map(targetLine),
    ...files.map(fileLine),
    exportedAsLine(exportedAs),
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...completeness.map(completenessLine),
    problem !== null && `${problem.code}: ${aloneText(problem, terminalForm(Date.now()))}`,
    ...(problem?.traceIds ?? []).map((id) => `Trace id: ${id}`),
  );
}

function exportedAsLine(exportedAs: ServiceWorkStatus['exportedAs']): string | false {
  const { mode = null, escape = null } = exportedAs ?? {};
  const words = joinedText(', ', mode && `mode ${mode}`, escape && `escape mode ${escape}`);
  return words !== '' && `Exported with ${words}.`;
}

const fileLine = (file: ExportedFile): string =>
  joinedText('  ', file.path, fileNote(file), `${file.bytes} bytes`, `sha256 ${file.sha256}`);

export const targetLine = ({
  accountId,
  platform,
  status,
  errorCode,
}: Pick<AnnouncedTarget, 'accountId' | 'platform' | 'status' | 'errorCode'>): string =>
  joinedText('  ', accountId.padEnd(12), platform ?? '?', status, errorCode);
