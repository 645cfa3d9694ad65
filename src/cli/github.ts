/** In a GitHub workflow, which says so by two variables: outputs for later steps, and a table in the run's summary. */
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { durationText } from '../domain/duration';
import { fileNote } from '../domain/file-note';
import { markdownText } from '../domain/markdown-text';
import { causeText, failedAccounts } from '../domain/problems/failed-account';
import type { ReleaseStatus } from '../domain/status';
import { BadRequest } from '../client/errors';
import type { Terminal } from './terminal';

/** Whoever asks for it counts on it, so that it is checked before anything is done. */
export function demandGithub(isDemanded: boolean | undefined): void {
  if (isDemanded !== true) return;
  const missing = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].filter((name) => !process.env[name]);
  if (missing.length === 0) return;
  throw new BadRequest(
    `--github: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set. ` +
      'GitHub sets them in every step of a workflow. Leave out --github elsewhere.',
  );
}

export function tellGithub(status: ReleaseStatus, { say }: Pick<Terminal, 'say'>): void {
  const { GITHUB_OUTPUT, GITHUB_STEP_SUMMARY } = process.env;
  try {
    if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, outputs(status));
    if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, summary(status));
  } catch (error) {
    // The release is what it is, whether or not GitHub hears of it.
    say(`Cannot write the GitHub outputs: ${(error as Error).message}. The release is not affected.`);
  }
}

function outputs({ id, state, taskId, export: exported, announcement }: ReleaseStatus): string {
  const values = {
    id,
    state,
    task_id: taskId ?? '',
    files: exported?.files.map(({ path }) => path).join('\n') ?? '',
    post_id: announcement?.postId ?? '',
  };
  return Object.entries(values)
    .map(([name, value]) => {
      // Nobody can guess it, so no value can end early and set an output of its own.
      const delimiter = `end_${randomUUID()}`;
      return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    })
    .join('');
}

function summary(status: ReleaseStatus): string {
  const { id, state, stages, export: exported, announcement, warnings, problem } = status;
  return [
    `### ${markdownText(id)}: ${state}`,
    table(
      ['Stage', 'State', 'Duration'],
      stages.map((stage) => [stage.name, stage.state, took(stage)]),
    ),
    table(
      ['File', 'Languages', 'Content', 'Bytes', 'SHA-256'],
      (exported?.files ?? []).map((file) => [
        file.path,
        file.languages.join(', '),
        fileNote(file),
        String(file.bytes),
        file.sha256,
      ]),
    ),
    table(
      ['Account', 'Platform', 'Status', 'Message'],
      (announcement?.targets ?? []).map((target) => {
        const [failed] = failedAccounts([target]);
        const why = failed === undefined ? '' : causeText(failed);
        return [target.accountId, target.platform ?? '', target.status, why];
      }),
    ),
    warnings.map((warning) => `- Warning: ${markdownText(warning)}`).join('\n'),
    problem === null
      ? ''
      : `**${markdownText(problem.code)}**: ${problem.message.split('\n').map(markdownText).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .map((part) => `${part}\n\n`)
    .join('');
}

function took({ startedAt, endedAt }: ReleaseStatus['stages'][number]): string {
  return startedAt === null || endedAt === null
    ? ''
    : durationText(Date.parse(endedAt) - Date.parse(startedAt));
}

function table(columns: readonly string[], rows: readonly string[][]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.map(markdownText).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}
