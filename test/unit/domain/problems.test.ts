import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { terminalForm } from '../../../src/cli/terminal/terminal-form';
import { choicesOf, messageOf } from '../../../src/domain/problems/choices';
import type { DoneSoFar } from '../../../src/domain/problems/done-so-far';
import { causeText, failedAccounts } from '../../../src/domain/problems/failed-account';
import { utcForm, type Form, type Problem } from '../../../src/domain/problems/problem';
import {
  aloneText,
  problemOf,
  problemRows,
  describeProblem,
  textOf,
  type FactsOf,
  type ProblemCode,
} from '../../../src/domain/problems/problem-catalogue';
import { UNNAMED_JOB } from '../../../src/domain/release/job-status';
import { stageNames, type StageName } from '../../../src/domain/release/stages';
import { noticeOf, timeText } from '../../../src/notices/notice-text';
import { releaseStatus } from '../../support/release-status';
import { expectEach } from '../../support/expect-each';

const AT = '2026-12-01T09:00:00.000Z';
const LATER = '2026-12-03T09:30:00.000Z';
const accounts = [
  { id: 'acc_2', platform: 'x', handle: '@studio', code: 'token_expired', said: 'Token is expired.' },
  { id: 'acc_3', platform: 'threads', code: null, said: null },
];
const done: DoneSoFar = {
  taskId: 'task_1',
  translated: 'yes',
  isPublished: true,
  publishJobId: 'job_1',
  files: 2,
  published: ['post_0'],
  sent: null,
  scheduled: { postId: 'post_1', at: LATER },
};
const unknown = {
  what: 'the publish job',
  sentAt: AT,
  loss: 'the connection broke',
  isKeyed: false,
  seen: { at: LATER, what: 'the service listed no jobs' },
  things: [{ kind: 'task', id: 'task_1' }],
} satisfies FactsOf<'outcome_unknown'>;
const reason = { reason: 'The disk is full.' };
const held = { until: LATER, of: 'default/other' };

/** Facts for every row: a row without them does not compile. */
const samples: { [Code in ProblemCode]: FactsOf<Code>[] } = {
  preflight: [{ stops: ['announce: account acc_9 is not connected.'] }],
  gate_budget: [{ lines: ['It costs too much.', 'ja 40 words'] }],
  task_failed: [
    { during: 'scan', said: 'no strings', taskId: 'task_1' },
    { during: null, said: null, taskId: 'task_1' },
  ],
  scan_failed: [{}],
  deadline: [{ what: 'the translation', forMs: 14 * 86_400_000 }],
  supplement_failed: [
    { languages: ['ko'], said: 'no memory', isPartLeft: false },
    { languages: ['ko'], said: null, isPartLeft: true },
  ],
  supplement_skipped: [{ languages: ['ko'] }],
  supplement_unseen: [
    { languages: ['ko'], jobId: 'job_1', taskId: 'task_1' },
    { languages: ['ko'], jobId: null, taskId: 'task_1' },
    { languages: ['ko'], jobId: UNNAMED_JOB, taskId: 'task_1' },
  ],
  publish_failed: [{ said: 'the disk is full' }],
  published_over: [
    { project: 'game', publishedSince: ['game/2'] },
    { project: 'game', publishedSince: null },
  ],
  publish_turn: [{ project: 'game', holder: 'game/2', holderProblem: null }],
  export_not_written: [{ files: ['/out/game.ini: it is read only.'] }],
  export_incomplete: [{ missing: ['ko'], unread: [], languages: ['ja', 'ko'], files: 1 }],
  gate_completeness: [
    {
      missed: ['ko'],
      completeness: [{ language: 'ko', percent: 80, missing: 2 }],
      ended: [{ language: 'ko', by: 'olga', until: '2026-11-01' }],
    },
  ],
  export_directory: [reason],
  export_too_slow: [{}],
  download_refused: [reason],
  download_failed: [reason],
  daily_cap: [{ days: 7, said: 'rate_limited' }],
  announcement_partial: [{ accounts, isOutElsewhere: true, canReword: true }],
  outcome_unknown: [
    unknown,
    { ...unknown, isKeyed: true, seen: { at: AT, what: 'looking for it failed: It did not answer.' } },
  ],
  not_started: [{ what: 'the publish job', attempts: 3, loss: 'a timeout', things: unknown.things }],
  no_answer: [{ call: 'readTask', reason: 'a timeout' }],
  store_absent: [reason],
  store_damaged: [reason],
  store_unfit: [reason],
  store_unreachable: [reason],
  store_unreadable: [reason],
  store_unwritable: [reason],
  worker_configuration: [reason],
  result_too_large: [{ call: 'readTask', bytes: 2, most: 1 }],
  activity_input: [{ call: 'readTask', faults: 'no task' }],
  bad_source: [reason],
  terms_changed: [{ terms: ['"Mira"'], others: 2 }],
  unknown_term: [{ terms: ['t1'] }],
  rejected: [{ by: 'olga', why: 'wrong list' }],
  rejected_by_deadline: [{ why: null }],
  cancelled: [{ by: 'olga', why: null, done }],
  terminated: [{ why: 'a test', done }],
  timed_out: [{ why: null, done }],
  failed: [{ why: null, done }],
  bug: [reason],
  review: [{ terms: 3, since: AT, dueAt: LATER, onDue: 'reject' }],
  paused: [{ by: 'olga', why: 'lunch', at: AT }],
  hold_announcement_time: [held],
  hold_quiet_hours: [held],
  hold_daily_cap: [held],
  hold_publish_turn: [{ ...held, until: null }],
  terms_not_waiting: [{ taskId: 'task_1', status: 'RUNNING' }],
  terms_waiting: [{ taskId: 'task_1' }],
  languages_lost: [{ by: null, languages: ['ko'] }],
  task_gone: [{ taskId: 'task_1', release: 'game/1' }],
  record_not_kept: [{}],
  post_failed: [{ accounts, postId: 'post_1' }],
};

const refusal: Problem = {
  code: '404',
  facts: {
    refusedBy: 'localization',
    call: 'POST /tasks/publish',
    said: '404 no such task',
    reason: '',
    shape: null,
    advice: 'Check that it was not deleted at the service.',
  },
};
const problems: [string, Problem][] = [
  ['a refused call', refusal],
  ...(Object.keys(samples) as ProblemCode[]).flatMap((code) =>
    samples[code].map((facts): [string, Problem] => [code, problemOf(code, facts)]),
  ),
];

const pageForm: Form = { time: () => '14:05' };
const RAW_TIME = /\d{4}-\d\d-\d\dT\d\d/;
/** What only a terminal can use: its commands, and the words of a resolution as if they were commands. */
const COMMANDS = /\blocrelease (?!may)\w|\bresolve\b|\b(Retry|Skip|retry|skip)\b(?! each)|--\w/;

type Choices = ReturnType<typeof choicesOf>;

const parkedAs = (problem: Problem, stage: StageName) => ({
  ...releaseStatus({ state: 'parked', stage, waitingFor: { kind: 'decision', since: AT, dueAt: null } }),
  problem,
});

describe('each problem', () => {
  const eachIs = (check: (problem: Problem, choices: Choices) => void): Promise<void> =>
    expectEach(
      problems,
      ([code]) => code,
      ([, problem]) =>
        check(
          problem,
          stageNames.flatMap((stage) => choicesOf(parkedAs(problem, stage))),
        ),
    );

  it('is told on the page, in notices and in reports without commands and raw times', () =>
    eachIs((problem, choices) => {
      for (const form of [pageForm, utcForm]) expect(textOf(problem, form)).not.toMatch(RAW_TIME);
      expect(textOf(problem, pageForm)).not.toMatch(COMMANDS);
      const labels = choices.map(({ label }) => label);
      const { text } = noticeOf(
        {
          id: '1',
          at: AT,
          project: 'default',
          name: 'game',
          occurrence: { event: 'release.parked', stage: 'publish', problem, choices: labels },
        },
        'https://console.example',
      );
      expect(text).not.toMatch(RAW_TIME);
      expect(text).not.toMatch(COMMANDS);
      expect(text.startsWith(describeProblem(problem, { time: timeText }).what)).toBe(true);
    }));

  it('is told at a terminal and in JSON without raw times', () =>
    eachIs((problem, choices) => {
      const terminal = terminalForm(Date.parse(AT));
      expect(textOf(problem, terminal) + aloneText(problem, terminal)).not.toMatch(RAW_TIME);
      expect(messageOf(problem, choices)).not.toMatch(RAW_TIME);
    }));

  it('has sentences that begin and end as sentences do', () =>
    eachIs((problem) => {
      const { what, kept, fix } = describeProblem(problem, utcForm);
      expect(what).not.toBe('');
      for (const text of [what, kept, fix].filter((part) => part !== '')) {
        expect(text).toMatch(/[.!?:”]$/);
        expect(text).not.toMatch(/\.\.(?!\.)| {2}|undefined|null|\[object/);
      }
    }));

  it('has choices with a label, and one sentence on what follows', () =>
    eachIs((_problem, choices) => {
      for (const { label, consequence, needs } of choices) {
        expect(label).toMatch(/^[A-Z].*[^.]$/);
        expect(consequence).toMatch(/^[^.]+(\.[^ .][^.]*)*\.$/);
        expect(needs).toContain('reason');
      }
    }));
});

describe('the choices', () => {
  it('of a partial release name the accounts, and let its text be changed', () => {
    const [, facts] = problems.find(([code]) => code === 'announcement_partial') ?? [];
    const target = { platform: 'x', errorCode: 'token_expired', message: 'Token is expired.' };
    const announcement = {
      postId: 'post_1',
      sentAt: AT,
      scheduledAt: null,
      accepted: true,
      targets: [
        { ...target, accountId: 'acc_1', status: 'published', errorCode: null, message: null },
        { ...target, accountId: 'acc_2', status: 'failed' },
      ],
    };
    const waitingFor = { kind: 'decision', since: AT, dueAt: LATER, onDue: 'end' } as const;
    const shown = {
      ...releaseStatus({ state: 'partial', waitingFor, announcement }),
      problem: facts ?? refusal,
    };
    const choices = choicesOf(shown);
    expect(choices.map(({ action, label }) => [action, label])).toEqual([
      ['retry', 'Announce again on the failed accounts'],
      ['amend', 'Change the text for the failed accounts'],
      ['skip', 'Leave it as it is'],
      ['live', 'The post is live'],
    ]);
    for (const { action, consequence } of choices)
      if (action === 'retry' || action === 'live') expect(consequence).toMatch(/: acc_2 \(x\)\.$/);
  });

  it('of an announcement that is held for a time let it go out now, unless the service has it or it is paused', () => {
    const hold = { why: 'quiet_hours', until: LATER } as const;
    const held = (changes: Parameters<typeof releaseStatus>[0]) =>
      choicesOf({ ...releaseStatus({ hold, ...changes }), problem: null }).map(({ label }) => label);
    expect(held({})).toEqual(['Announce now']);
    expect(held({ hold: { why: 'announcement_time', until: LATER } })).toEqual(['Announce now']);
    expect(held({ hold: { why: 'daily_cap', until: LATER } })).toEqual([]);
    expect(held({ paused: { by: 'olga', why: null, at: AT } })).toEqual(['Resume the release']);
    const scheduled = { postId: 'post_1', sentAt: null, scheduledAt: LATER, accepted: false, targets: [] };
    expect(held({ announcement: scheduled })).toEqual([]);
  });

  it('of files that lack a language let it be left out, where another one stays', () => {
    const problem = problemOf('gate_completeness', { missed: ['ko'], completeness: [], ended: [] });
    const waitingFor = { kind: 'decision', since: AT, dueAt: null } as const;
    const labels = (languages: string[]) =>
      choicesOf({
        ...releaseStatus({ state: 'parked', stage: 'export', waitingFor, languages }),
        problem,
      }).map(({ label }) => label);
    expect(labels(['ja', 'ko'])).toEqual([
      'Export again',
      'Leave out languages',
      'Take the files as they are',
      'Abort the release',
    ]);
    expect(labels(['ko'])).not.toContain('Leave out languages');
  });

  it('of a paused release is to resume it, and of a review to confirm or to reject', () => {
    const paused = { by: 'olga', why: null, at: AT };
    const actions = (changes: Parameters<typeof releaseStatus>[0]) =>
      choicesOf({ ...releaseStatus(changes), problem: null }).map(({ action }) => action);
    expect(actions({ state: 'paused', paused })).toEqual(['resume']);
    expect(actions({ state: 'waiting', waitingFor: { kind: 'terms', since: AT, dueAt: LATER } })).toEqual([
      'confirm',
      'reject',
    ]);
  });
});

it('names the task, job or post of an unknown outcome, and at a terminal the command that shows it', () => {
  const problem = problemOf('outcome_unknown', unknown);
  expect(textOf(problem, terminalForm(0))).toContain(
    '"locrelease service task status task_1" shows the task.',
  );
  expect(textOf(problem, pageForm)).not.toContain('locrelease');
});

it('sends nobody to look for a job that has no name', () => {
  const unnamed = { languages: ['ko'], jobId: UNNAMED_JOB, taskId: 'task_1' };
  const text = textOf(problemOf('supplement_unseen', unnamed), terminalForm(0));
  expect(text).toContain('accepted ko without naming a job.');
  expect(text).not.toContain(UNNAMED_JOB);
});

it('quotes a service or platform with its own words alone', () => {
  expect(textOf(refusal)).toContain('It says: “404 no such task”.');
  const target = { accountId: 'acc_2', platform: 'x', status: 'failed', message: null };
  const [looked] = failedAccounts([{ ...target, errorCode: 'not_live' }]);
  expect(looked && causeText(looked)).toBe('a person has looked, and the post is not there (not_live).');
});

it('tells what it has no row for by its message', () => {
  expect(textOf({ code: 'later', facts: {}, message: 'Something new.' })).toBe('Something new.');
});

it('has no row that nothing raises', () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.ts') && !/domain.problems/.test(path),
  );
  const code = sources.map((path) => readFileSync(join('src', path), 'utf8')).join('\n');
  const made = (name: string): boolean =>
    code.includes(`'${name}'`) || /^(hold|store)_/.test(name) || name === 'review' || name === 'paused';
  expect(Object.keys(problemRows).filter((name) => !made(name))).toEqual([]);
});
