import { defaultPayloadConverter } from '@temporalio/common';
import { storyText } from '../../../src/cli/release/report';
import { explain, failureText, type StoryEntry } from '../../../src/client/stories/story-from-history';
import { storyLines } from '../../../src/client/stories/story-in-words';
import { historyFromJson } from '../../support/history-json';
import { payload, ToldHistory } from '../../support/told-history';

function entriesOf<Kind extends StoryEntry['kind']>(
  story: readonly StoryEntry[],
  kind: Kind,
): Extract<StoryEntry, { kind: Kind }>[] {
  return story.filter((entry): entry is Extract<StoryEntry, { kind: Kind }> => entry.kind === kind);
}

/** Without the times: each line with the stage in which it happened. */
function toldBy(story: readonly StoryEntry[]): string[] {
  return storyLines(story)
    .filter(({ technical }) => !technical)
    .map(({ stage, text }) => (stage === null ? text : `${stage}: ${text}`));
}

const DECISION = { kind: 'decision' };
const input = {
  startedBy: 'tester',
  spec: { targetLanguages: ['zh-cn', 'ja'], supplementLanguages: ['ko'] },
};
const started = (): ToldHistory => new ToldHistory().started(input);
const running = (stage: string) => ({ state: 'running', stage });
const refusedOnce = 'localization service, POST /tasks/create: 502 refused on request';
const forbidden = 'localization service, GET /tasks/publish-status: 403 refused on request';

describe('a release whose first call was refused once, that was edited, confirmed, parked and retried', () => {
  const targets = ['acc_1', 'acc_2'].map((accountId) => ({ accountId, platform: 'x', status: 'published' }));
  const { events } = started()
    .shows(running('create'))
    .calls('preflight')
    .calls('createTask', { answer: { taskId: 'task_1' }, attempts: 2, retriedBecause: refusedOnce })
    .shows(running('scan'))
    .waits('the term scan: next check, or a callback', 3, 'cut short')
    .calls('readTask')
    .shows(running('confirm'))
    .calls('snapshotTerms', { answer: { total: 2 } })
    .shows({ state: 'waiting', stage: 'confirm', waitingFor: { kind: 'terms' } })
    .waits('term review: next check, reminder or deadline', 300, 'cut short')
    .updates('editTerms', { by: 'olga', termIds: ['1'], edit: { category: 'Character' } })
    .updates(
      'editTerms',
      { by: 'olga', termIds: ['nobody'], edit: {} },
      { refused: 'There is no term nobody.' },
    )
    .updates(
      'confirm',
      { by: 'olga', comment: 'names are final', digest: 'd1', proof: { atMs: 1, seal: 'secret seal' } },
      { answer: { outcome: 'confirmed' } },
    )
    .shows(running('confirm'))
    .calls('confirmTaskTerms')
    .shows(running('translate'))
    .waits('the translation: next check, or a callback', 3, 'cut short')
    .signals('callback', { event: 'task.progress' })
    .signals('callback', { event: 'task.completed' })
    .calls('readTask')
    .shows(running('supplement'))
    .calls('supplementTask', { input: { languages: ['ko'] }, answer: { jobId: 'job_1' } })
    .shows(running('publish'))
    .calls('publishTask', { answer: { jobId: 'job_2' } })
    .calls('readPublish', { failure: { message: forbidden } })
    .shows({
      state: 'parked',
      stage: 'publish',
      waitingFor: DECISION,
      problem: { code: '403', message: forbidden },
    })
    .updates('resolve', { by: 'ravi', reason: 'access given', action: 'retry' })
    .shows(running('publish'))
    .calls('readPublish')
    .shows(running('export'))
    .calls('exportFiles', { answer: { files: [{ path: '/out/game.ini', languages: ['ja', 'ko'] }] } })
    .shows(running('announce'))
    .calls('createDraft', { answer: { postId: 'post_2' } })
    .calls('publishPost', { input: { postId: 'post_2' } })
    .waits('the announcement on each account: next check', 3)
    .calls('readPost', { answer: { targets } })
    .shows({ state: 'done', stage: null })
    .ends('done');
  const story = explain(events);

  it('begins with who started it and ends with what became of it', () => {
    expect(story[0]).toMatchObject({ kind: 'start', by: 'tester', languages: ['zh-cn', 'ja', 'ko'] });
    expect(story.at(-1)).toMatchObject({ kind: 'end', state: 'done', why: null });
  });

  it('goes through its stages', () => {
    expect(entriesOf(story, 'stage').map(({ stage, state }) => `${stage ?? '-'} ${state}`)).toEqual([
      'create running',
      'scan running',
      'confirm running',
      'confirm waiting',
      'confirm running',
      'translate running',
      'supplement running',
      'publish running',
      'publish parked',
      'publish running',
      'export running',
      'announce running',
      '- done',
    ]);
  });

  it('tells of each call its attempts, its outcome, its time and why it failed', () => {
    const calls = entriesOf(story, 'call');
    expect(calls.find(({ call }) => call === 'createTask')).toMatchObject({
      outcome: 'done',
      attempts: 2,
      failure: refusedOnce,
    });
    expect(calls.filter(({ call }) => call === 'readPublish')).toMatchObject([
      { outcome: 'failed', attempts: 1, failure: forbidden },
      { outcome: 'done', attempts: 1, failure: null },
    ]);
    expect(calls.every(({ tookMs }) => tookMs === 2000)).toBe(true);
  });

  it('tells what it waited for, and whether that was cut short', () => {
    const waits = entriesOf(story, 'wait');
    expect(waits.find((wait) => wait.for.startsWith('term review'))).toMatchObject({
      plannedMs: 300_000,
      outcome: 'cut short',
      tookMs: 1000,
    });
    expect(waits.at(-1)).toMatchObject({ plannedMs: 3000, outcome: 'over' });
  });

  it('tells who said what and why, and what was refused', () => {
    const messages = entriesOf(story, 'message').filter(({ by }) => by !== null);
    expect(messages.map(({ message, by, why, outcome }) => [message, by, why, outcome])).toEqual([
      ['editTerms', 'olga', null, 'done'],
      ['editTerms', 'olga', null, 'refused'],
      ['confirm', 'olga', 'names are final', 'done'],
      ['resolve', 'ravi', 'access given', 'done'],
    ]);
    expect(messages[0]?.details).toMatchObject({ edit: { category: 'Character' } });
    expect(messages[1]?.failure).toBe('There is no term nobody.');
    // A proof of who it is is nobody else's to read.
    expect(messages[2]?.details).toEqual({ digest: 'd1' });
    expect(messages[3]?.details).toEqual({ action: 'retry' });
  });

  it('reads sentence by sentence: who did what, what became of it, and which stages have ended', () => {
    expect(toldBy(story)).toEqual([
      'tester started the release: zh-cn, ja, later ko.',
      'create: It took 2 attempts to create the task. The localization service: 502 refused on request.',
      'create: Task task_1 was created.',
      'create: Done after 7 s.',
      'scan: Done after 6 s.',
      'confirm: The scan found 2 terms.',
      'confirm: The term review is open.',
      'confirm: olga edited 1 term (category).',
      'confirm: olga tried to edit 1 term. Refused: There is no term nobody.',
      'confirm: olga confirmed the terms ("names are final").',
      'confirm: The terms are confirmed at the service.',
      'confirm: Done after 17 s.',
      'translate: Done after 8 s.',
      'supplement: The service was asked to add ko (job job_1).',
      'supplement: Done after 4 s.',
      'publish: Publish job job_2 was started.',
      'publish: Parked: a person must decide. The localization service: 403 refused on request.',
      'publish: ravi decided “Try again” ("access given").',
      'publish: Done after 14 s.',
      'export: 1 file exported with ja, ko: game.ini.',
      'export: Done after 4 s.',
      'announce: Post post_2 was created.',
      'announce: Post post_2 was handed over for publishing.',
      'announce: Published on acc_1 (x), acc_2 (x).',
      'announce: Done after 13 s.',
      'The release is done.',
    ]);
  });

  it('is told without JSON, names of calls and double full stops', () => {
    const calls = entriesOf(story, 'call').map(({ call }) => call);
    for (const line of toldBy(story)) {
      expect(line).not.toMatch(/[{}]|\.\.|http|POST|GET/);
      expect(calls.filter((call) => line.includes(call))).toEqual([]);
    }
  });

  it('has its times and stages in columns', () => {
    const lines = storyText(story).split('\n');
    expect(lines.every((line) => /^2026-11-15T\d\d:\d\d:\d\dZ {2}.{10} {2}\S/.test(line))).toBe(true);
    expect(lines.at(-1)).toMatch(/^2026-11-15T03:40:\d\dZ {14}The release is done\.$/);
  });

  it('tells each call, and each wait with its looks in one line, to whoever asks', () => {
    const text = storyText(story, { calls: true });
    expect(text).toMatch(/translate {5}the translation: 1 s, 1 check, 2 callbacks/);
    expect(text).toMatch(
      /Create the task: done in .* attempt 2: the attempt before failed: localization service/,
    );
    expect(text).toContain('ravi decided “Try again”');
    expect(text).not.toContain('readTask');
  });

  describe('of which only the beginning is known', () => {
    const calledAt = events.findIndex(
      ({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === 'createTask',
    );
    const activityId = events[calledAt]?.activityTaskScheduledEventAttributes?.activityId ?? '';
    const begun = events.slice(0, calledAt + 1);
    const tried = { attempts: 7, failure: 'no connection' };

    it('has something under way', () => {
      const unfinished = explain(begun);
      expect(unfinished.at(-1)).toMatchObject({ call: 'createTask', outcome: 'open', did: null });
      expect(toldBy(unfinished)).toEqual([
        'tester started the release: zh-cn, ja, later ko.',
        'create: Began.',
      ]);
    });

    it('tells how often a call has failed, why, and when it is tried next', () => {
      const pending = new Map([[activityId, { ...tried, nextAt: '2026-11-15T14:03:00.000Z' }]]);
      const unfinished = explain(begun, pending);
      expect(unfinished.at(-1)).toMatchObject({ outcome: 'open', ...tried });
      const told = 'Trying to create the task: 6 attempts failed. No connection. Next try';
      expect(storyText(unfinished)).toContain(`create      ${told}: 2026-11-15T14:03:00Z`);
      const now = new Map([[activityId, { ...tried, nextAt: null }]]);
      expect(storyText(explain(begun, now))).toContain(`${told} is under way.`);
    });
  });
});

it('a stage began when the clock of the release says, however long that took to be kept', () => {
  const { events } = new ToldHistory('2026-11-15T00:00:00Z')
    .add({ workflowTaskStartedEventAttributes: {} })
    .add({ workflowTaskCompletedEventAttributes: {} })
    .shows(running('create'));
  expect(entriesOf(explain(events), 'stage')).toMatchObject([{ at: '2026-11-15T00:00:00.000Z' }]);
});

describe('the shapes that a release can take', () => {
  const reviewing = (): ToldHistory =>
    started()
      .shows(running('confirm'))
      .calls('snapshotTerms', { answer: { total: 3 } })
      .shows({ state: 'waiting', stage: 'confirm', waitingFor: { kind: 'terms' } });
  const parked = (message: string): ToldHistory =>
    started()
      .shows(running('publish'))
      .shows({
        state: 'parked',
        stage: 'publish',
        waitingFor: DECISION,
        problem: { code: 'x', message },
      });
  const failedOn = {
    accountId: 'acc_2',
    platform: 'threads',
    status: 'failed',
    errorCode: 'media_required',
    message: 'it needs a picture',
  };

  it.each<[string, ToldHistory, unknown[]]>([
    [
      'rejected by a person',
      reviewing()
        .updates('reject', { by: 'olga', reason: 'the names are wrong' })
        .ends('rejected', { code: 'bug', facts: { reason: 'The names are wrong.' } }),
      [
        'confirm: olga rejected the terms ("the names are wrong").',
        expect.stringContaining('The names are wrong.'),
      ],
    ],
    [
      'confirmed by its deadline',
      reviewing().shows(running('confirm')).calls('confirmTaskTerms').ends('done'),
      ['confirm: Nobody decided in time. The terms are confirmed at the service.'],
    ],
    [
      'reviewed by two',
      reviewing()
        .updates('editTerms', {
          by: 'olga',
          termIds: ['1'],
          edit: { category: 'x', translations: { ja: 'y' } },
        })
        .updates('markTerms', { by: 'olga', termIds: ['1', '2'], removed: true })
        .updates('markTerms', { by: 'olga', termIds: ['1'], removed: false })
        .updates('confirm', { by: 'ivan', comment: 'as in part one' })
        .calls('deleteRemovedTerms', { answer: { markedBy: [{ by: 'olga', count: 1 }] } })
        .ends('done'),
      [
        'confirm: olga edited 1 term (category, ja).',
        'confirm: olga marked 2 terms to be deleted.',
        'confirm: olga restored 1 term.',
        'confirm: ivan confirmed the terms ("as in part one").',
        'confirm: 1 marked term was deleted.',
      ],
    ],
    [
      'paused for a while, and given a language',
      reviewing()
        .updates('pause', { by: 'olga', reason: 'lunch' })
        .shows({ state: 'paused', stage: 'confirm', waitingFor: { kind: 'terms' } })
        .updates('resume', { by: 'olga' })
        .shows({ state: 'waiting', stage: 'confirm', waitingFor: { kind: 'terms' } })
        .updates('addLanguages', { by: 'olga', languages: ['fr'] }),
      [
        'confirm: The term review is open.',
        'confirm: olga paused the release ("lunch").',
        'confirm: olga resumed the release.',
        'confirm: olga added fr.',
      ],
    ],
    [
      'cancelled',
      reviewing()
        .updates('cancel', { by: 'olga', reason: 'not this week' })
        .ends('cancelled', { code: 'bug', facts: { reason: 'Cannot be undone.' } }),
      [
        'confirm: olga cancelled the release ("not this week").',
        expect.stringMatching(/^The release ended: it was cancelled\. .*Cannot be undone\./),
      ],
    ],
    [
      'parked for a job that failed',
      started()
        .shows(running('publish'))
        .calls('readPublish', { answer: { isFailed: true, error: 'no capacity' } })
        .shows({ state: 'parked', stage: 'publish', waitingFor: DECISION })
        .updates('resolve', { by: 'olga', action: 'retry' }),
      ['publish: The publish job failed at the service: no capacity.', 'publish: olga decided “Try again”.'],
    ],
    [
      'parked, and skipped',
      parked('localization service, POST /tasks/publish: the connection broke (UND_ERR_SOCKET)')
        .updates('resolve', { by: 'olga', action: 'skip' })
        .shows({ state: 'running', stage: null })
        .shows(running('export')),
      [
        'publish: Parked: a person must decide. The localization service: the connection broke (UND_ERR_SOCKET).',
        'publish: olga decided “Skip the stage”.',
        'publish: Skipped.',
      ],
    ],
    [
      'announced on some accounts only',
      started()
        .shows(running('announce'))
        .calls('publishPost', { input: { postId: 'post_2', accountId: 'acc_2' } })
        .calls('readPost', {
          answer: { targets: [{ accountId: 'acc_1', platform: 'x', status: 'published' }, failedOn] },
        })
        .shows({ state: 'partial', stage: null, waitingFor: DECISION })
        .ends('partial', { code: 'announcement_partial', facts: { accounts: [], isOutElsewhere: true } }),
      [
        'announce: Post post_2 was handed over for publishing on acc_2.',
        expect.stringMatching(
          /^announce: Published on acc_1 \(x\)\. Failed on acc_2 \(threads\): the platform needs media, /,
        ),
        'Partial: a person may decide.',
        'The release ended. It is not announced on all accounts.',
      ],
    ],
    [
      'continued, its beginning forgotten',
      new ToldHistory().started(input, { decisions: [] }).shows(running('translate')),
      ['The release goes on. Temporal has forgotten what was before.'],
    ],
  ])('%s', (_shape, history, told) => {
    expect(toldBy(explain(history.events))).toEqual(expect.arrayContaining(told));
  });

  it('a start of the same release that takes its place is told by the run that it begins', () => {
    const replaced = parked('no such template').updates('replace', { input }).started(input);
    expect(toldBy(explain(replaced.events)).slice(-2)).toEqual([
      'publish: Parked: a person must decide. No such template.',
      'tester started the release: zh-cn, ja, later ko.',
    ]);
  });
});

describe('the problem of a release', () => {
  const problem = { code: 'no_template', message: 'The template tpl-9 is missing.\nCreate it, then retry.' };
  const stopped = { state: 'parked', stage: 'export', waitingFor: DECISION };

  it('is told where it was parked for it', () => {
    const { events } = new ToldHistory().shows(running('export')).shows({ ...stopped, problem });
    expect(toldBy(explain(events))).toEqual([
      'export: Parked: a person must decide. The template tpl-9 is missing. Create it, then retry.',
    ]);
  });

  it('is told once, however often the status is kept', () => {
    const { events } = new ToldHistory().shows({ ...stopped, problem }).shows({ ...stopped, problem });
    expect(entriesOf(explain(events), 'stage')).toHaveLength(1);
  });

  it('that has a table in it is told row by row', () => {
    const message =
      'Below the minimum set in the release file: ko.\nja       100.0 %  0 missing\nko         0.0 %  2 missing\nThe files are kept.';
    const { events } = new ToldHistory().shows({ ...stopped, problem: { code: 'gate', message } });
    expect(toldBy(explain(events))).toEqual([
      'export: Parked: a person must decide. Below the minimum set in the release file: ko. ja 100.0 % 0 missing; ko 0.0 % 2 missing. The files are kept.',
    ]);
  });
});

it.each([
  ['announced not before 1970-01-01T00:01Z', 'The announcement is held back until its time:'],
  ['the daily cap clears tomorrow', 'The daily cap is reached. The announcement waits until'],
])('a release that is held back says until when: %s', (summary, text) => {
  const { events } = new ToldHistory('1970-01-01T00:00:00Z')
    .shows(running('announce'))
    .waits(summary, 59, 'open');
  expect(storyText(explain(events))).toContain(`announce    ${text} 1970-01-01T00:01:00Z`);
});

it('what was said is told in words once, call by call too', () => {
  const { events } = new ToldHistory()
    .updates('editTerms', { by: 'olga', termIds: ['tt_1'], edit: { translations: { ja: 'x' } } })
    .updates('matchTermbase', { by: 'olga', digest: 'd' });
  const lines = storyLines(explain(events)).filter(({ technical }) => technical);
  expect(lines.map(({ text }) => text)).toEqual(['olga asked to compare the terms with the termbase']);
});

it('an announcement that a person has found live is done, and was not skipped', () => {
  const { events } = new ToldHistory()
    .shows(running('announce'))
    .shows({ state: 'parked', stage: 'announce', waitingFor: DECISION })
    .updates('resolve', { by: 'ravi', action: 'live' })
    .ends('done');
  expect(toldBy(explain(events))).toContainEqual(expect.stringMatching(/^(announce: )?Done after/));
  expect(toldBy(explain(events)).join()).not.toContain('Skipped');
});

it('a release that is held back in quiet hours says so', () => {
  const { events } = new ToldHistory('1970-01-01T00:00:00Z')
    .shows({ ...running('announce'), state: 'waiting', hold: { why: 'quiet_hours' } })
    .waits('announced not before 1970-01-01T00:01Z', 59, 'open');
  expect(storyText(explain(events))).toContain('held back in quiet hours, until 1970-01-01T00:01:00Z');
});

it('other memos, and attributes that the SDK sets for itself, are no stage', () => {
  const guard = {
    upsertWorkflowSearchAttributesEventAttributes: {
      searchAttributes: { indexedFields: { TemporalChangeVersion: payload(['a-guard']) } },
    },
  };
  const turn = {
    workflowPropertiesModifiedEventAttributes: { upsertedMemo: { fields: { turn: payload(null) } } },
  };
  const { events } = new ToldHistory()
    .shows(running('publish'))
    .add(guard)
    .add(turn)
    .shows({ state: 'parked', stage: 'publish', waitingFor: DECISION });
  expect(entriesOf(explain(events), 'stage')).toHaveLength(2);
  expect(toldBy(explain(events))).toEqual(['publish: Parked: a person must decide.']);
});

it('a release that waits for its turn to publish says so', () => {
  const waiting = new ToldHistory()
    .shows(running('publish'))
    .waits('another release of the project publishes', 3600, 'open');
  expect(toldBy(explain(waiting.events))).toEqual(['publish: Waiting for its turn to publish.']);
});

/** As they come from the wire, for payloads that no client of ours would send. */
function eventsOf(...attributes: object[]) {
  const events = attributes.map((event, index) => ({
    ...event,
    eventTime: new Date(index * 1000).toISOString(),
  }));
  return historyFromJson(JSON.stringify({ events })).events ?? [];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const wired = (value: unknown) => ({
  metadata: { encoding: base64('json/plain') },
  data: base64(JSON.stringify(value)),
});

describe('signals', () => {
  const signal = (signalName: string, ...payloads: object[]) => ({
    workflowExecutionSignaledEventAttributes: { signalName, input: { payloads } },
  });
  const raw = (encoding: string, data = 'x') => ({
    metadata: { encoding: base64(encoding) },
    data: base64(data),
  });
  const told = (...events: object[]) => toldBy(explain(eventsOf(...events)));

  it('are told as decisions where they count, with null for what was left out', () => {
    expect(told(signal('confirmTerms', wired({ by: 'olga', comment: null })))).toEqual([
      'olga confirmed the terms.',
    ]);
    expect(told(signal('confirmTerms'))).toEqual(['Somebody confirmed the terms.']);
  });

  it.each([
    [
      'of a name that nothing hears',
      signal('holdEverything', wired({ by: 'olga' })),
      'The signal holdEverything of olga was ignored: a release has no signal of this name. It changed nothing.',
    ],
    [
      'that lack what they must have',
      signal('rejectTerms', wired({ by: 'ivan' })),
      'The signal rejectTerms of ivan was ignored: reason: is missing. It changed nothing.',
    ],
    [
      'of another encoding',
      signal('confirmTerms', raw('binary/encrypted')),
      'The signal confirmTerms was ignored: message: cannot be read: its encoding is "binary/encrypted", not "json/plain". It changed nothing.',
    ],
    [
      'of bytes',
      signal('confirmTerms', raw('binary/plain')),
      'The signal confirmTerms was ignored: message: cannot be read: its encoding is "binary/plain", not "json/plain". It changed nothing.',
    ],
    [
      'of broken JSON',
      signal('cancel', raw('json/plain', '{"by":')),
      'The signal cancel was ignored: message: cannot be read: it is not valid JSON. It changed nothing.',
    ],
    [
      'that no key here opens',
      signal('confirmTerms', raw('binary/locrelease-encrypted')),
      'The signal confirmTerms cannot be read here: it is encrypted with a key that this process does not have.',
    ],
  ])('%s are never told as done', (_what, event, text) => {
    expect(told(event)).toEqual([text]);
  });

  it('after the decision are told as late', () => {
    expect(
      told(
        signal('rejectTerms', wired({ by: 'ivan' })),
        signal('confirmTerms', wired({ by: 'olga' })),
        signal('rejectTerms', wired({ by: 'ivan', reason: 'no' })),
      ),
    ).toEqual([
      expect.stringContaining('of ivan was ignored'),
      'olga confirmed the terms.',
      'ivan wanted to reject the terms ("no"), after the terms had been decided. It changed nothing.',
    ]);
  });

  it('confirm nothing under the four-eyes rule, also where they came before it was known', () => {
    const checked = {
      activityTaskCompletedEventAttributes: {
        scheduledEventId: '5',
        result: { payloads: [wired({ settings: { fourEyes: true } })] },
      },
    };
    expect(
      told(
        { eventId: '5', activityTaskScheduledEventAttributes: { activityType: { name: 'preflight' } } },
        signal('confirmTerms', wired({ by: 'olga' })),
        checked,
        signal('rejectTerms', wired({ by: 'ivan', reason: 'no' })),
      ),
    ).toEqual([
      expect.stringMatching(/^The signal confirmTerms of olga was ignored: The four-eyes rule/),
      'ivan rejected the terms ("no").',
    ]);
  });
});

it('a payload that cannot be read takes nothing else from the story', () => {
  const broken = { metadata: { encoding: base64('json/plain') }, data: base64('{') };
  const events = eventsOf(
    { workflowExecutionStartedEventAttributes: { input: { payloads: [broken] } } },
    { eventId: '5', activityTaskScheduledEventAttributes: { activityType: { name: 'createTask' } } },
    { activityTaskCompletedEventAttributes: { scheduledEventId: '5', result: { payloads: [broken] } } },
    { timerStartedEventAttributes: {}, userMetadata: { summary: broken } },
    { workflowExecutionCompletedEventAttributes: { result: { payloads: [broken] } } },
  );
  expect(explain(events).map(({ kind }) => kind)).toEqual(['start', 'call', 'wait', 'end']);
});

describe('a failure', () => {
  it('is told with its cause, once', () => {
    const cause = { message: '502' };
    expect(failureText({ message: 'Activity task failed', cause })).toBe('Activity task failed: 502');
    expect(failureText({ message: 'failed with 502', cause })).toBe('failed with 502');
    expect(failureText(null)).toBeNull();
  });

  it('is told from its payload where messages are encoded', () => {
    const encodedAttributes = defaultPayloadConverter.toPayload({ message: 'what really happened' });
    expect(failureText({ message: 'Encoded failure', encodedAttributes })).toBe('what really happened');
  });
});

it.each([
  [{ workflowExecutionTerminatedEventAttributes: { reason: 'wrong server' } }, 'terminated', 'wrong server'],
  [{ workflowExecutionContinuedAsNewEventAttributes: { input: { payloads: [{}] } } }, 'replaced', null],
  [{ workflowExecutionFailedEventAttributes: { failure: { message: 'a bug' } } }, 'failed', 'a bug'],
  [{ workflowExecutionTimedOutEventAttributes: {} }, 'timed out', null],
  [{ workflowExecutionCanceledEventAttributes: {} }, 'cancelled', null],
])('an end that is none of its own is told too: %j', (event, state, why) => {
  expect(explain([event])).toMatchObject([{ kind: 'end', state, why }]);
});

describe('what a history shows of people', () => {
  const byRoot = { startedBy: 'root', spec: { targetLanguages: ['ja'] } };
  const added = { decisions: [{ by: 'ivan', what: 'add languages fr' }] };

  it('names who added languages to a release that had ended', () => {
    expect(toldBy(explain(new ToldHistory().started(byRoot, added).events))).toEqual([
      'ivan added fr. The release goes on with what it had.',
    ]);
  });

  it('does not take a fresh history for that', () => {
    const [event = {}] = new ToldHistory().started(byRoot, added).events;
    const { workflowExecutionStartedEventAttributes: start = {} } = event;
    const fresh = {
      ...event,
      workflowExecutionStartedEventAttributes: { ...start, continuedExecutionRunId: 'run-1' },
    };
    expect(explain([fresh])).toMatchObject([{ continued: true, added: null }]);
  });

  it.each([
    ['confirmed', 'olga confirmed the terms.'],
    ['already-confirmed', 'olga confirmed the terms once more. They were confirmed already.'],
  ])('tells the confirmation that was answered with %s', (outcome, told) => {
    const { events } = new ToldHistory().updates('confirm', { by: 'olga' }, { answer: { outcome } });
    expect(toldBy(explain(events))).toEqual([told]);
  });

  it('tells from what to what an amendment changed it', () => {
    const changes = ['time for the term review: was 3 days, now 4 days'];
    const message = { by: 'root', amendment: { terms: { deadline: 1 } } };
    const { events } = new ToldHistory().updates('amend', message, { answer: { changes } });
    expect(toldBy(explain(events))).toEqual([
      'root changed what it asks for: time for the term review: was 3 days, now 4 days.',
    ]);
  });

  it('tells an announcement that was brought forward as what it is', () => {
    const changes = [
      'time of the announcement: was not set, now 2026-11-15 03:39:01 UTC',
      'quiet hours: do not count for this announcement',
    ];
    const told = (all: string[]): string[] => {
      const message = { by: 'root', amendment: {} };
      return toldBy(
        explain(new ToldHistory().updates('amend', message, { answer: { changes: all } }).events),
      );
    };
    expect(told(changes)).toEqual(['root announced it now.']);
    const later = ['time of the announcement: was not set, now 2026-11-16 03:39 UTC'];
    expect(told(later)).toEqual([`root changed what it asks for: ${later.join()}.`]);
    expect(told([...changes, 'accounts of the announcement: was a, now b'])[0]).toContain('accounts');
  });

  it('tells an amendment in words', () => {
    const amendment = { terms: { deadline: 1 }, withoutLanguages: ['ko'], withoutAccounts: ['acc_2'] };
    const { events } = new ToldHistory().updates('amend', { by: 'root', amendment });
    expect(toldBy(explain(events))).toEqual([
      'root changed what it asks for: the term review; no ko; no announcement on acc_2.',
    ]);
  });
});

it('a call whose reply was lost has not failed', () => {
  const details = { payloads: [payload({ effect: 'unknown', traceId: null })] };
  const failure = {
    message: 'social service, POST /posts/post_1/publish: the connection was lost (ECONNRESET)',
    applicationFailureInfo: { type: 'Unsettled', details },
  };
  const { events } = new ToldHistory().shows(running('announce')).calls('publishPost', { failure });
  expect(toldBy(explain(events))).toEqual([
    'announce: The reply to the request to publish the post was lost, so what became of it was looked up. The social service: the connection was lost (ECONNRESET).',
  ]);
});

it('what was so already leaves no step in the story', () => {
  const { events } = started()
    .updates('addLanguages', { by: 'root', languages: ['fr'] }, { answer: { added: ['fr'] } })
    .updates('addLanguages', { by: 'root', languages: ['fr'] }, { answer: { added: [] } })
    .updates('editTerms', { by: 'olga', termIds: ['t'], edit: { score: 1 } }, { answer: { changed: 1 } })
    .updates('editTerms', { by: 'root', termIds: ['t'], edit: { score: 1 } }, { answer: { changed: 0 } });
  expect(entriesOf(explain(events), 'message').map(({ message, by }) => [message, by])).toEqual([
    ['addLanguages', 'root'],
    ['editTerms', 'olga'],
  ]);
});
