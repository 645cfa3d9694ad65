/** A plan for a person at a terminal. */
import type { PlannedStage } from '../client/planned-stages';
import type { ReleasePlan } from '../client/plan-release';
import { durationText } from '../domain/duration';
import { counted } from '../domain/counted';

export function planText(plan: ReleasePlan): string {
  return [
    `${plan.id}  ${plan.ready ? 'ready' : 'not ready'}`,
    '',
    row('source', sourceText(plan)),
    row('languages', languagesText(plan)),
    '',
    ...plan.stages.map((stage) => row(stage.name, stageText(plan, stage))),
    ...exportLines(plan),
    ...announcementLines(plan),
    '',
    ...conclusion(plan),
  ].join('\n');
}

const row = (label: string, text: string): string => `  ${label.padEnd(11)} ${text}`;

function sourceText({ source: { from, files, strings, words } }: ReleasePlan): string {
  if (strings === null) return `${from}, read by the service`;
  const counts = [
    ...(files === undefined ? [] : [counted(files, 'file')]),
    counted(strings, 'string'),
    ...(words === null ? [] : [counted(words, 'word')]),
  ];
  return `${from}  ${counts.join(', ')}`;
}

function languagesText({ languages: { target, supplement }, source: { strings } }: ReleasePlan): string {
  const later = supplement.length === 0 ? '' : `; supplement: ${supplement.join(', ')}`;
  const rows = strings === null ? '' : `  (${counted(strings * (target.length + supplement.length), 'row')})`;
  return `${target.join(', ')}${later}${rows}`;
}

function stageText(
  { review, announcement }: ReleasePlan,
  { name, wanted, calls, wait }: PlannedStage,
): string {
  if (!wanted) return 'skipped';
  const waits = wait === null ? '' : `; waits for ${wait.what}, at most ${durationText(wait.atMostMs)}`;
  return `${calls.join(', ')}${waits}${name === 'confirm' ? reviewText(review) : ''}${name === 'announce' ? startText(announcement) : ''}`;
}

function reviewText(review: ReleasePlan['review']): string {
  if (review === null) return '';
  const reminders = review.remindersMs.map(durationText).join(', ');
  return `${reminders === '' ? '' : `, reminders after ${reminders}`}; at the deadline: ${review.onDeadline}`;
}

function startText(announcement: ReleasePlan['announcement']): string {
  const notBefore = announcement?.notBefore ?? null;
  if (notBefore === null) return '';
  return `; not before ${notBefore}${Date.parse(notBefore) < Date.now() ? ' (already past: at once)' : ''}`;
}

function exportLines({ export: exportTo }: ReleasePlan): string[] {
  if (exportTo === null) return [];
  const { templateId, templateName, languages, directory } = exportTo;
  const template = templateId === null ? templateName : `${templateName} (${templateId})`;
  return ['', row('template', template), row('files', `${languages.join(', ')} into ${directory}`)];
}

function announcementLines({ announcement }: ReleasePlan): string[] {
  if (announcement === null) return [];
  const { text, characters, accounts, postId, quota } = announcement;
  return [
    '',
    ...accounts.map(({ id, platform, handle, status }) =>
      row('account', `${id}  ${platform}  ${handle}  ${status}`),
    ),
    ...(quota === null
      ? []
      : [row('quota', `${quota.left} of ${quota.limit} scheduled posts left this month`)]),
    ...(postId === null ? [] : [row('post', postId)]),
    ...(text === null ? [] : [row('text', `${text}  (${counted(characters ?? 0, 'character')})`)]),
  ];
}

function conclusion({ id, ready, findings, warnings }: ReleasePlan): string[] {
  const doubts = warnings.map((warning) => `Warning: ${warning}`);
  if (ready) return [...doubts, `Nothing was changed. ${id} is ready to start.`];
  return [
    ...doubts,
    `Nothing was changed. Fix ${findings.length === 1 ? 'this' : 'these'} first:`,
    ...findings.map((finding) => `- ${finding}`),
  ];
}
