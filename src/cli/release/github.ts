/** Output for GitHub workflows: outputs of the step, its summary, and annotations of files. */
import { Option } from 'commander';
import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { markdownText, visibleText } from '../../domain/text/visible-text';
import type { ReleaseStatus, ReleaseView } from '../../domain/release/status';
import { BadRequest } from '../../client/errors';
import type { ReleasePlan } from '../../protocol/draft-api';
import type { Given } from '../command-options';
import { annotate, annotateFindings, shown, type Terminal } from '../terminal/terminal';
import { faultsWithoutPlace, planText } from './plan-text';
import { statusText } from './status-text';

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

export function reportToGithub(status: ReleaseView, terminal: Pick<Terminal, 'info'>): void {
  write(terminal, {
    GITHUB_OUTPUT: outputs(status),
    GITHUB_STEP_SUMMARY: summary(`${status.id}: ${status.state}`, statusText(shown(status))),
  });
}

export function reportPlanToGithub(plan: ReleasePlan, terminal: Pick<Terminal, 'info'>): void {
  annotateFindings(plan.places);
  for (const message of faultsWithoutPlace(plan)) annotate({ level: 'error', message });
  for (const message of plan.warnings) annotate({ level: 'warning', message });
  write(terminal, {
    GITHUB_STEP_SUMMARY: summary(`${plan.id}: ${plan.ready ? 'ready' : 'not ready'}`, planText(shown(plan))),
  });
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

/** As on a terminal. In an indented block, Markdown leaves every text as it is. */
function summary(heading: string, text: string): string {
  const lines = visibleText(text).split('\n');
  return [`### ${markdownText(heading)}`, '', ...lines.map((line) => `    ${line}`), '', ''].join('\n');
}
