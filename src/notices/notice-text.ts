/** The words of a notice: what happened, why, the deadline and its effect, and where to go. */
import { releasePath, reviewPath, schedulePath, schedulesPath } from '../domain/console-paths';
import { durationText } from '../domain/text/duration';
import { releaseId } from '../domain/release/identity';
import { TEST_EVENT } from '../domain/notices/notice';
import type { Notice, Occurrence, ReportedOccurrence } from '../domain/notices/notice-schema';
import type { Problem } from '../domain/problems/problem';
import { textOf } from '../domain/problems/problem-catalogue';
import { capitalized, sentence } from '../domain/text/sentence';
import { shortened, visibleText, visibleValue } from '../domain/text/visible-text';
import { localTime } from '../domain/schedules/wall-clock';
import { withoutSlash } from '../domain/text/without-slash';

/** Longer causes are read in the console. */
const MOST_TITLE = 200;
const MOST_TEXT = 2500;

export function noticeOf(reported: ReportedOccurrence, consoleUrl: string): Notice {
  const { id, at, project, name, occurrence } = reported;
  const what = name === null ? nightOf(reported) : releaseId({ project, name });
  const { title, text } = words(what, occurrence, at);
  return {
    schemaVersion: 1,
    id,
    event: occurrence.event,
    at,
    release: name === null ? null : releaseId({ project, name }),
    project,
    title: shortened(visibleValue(title), MOST_TITLE),
    text: shortened(visibleText(text), MOST_TEXT),
    link: withoutSlash(consoleUrl) + pathOf(reported),
    dueAt: 'dueAt' in occurrence ? occurrence.dueAt : null,
  };
}

export function testNotice(id: string, at: string, route: string, consoleUrl: string): Notice {
  return {
    schemaVersion: 1,
    id,
    event: TEST_EVENT,
    at,
    release: null,
    project: null,
    title: 'A test notice of locrelease',
    text: `Somebody ran "locrelease notices test". The route "${route}" works. There is nothing to do.`,
    link: `${withoutSlash(consoleUrl)}/`,
    dueAt: null,
  };
}

const nightOf = ({ project, occurrence }: ReportedOccurrence): string =>
  'schedule' in occurrence
    ? `The nightly run of schedule ${occurrence.schedule}`
    : `The nightly run of project ${project}`;

function pathOf({ project, name, occurrence }: ReportedOccurrence): string {
  if (name === null) return 'schedule' in occurrence ? schedulePath(occurrence.schedule) : schedulesPath;
  return occurrence.event.startsWith('review.')
    ? reviewPath({ project, name })
    : releasePath({ project, name });
}

interface Words {
  title: string;
  text: string;
}

function words(what: string, occurrence: Occurrence, at: string): Words {
  switch (occurrence.event) {
    case 'review.waiting':
      return { title: `${what} waits for a term review`, text: reviewText(occurrence, at) };
    case 'review.reminder':
      return { title: `Reminder: ${what} still waits for a term review`, text: reviewText(occurrence, at) };
    case 'review.escalated':
      return {
        title: `Last reminder: ${deadlineOutcomes[occurrence.onDeadline](what)} ${inText(occurrence.dueAt, at)}`,
        text: `Nobody has decided on the terms yet. ${reviewText(occurrence, at)}`,
      };
    case 'release.parked':
      return {
        title: `${what} is parked in stage ${occurrence.stage}: a person must decide`,
        text: `${problemText(occurrence.problem)} Until then nothing happens, and what was done is kept. ${choicesText(occurrence.choices)}`,
      };
    case 'release.partial':
      return {
        title: `${what} is released, but its announcement failed on some accounts`,
        text: `${problemText(occurrence.problem)} ${choicesText(occurrence.choices)} It is open until ${untilText(occurrence.dueAt, at)}. Then it ends as it is.`,
      };
    case 'release.rejected':
      return { title: `${what} was rejected`, text: problemText(occurrence.problem) };
    case 'release.cancelled':
      return {
        title: `${what} was cancelled`,
        text: `${problemText(occurrence.problem)} Nothing more is done with it.`,
      };
    case 'release.failed':
      return {
        title: `${what} failed`,
        text: `${problemText(occurrence.problem)} Nothing more happens by itself. It can be started again.`,
      };
    case 'release.done':
      return { title: `${what} is done`, text: doneText(occurrence) };
    case 'release.stalled':
      return {
        title: `${what} has been trying to ${occurrence.call} for ${leftText(at, occurrence.since)}`,
        text:
          `Attempt ${occurrence.attempt} failed too: ${sentence(occurrence.cause)} First tried ${timeText(occurrence.since)}. ` +
          'It is tried again by itself. A call that fails for a whole day parks the release, and a person decides.',
      };
    case 'nightly.failed':
      return nightWords(what, occurrence);
  }
}

const deadlineOutcomes = {
  reject: (what: string) => `${what} will be rejected`,
  confirm: (what: string) => `the terms of ${what} will be confirmed`,
} as const;

const happensThen = {
  reject:
    'If nobody decides by then, the release is rejected: nothing is translated, and the task stays at the service.',
  confirm: 'If nobody decides by then, the terms are confirmed as they are, and the translation begins.',
} as const;

function reviewText(
  { terms, dueAt, onDeadline }: { terms: number; dueAt: string; onDeadline: 'reject' | 'confirm' },
  at: string,
): string {
  const waiting = terms === 1 ? '1 term waits' : `${terms} terms wait`;
  return `${waiting} for an operator until ${untilText(dueAt, at)}. ${happensThen[onDeadline]}`;
}

function doneText({ languages, files, accounts }: Extract<Occurrence, { event: 'release.done' }>): string {
  const parts = [
    `languages ${languages.join(', ')}`,
    ...(files === 0 ? [] : [files === 1 ? '1 file exported' : `${files} files exported`]),
    ...(accounts === 0
      ? []
      : [accounts === 1 ? 'announced on 1 account' : `announced on ${accounts} accounts`]),
  ];
  return `${capitalized(parts.join('; '))}. There is nothing left to do.`;
}

function nightWords(
  what: string,
  { state, problem, schedule }: Extract<Occurrence, { event: 'nightly.failed' }>,
): Words {
  const next = 'The next nightly run tries again with the source of that time.';
  if (state === null)
    return {
      title: `${what} failed`,
      text: `${sentence(problem ?? 'No reason was given')} Nothing was released. ${next}`,
    };
  return {
    title: `The nightly release ${what}${schedule === undefined ? '' : ` of schedule ${schedule}`} ended as ${state}`,
    text: `${problem === null ? '' : `${sentence(problem)} `}It does not count as released. ${next}`,
  };
}

const problemText = (problem: Problem | null): string =>
  problem === null ? '' : textOf(problem, { time: timeText });

const choicesText = (labels: readonly string[]): string =>
  labels.length === 0 ? '' : `You can decide: ${labels.join('; ')}.`;

export const timeText = (at: string): string => localTime(new Date(at), 'UTC');

const untilText = (dueAt: string, at: string): string => `${timeText(dueAt)} (${inText(dueAt, at)})`;

/** The remaining time, in the same words as in a notice, so that a late notice can replace them. */
const inText = (dueAt: string, at: string): string => `in ${leftText(dueAt, at)}`;

function leftText(dueAt: string, at: string): string {
  return durationText(Math.max(0, Date.parse(dueAt) - Date.parse(at)));
}

const LATE_MS = 3 * 60_000;

export type IsDecided = (notice: Notice) => Promise<boolean>;

/** A notice that is sent long after its event says so, and describes what is left now. */
export async function asOf(nowMs: number, notice: Notice, isDecided: IsDecided): Promise<Notice> {
  const lateMs = nowMs - Date.parse(notice.at);
  if (lateMs < LATE_MS) return notice;
  const when = `${timeText(notice.at)}, ${durationText(lateMs)} ago`;
  if (await isDecided(notice))
    return {
      ...notice,
      title: `Decided meanwhile: the term review of ${notice.release}`,
      text: `It was asked for ${when}. There is nothing to do.`,
    };
  const current = currentTimes(notice, nowMs);
  return {
    ...notice,
    title: current(notice.title),
    text: `${current(notice.text)} This happened ${when}.`,
  };
}

function currentTimes({ dueAt, at }: Notice, nowMs: number): (text: string) => string {
  if (dueAt === null) return (text) => text;
  const left = nowMs < Date.parse(dueAt) ? inText(dueAt, new Date(nowMs).toISOString()) : 'now';
  return (text) => text.replaceAll(inText(dueAt, at), left);
}
