import { nextCommands, statusLine, statusText } from '../../../src/cli/release/status-text';
import { terminalForm } from '../../../src/cli/terminal/terminal-form';
import { choicesOf } from '../../../src/domain/problems/choices';
import type { ReleaseView } from '../../../src/domain/release/status';
import { announcedOn, releaseStatus, stagesWith } from '../../support/release-status';

const nowMs = Date.parse('2026-12-01T09:01:00.000Z');
const STARTED = '2026-12-01T09:00:00.000Z';

const at = (iso: string): string => terminalForm(nowMs).time(iso);
const withChoices = (changes: Partial<ReleaseView>): ReleaseView => {
  const view = releaseStatus(changes);
  return {
    ...view,
    choices: choicesOf({ ...view, problem: view.problem && { ...view.problem, facts: {} } }),
  };
};

const translating = releaseStatus({
  stage: 'translate',
  stages: stagesWith({
    create: { state: 'done', startedAt: STARTED, endedAt: '2026-12-01T09:00:02.000Z' },
    translate: { state: 'running', startedAt: STARTED },
  }),
  progress: { step: 'translateBatch', stepIndex: 4, rowsDone: 20, rowsTotal: 40 },
});
const reviewed = releaseStatus({
  state: 'waiting',
  stage: 'confirm',
  stages: stagesWith({ confirm: { state: 'waiting', startedAt: STARTED } }),
  waitingFor: { kind: 'terms', since: STARTED, dueAt: '2026-12-04T09:00:00.000Z' },
});

describe('a release at a terminal', () => {
  it('shows how long each stage took, or has taken so far', () => {
    const text = statusText(translating, nowMs);
    expect(text).toContain('  ✓ create      done     2 s\n');
    expect(text).toContain('  ▸ translate   running  1 min\n');
  });

  it('shows the sub-step and its rows', () => {
    expect(statusText(translating, nowMs)).toContain('\n\ntranslateBatch (4 of 7), 20 of 40 rows');
  });

  it('shows who is waited for, until when, and what to do', () => {
    const text = statusText({ ...reviewed, choices: choicesOf({ ...reviewed, problem: null }) }, nowMs);
    expect(text).toContain(
      `An operator has to confirm the terms (since ${at(STARTED)}). If nobody decides by ${at('2026-12-04T09:00:00.000Z')}, `,
    );
    expect(text).toContain('Next: locrelease terms list default/game-1');
  });

  it('names a due time that has passed without counting to it', () => {
    const text = statusText(reviewed, Date.parse('2026-12-05T09:00:00.000Z'));
    expect(text).toMatch(/by Fri 2026-12-04 \d\d:\d\d [+-]\d\d:\d\d, /);
  });

  it.each([
    ['reject', 'the terms are rejected and the release ends'],
    ['confirm', 'the terms are confirmed as they are'],
  ] as const)('says what happens when nobody decides: %s', (onDue, words) => {
    const waitingFor = { kind: 'terms' as const, since: STARTED, dueAt: '2026-12-01T10:01:00.000Z', onDue };
    expect(statusText({ ...reviewed, waitingFor }, nowMs)).toContain(
      ` If nobody decides by ${at('2026-12-01T10:01:00.000Z')}, ${words}.`,
    );
  });

  it.each([
    [
      { why: 'announcement_time', until: '2026-12-01T10:01:00.000Z' },
      `Everything else is done. The announcement waits for its time: ${at('2026-12-01T10:01:00.000Z')}.`,
    ],
    [
      { why: 'daily_cap', until: '2026-12-02T00:05:00.000Z' },
      `The social service accepts no more posts today. The announcement continues later: ${at('2026-12-02T00:05:00.000Z')}.`,
    ],
    [{ why: 'publish_turn', until: null }, 'Another release of this project is publishing.'],
  ] as const)('says why it is held back, and until when: %j', (hold, line) => {
    expect(statusText({ ...translating, progress: null, hold }, nowMs)).toContain(`\n\n${line}`);
  });

  it('shows what became of each account, in the words of the platform', () => {
    const target = { accountId: 'acc_2', platform: 'x', status: 'failed', errorCode: 'token_expired' };
    const partial = releaseStatus({
      state: 'partial',
      announcement: announcedOn([{ ...target, message: 'sign in again' }]),
    });
    expect(statusText(partial, nowMs)).toContain(
      'post  acc_2 (x)  failed  the authorization of the account has expired (token_expired). The platform says: “sign in again”.',
    );
  });
});

describe('a release that does not go on, at a terminal,', () => {
  it('says which call is repeated, since when, why, and when the next try is', () => {
    const retrying = {
      call: 'publishTask',
      attempt: 4,
      since: STARTED,
      nextAt: '2026-12-01T09:02:00.000Z',
      cause: 'Localization service, POST /tasks/publish: 429 too many calls',
    };
    const line = `It has been trying to publish the task since ${at(STARTED)}. 3 attempts failed. The next one is at ${at('2026-12-01T09:02:00.000Z')}. Localization service, POST /tasks/publish: 429 too many calls.`;
    expect(statusText({ ...translating, retrying }, nowMs)).toContain(line);
    expect(statusLine({ ...translating, retrying }, nowMs)).toContain(line);
    const now = { ...retrying, attempt: 2, nextAt: null };
    expect(statusLine({ ...translating, retrying: now }, nowMs)).toContain(
      '1 attempt failed. The next one is under way. ',
    );
    const bounded = { ...retrying, until: '2026-12-02T09:00:00.000Z' };
    expect(statusLine({ ...translating, retrying: bounded }, nowMs)).toContain(
      `(in 1 min). It is given up at ${at('2026-12-02T09:00:00.000Z')} at the latest. Localization service`,
    );
  });

  it('says who has paused it, and what a person is asked for all the same', () => {
    const paused = { at: STARTED, by: 'olga', why: 'lunch' };
    const resting = withChoices({ state: 'paused', paused });
    expect(statusText(resting, nowMs)).toContain('olga has paused the release');
    expect(nextCommands(resting)).toEqual(['locrelease resume default/game-1']);
    const parked = withChoices({
      state: 'parked',
      stage: 'publish',
      paused,
      waitingFor: { kind: 'decision', since: STARTED, dueAt: null },
      problem: { code: '403', message: 'No access.', traceIds: [], actions: ['retry', 'skip'] },
    });
    expect(statusText(parked, nowMs)).toMatch(/olga has paused .*\n+It waits for a person's decision since/);
    expect(statusText(parked, nowMs)).toContain('No access.');
    expect(nextCommands(parked)).toEqual([
      'locrelease resolve default/game-1 retry|skip|abort',
      'locrelease resume default/game-1',
    ]);
  });

  it('says that no worker answers, and where what is shown comes from', () => {
    const alone = { worker: 'absent', workerProblem: 'No worker answers on task queue q.' } as const;
    expect(statusText({ ...translating, ...alone }, nowMs)).toContain(
      'No worker answers on task queue q. The status shown is from its history.',
    );
  });

  it.each([
    ['publish', 'Next: locrelease resolve default/game-1 retry|skip|abort'],
    ['translate', 'Next: locrelease resolve default/game-1 retry|abort'],
    [null, null],
  ] as const)('offers what is possible: %j', (stage, line) => {
    const problem = { code: 'x', message: 'Something.', traceIds: [], actions: [] };
    const waitingFor = stage && ({ kind: 'decision', since: STARTED, dueAt: null } as const);
    const text = statusText(withChoices({ state: 'parked', stage, waitingFor, problem }), nowMs);
    if (line === null) expect(text).not.toContain('Next:');
    else expect(text).toContain(line);
  });
});

describe('a file at a terminal', () => {
  const file = { path: 'game.ini', languages: ['ja'], bytes: 9, sha256: 'ab', keys: null, checked: false };
  const lineOf = (changes: object): string =>
    statusText(releaseStatus({ export: { files: [{ ...file, ...changes }], completeness: [] } }), nowMs);

  it('says that it was not checked, or how many keys it has', () => {
    expect(lineOf({})).toContain('file  game.ini  ja  not checked  9 bytes');
    expect(lineOf({ checked: true, keys: 1 })).toContain(
      'file  game.ini  ja  1 key of this release  9 bytes',
    );
    expect(lineOf({ checked: true })).toContain('file  game.ini  ja  9 bytes');
  });

  it('pushes the result off no screen with others', () => {
    const files = Array.from({ length: 31 }, (_, index) => ({ ...file, path: `${index}.ini` }));
    const text = statusText(releaseStatus({ export: { files, completeness: [] } }), nowMs);
    expect(text.match(/^file /gm)).toHaveLength(5);
    expect(text).toContain('and 26 more: locrelease files default/game-1');
  });
});

describe('a release in one line', () => {
  it.each([
    [translating, 'default/game-1 running, translate: translateBatch (4 of 7), 20 of 40 rows'],
    [releaseStatus({ state: 'done' }), 'default/game-1 done'],
    [
      releaseStatus({
        state: 'parked',
        stage: 'export',
        waitingFor: { kind: 'decision', since: STARTED, dueAt: null },
      }),
      `default/game-1 parked, export: It waits for a person's decision since ${at(STARTED)}.`,
    ],
    [
      releaseStatus({
        state: 'parked',
        stage: 'export',
        waitingFor: { kind: 'decision', since: STARTED, dueAt: null },
        problem: { code: 'later', message: 'No template.', traceIds: [], actions: [] },
      }),
      `default/game-1 parked, export: later: No template. It waits for a person's decision since ${at(STARTED)}.`,
    ],
  ])('says where it is: %#', (status, line) => {
    expect(statusLine(status, nowMs)).toBe(line);
  });
});
