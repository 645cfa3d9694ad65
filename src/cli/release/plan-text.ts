import type { ReleasePlan } from '../../protocol/draft-api';
import { amount, estimateLines } from '../../domain/cost';
import { counted } from '../../domain/text/counted';
import { durationText } from '../../domain/text/duration';
import { joinedText } from '../terminal/terminal-form';

export function planText(plan: ReleasePlan, calls = false): string {
  return joinedText(
    '\n\n',
    `${plan.id}  ${plan.ready ? headings[plan.start?.outcome ?? 'start'] : 'not ready'}`,
    joinedText(
      '\n',
      row('source', sourceText(plan)),
      row('languages', languagesText(plan)),
      changesText(plan),
    ),
    costText(plan),
    joinedText(
      '\n',
      ...plan.stages.map((stage) => row(stage.name, stageText(plan, stage, calls))),
      calls && row('calls', `${range(plan.calls)} in all, if no call fails and nobody edits terms`),
    ),
    exportText(plan),
    announcementText(plan),
    conclusion(plan).join('\n'),
  );
}

const row = (label: string, text: string): string => `  ${label.padEnd(11)} ${text}`;

function sourceText({ source: { from, files, strings, words } }: ReleasePlan): string {
  if (strings === null) return `${from}, read by the service`;
  const counts = [files !== undefined && counted(files, 'file'), counted(strings, 'string')];
  return `${from}  ${joinedText(', ', ...counts, words !== null && counted(words, 'word'))}`;
}

function languagesText({ languages: { target, supplement }, source: { strings } }: ReleasePlan): string {
  const later = supplement.length === 0 ? '' : `; supplement: ${supplement.join(', ')}`;
  const rows = strings === null ? '' : `  (${counted(strings * (target.length + supplement.length), 'row')})`;
  return `${target.join(', ')}${later}${rows}`;
}

const actions: Readonly<Record<ReleasePlan['stages'][number]['name'], string>> = {
  create: 'creates the task',
  scan: 'scans for terms',
  confirm: 'has the terms confirmed',
  translate: 'translates',
  supplement: 'adds the late languages',
  publish: 'publishes to the project',
  export: 'exports the files',
  announce: 'announces it',
};

function stageText(
  { review, announcement }: ReleasePlan,
  { name, wanted, calls, callCount, wait }: ReleasePlan['stages'][number],
  withCalls: boolean,
): string {
  if (!wanted) return 'skipped';
  const waits = wait === null ? '' : `; waits for ${wait.what}, at most ${durationText(wait.atMostMs)}`;
  const notBefore = announcement?.notBefore ?? null;
  const more =
    (name === 'confirm' && review !== null && reviewText(review)) ||
    (name === 'announce' && notBefore !== null && startText(notBefore)) ||
    '';
  const action = withCalls ? `${calls.join(', ')} (${range(callCount)})` : actions[name];
  return `${action}${waits}${more}`;
}

function range({ atLeast, atMost }: ReleasePlan['calls']): string {
  return atLeast === atMost ? counted(atLeast, 'call') : `${atLeast} to ${counted(atMost, 'call')}`;
}

const SHOWN_KEYS = 5;

function changesText({ changes, source }: ReleasePlan): string {
  if (changes === null) return row('changes', 'No other release of the project is on record here.');
  const { id, endedAt, strings } = changes;
  const since = row('changes', `since ${id}, ${endedAt}`);
  if (strings === null) {
    const why = source.strings === null ? 'the service reads the source' : 'its strings are not in the store';
    return `${since}: not known, because ${why}`;
  }
  const { words, ...kinds } = strings;
  const some = Object.entries(kinds).filter(([, { count }]) => count > 0);
  if (some.length === 0) return `${since}: none`;
  return joinedText(
    '\n',
    joinedText(', ', since, words !== null && `${counted(words, 'word')} new or changed`),
    ...some.map(([kind, { count, keys }]) => {
      const more = count > SHOWN_KEYS ? ', …' : '';
      const shown = keys.slice(0, SHOWN_KEYS).join(', ');
      return row('', `${kind.padEnd(8)}${counted(count, 'string')}: ${shown}${more}`);
    }),
  );
}

function costText({ estimate, budget }: ReleasePlan): string {
  if (estimate === null) return '';
  const { words = null, cost = null } = budget ?? {};
  const caps = joinedText(
    ', ',
    words !== null && counted(words, 'word'),
    cost !== null && amount(cost, estimate.currency),
  );
  return joinedText(
    '\n',
    ...estimateLines(estimate).map((line, index) => row(index === 0 ? 'at most' : '', line)),
    row('', 'Words are counted here. What the translation memory has may cost less.'),
    caps && row('budget', caps),
  );
}

function reviewText({ remindersMs, onDeadline }: NonNullable<ReleasePlan['review']>): string {
  const reminders = remindersMs.map(durationText).join(', ');
  return `${reminders && `, reminders after ${reminders}`}; at the deadline: ${onDeadline}`;
}

function startText(notBefore: string): string {
  return `; not before ${notBefore}${Date.parse(notBefore) < Date.now() ? ' (already past: at once)' : ''}`;
}

function exportText({ export: exportTo }: ReleasePlan): string {
  if (exportTo === null) return '';
  const { templateId, templateName, languages, directory, minimums } = exportTo;
  return joinedText(
    '\n',
    row('template', templateId === null ? templateName : `${templateName} (${templateId})`),
    row('files', `${languages.join(', ')} into ${directory}`),
    ...minimums.map(({ language, percent, waiver }, index) => {
      const waived = waiver && `${waiver.percent} % until ${waiver.until}, waived by ${waiver.by}`;
      const minimum = joinedText('; ', `${language} ${percent} % of the strings`, waived);
      return row(index === 0 ? 'minimum' : '', minimum);
    }),
  );
}

function announcementText({ announcement }: ReleasePlan): string {
  if (announcement === null) return '';
  const { text, characters, accounts, postId, quota } = announcement;
  return joinedText(
    '\n',
    ...accounts.map(({ id, platform, handle, status, length, most }) => {
      const isTooLong = length !== null && most !== null && length > most;
      const size = length !== null && `${length} of ${most ?? 'an unknown number of'} characters`;
      return `${row('account', joinedText('  ', id, platform, handle, status, size))}${isTooLong ? ': too long' : ''}`;
    }),
    quota && row('quota', `${quota.left} of ${quota.limit} scheduled posts left this month`),
    postId !== null && row('post', postId),
    text !== null && row('text', `${text}  (${counted(characters ?? 0, 'character')})`),
  );
}

type Outcomes = Readonly<Record<NonNullable<ReleasePlan['start']>['outcome'], string>>;

const headings: Outcomes = {
  start: 'ready',
  replace: 'ready',
  attach: 'already running',
  nothing: 'already ended',
};

const starts: Outcomes = {
  start: 'is ready to start.',
  replace: 'is ready to start. It replaces one in which nothing was paid for.',
  attach: 'is running already. A start attaches to it.',
  nothing: 'has ended already. A start does nothing.',
};

function conclusion(plan: ReleasePlan): string[] {
  const { id, ready, places, warnings, unchecked, notes, start } = plan;
  const noteLines = [
    ...[...notes, ...unchecked].map((what) => `Note: ${what}`),
    ...warnings.map((warning) => `Warning: ${warning}`),
  ];
  if (ready) {
    const unasked =
      start?.isTemporalAsked === false && start.outcome === 'start'
        ? ' Whether it runs already was not asked: "start --dry-run" does.'
        : '';
    return [...noteLines, `Nothing was changed. ${id} ${starts[start?.outcome ?? 'start']}${unasked}`];
  }
  const located = places.map(
    ({ file, line, key, message }) =>
      `${file}${line === null ? '' : `:${line}`}: ${key === null ? '' : `${key}: `}${message}`,
  );
  const faults = [...faultsWithoutPlace(plan), ...located];
  return [
    ...noteLines,
    `Nothing was changed. Fix ${faults.length === 1 ? 'this' : 'these'} first:`,
    ...faults.map((fault) => `- ${fault}`),
  ];
}

/** The faults that belong to no place in the file: `places` are the last of the findings. */
export const faultsWithoutPlace = ({ findings, places, overBudget }: ReleasePlan): string[] => [
  ...findings.slice(0, findings.length - places.length),
  ...(overBudget === null ? [] : [overBudget]),
];
