/** Output for GitHub workflows: outputs of the step, its summary, and annotations of files. */
import { Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { amount } from '../../domain/cost';
import { durationText } from '../../domain/text/duration';
import { fileNote } from '../../domain/release/export-rules';
import { markdownText } from '../../domain/text/visible-text';
import { causeText, failedAccounts } from '../../domain/problems/failed-account';
import type { ReleaseStatus } from '../../domain/release/status';
import { BadRequest } from '../../client/errors';
import type { ReleasePlan } from '../../protocol/draft-api';
import type { Given } from '../command-options';
import { faultsWithoutPlace } from './plan-text';
import { annotate, annotateFindings, type Terminal } from '../terminal/terminal';
import { joinedText } from '../terminal/terminal-form';

/** A workflow that requires the outputs fails before the command does anything. */
export const githubOption: Given<boolean, false> = {
  named: (name) =>
    new Option(
      `--${name}`,
      'Require GitHub outputs and a step summary. In a GitHub step they are always written.',
    )
      .preset('')
      .argParser(demandGithub),
};

function demandGithub(): true {
  const missing = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'].filter((name) => !process.env[name]);
  if (missing.length === 0) return true;
  throw new BadRequest(
    `--github: ${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'} not set. ` +
      'GitHub sets them in every step of a workflow. Leave out --github elsewhere.',
  );
}

export function reportToGithub(status: ReleaseStatus, terminal: Pick<Terminal, 'info'>): void {
  write(terminal, { GITHUB_OUTPUT: outputs(status), GITHUB_STEP_SUMMARY: summary(status) });
}

export function reportPlanToGithub(plan: ReleasePlan, terminal: Pick<Terminal, 'info'>): void {
  annotateFindings(plan.places);
  for (const message of faultsWithoutPlace(plan)) annotate({ level: 'error', message });
  for (const message of plan.warnings) annotate({ level: 'warning', message });
  write(terminal, { GITHUB_STEP_SUMMARY: planSummary(plan) });
}

function write({ info }: Pick<Terminal, 'info'>, texts: Readonly<Record<string, string>>): void {
  try {
    for (const [variable, text] of Object.entries(texts)) {
      const file = process.env[variable];
      if (file) appendFileSync(file, text);
    }
  } catch (error) {
    // A write error changes nothing about the release, so it is only reported.
    info(`Cannot write the GitHub outputs: ${(error as Error).message}. The release is not affected.`);
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
      // The delimiter is random, so that no value can close it and set another output.
      const delimiter = `end_${randomUUID()}`;
      return `${name}<<${delimiter}\n${value}\n${delimiter}\n`;
    })
    .join('');
}

function summary(status: ReleaseStatus): string {
  const { id, state, stages, export: exported, announcement, warnings, problem } = status;
  return parts(
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
    listOf('Warning', warnings),
    problem !== null &&
      `**${markdownText(problem.code)}**: ${problem.message.split('\n').map(markdownText).join('\n')}`,
  );
}

function planSummary(plan: ReleasePlan): string {
  const { id, ready, languages, source, estimate, findings, overBudget, warnings, notes, unchecked } = plan;
  const cost = estimate?.cost ?? null;
  return parts(
    `### ${markdownText(id)}: ${ready ? 'ready' : 'not ready'}`,
    table(
      ['Strings', 'Words', 'Languages', 'At most'],
      [
        [
          String(source.strings ?? 'unknown'),
          String(source.words ?? 'unknown'),
          [...languages.target, ...languages.supplement].join(', '),
          cost === null ? 'unknown' : amount(cost, estimate?.currency ?? null),
        ],
      ],
    ),
    listOf('Error', [...findings, ...(overBudget === null ? [] : [overBudget])]),
    listOf('Warning', warnings),
    listOf('Note', [...notes, ...unchecked]),
  );
}

const listOf = (kind: string, texts: readonly string[]): string =>
  texts.map((text) => `- ${kind}: ${markdownText(text)}`).join('\n');

const parts = (...all: readonly (string | false)[]): string => `${joinedText('\n\n', ...all)}\n\n`;

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
