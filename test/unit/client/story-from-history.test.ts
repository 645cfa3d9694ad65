import { defaultPayloadConverter } from '@temporalio/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storyText } from '../../../src/cli/story-text';
import { explain, failureText, type StoryEntry } from '../../../src/client/story-from-history';
import { storyLines } from '../../../src/client/story-in-words';
import { lastKnownRecord } from '../../../src/client/last-known-record';
import { historyFromJson } from '../../support/history-json';
import { savedHistory } from '../../workflows/saved-histories';

type Events = Parameters<typeof explain>[0];

/** Without the events of workflow tasks, of which no story is made. */
function savedEvents(name: string, directory = join(__dirname, 'histories')): Events {
  return historyFromJson(readFileSync(join(directory, `${name}.json`), 'utf8')).events ?? [];
}

function entriesOf<Kind extends StoryEntry['kind']>(
  story: readonly StoryEntry[],
  kind: Kind,
): Extract<StoryEntry, { kind: Kind }>[] {
  return story.filter((entry): entry is Extract<StoryEntry, { kind: Kind }> => entry.kind === kind);
}

describe('a release whose first call was refused once, that was edited, confirmed, parked and retried', () => {
  const events = savedEvents('retried-and-parked');
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
      failure: 'localization service, POST /tasks/create: 502 refused on request',
    });
    expect(calls.filter(({ call }) => call === 'readPublish')).toMatchObject([
      { outcome: 'failed', attempts: 1, failure: expect.stringContaining('403 refused') as string },
      { outcome: 'done', attempts: 1, failure: null },
    ]);
    expect(calls.every(({ tookMs }) => tookMs !== null && tookMs >= 0)).toBe(true);
  });

  it('tells what it waited for, and whether that was cut short', () => {
    const waits = entriesOf(story, 'wait');
    expect(waits.find((wait) => wait.for.startsWith('term review'))).toMatchObject({
      plannedMs: 300_000,
      outcome: 'cut short',
    });
    expect(waits.find((wait) => wait.for.startsWith('the announcement'))).toMatchObject({
      plannedMs: 3000,
      outcome: 'over',
    });
  });

  it('tells who said what and why, and what was refused', () => {
    const messages = entriesOf(story, 'message').filter(({ by }) => by !== null);
    expect(messages.map(({ message, by, why, outcome }) => [message, by, why, outcome])).toEqual([
      ['editTerm', 'olga', null, 'done'],
      ['editTerm', 'olga', null, 'refused'],
      ['confirm', 'olga', 'names are final', 'done'],
      ['resolve', 'ravi', 'access given', 'done'],
    ]);
    expect(messages[0]?.details).toMatchObject({ edit: { category: 'Character' } });
    expect(messages[1]?.failure).toContain('has no term nobody');
    expect(messages[3]?.details).toEqual({ action: 'retry' });
  });

  it('reads sentence by sentence: who did what, what became of it, and which stages have ended', () => {
    expect(toldBy(story)).toEqual([
      'tester started the release: zh-cn, ja, later ko.',
      'create: It took 2 attempts to create the task. The localization service: 502 refused on request.',
      'create: Task task_705d1d011a79a0f6 was created.',
      'create: Done after 2 s.',
      'scan: Done after 231 ms.',
      'confirm: The scan found 2 terms.',
      'confirm: The term review is open.',
      'confirm: olga edited 1 term (category).',
      expect.stringMatching(
        /^confirm: olga tried to edit 1 term \(category\)\. Refused: .*The list under review has no term nobody/,
      ),
      'confirm: olga confirmed the terms ("names are final").',
      'confirm: The terms are confirmed at the service.',
      'confirm: Done after 511 ms.',
      'translate: Done after 334 ms.',
      'supplement: The service was asked to add ko (job supplement_translate_04484c7ee985ffd2).',
      'supplement: Done after 212 ms.',
      'publish: Publish job publish_open_3fe1990f116270a8 was started.',
      'publish: Parked: a person must decide. The localization service: 403 refused on request.',
      'publish: ravi decided: retry ("access given").',
      'publish: Done after 16 s.',
      'export: 1 file exported with zh-cn, ja, ko: release-066d33af.ini.',
      'export: Done after 208 ms.',
      'announce: Post post_2 was created.',
      'announce: Post post_2 was handed over for publishing.',
      'announce: Published on acc_1 (x), acc_2 (threads).',
      expect.stringMatching(/^announce: Done after \d/),
      'The release is done.',
    ]);
  });

  it('has its times and stages in columns', () => {
    const lines = storyText(story).split('\n');
    expect(lines.every((line) => /^2026-11-15T\d\d:\d\d:\d\dZ {2}.{10} {2}\S/.test(line))).toBe(true);
    expect(lines.at(-1)).toBe('2026-11-15T03:39:21Z              The release is done.');
  });

  it('tells each call, and each wait with its looks in one line, to whoever asks', () => {
    const text = storyText(story, { calls: true });
    expect(text).toMatch(/translate {5}the translation: \d+ ms, 1 check, 8 callbacks/);
    expect(text).toMatch(/createTask done in .* attempt 2: the attempt before failed: localization service/);
    expect(text).toContain('resolve {"action":"retry"} by ravi');
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

/** Without the times: each line with the stage in which it happened. */
function toldBy(story: readonly StoryEntry[]): string[] {
  return storyLines(story)
    .filter(({ technical }) => !technical)
    .map(({ stage, text }) => (stage === null ? text : `${stage}: ${text}`));
}

const saved = (name: string): StoryEntry[] =>
  explain(savedEvents(name, join(__dirname, '../../workflows/histories')));

it('a release that shows in lists only where it stays tells of each stage by its calls and waits', () => {
  const story = saved('leaner');
  expect(entriesOf(story, 'stage').map(({ stage, state }) => `${stage ?? '-'} ${state}`)).toEqual([
    'create running',
    'scan running',
    'confirm waiting',
    'confirm running',
    'translate running',
    'supplement running',
    'publish running',
    'export running',
    'announce running',
    '- done',
  ]);
  const told = toldBy(story).filter((line) => /^(scan|confirm|announce): (The|Post|Published)/.test(line));
  expect(told.map((line) => line.replace(/post_\d+/, 'post_N'))).toEqual([
    'scan: The scan found 2 terms.',
    'confirm: The term review is open.',
    'confirm: The terms are confirmed at the service.',
    'announce: Post post_N was created.',
    'announce: Post post_N was handed over for publishing.',
    'announce: Published on acc_1 (x), acc_2 (threads).',
  ]);
});

describe('the shapes that a release can take', () => {
  it.each([
    ['happy', 'done', ['confirm: olga confirmed the terms.', 'The release is done.']],
    [
      'rejected',
      'rejected',
      [
        'confirm: olga rejected the terms ("the names are wrong").',
        expect.stringMatching(/^The release ended\. Rejected by olga: the names are wrong\. /),
      ],
    ],
    ['expired', 'rejected', ['confirm: The review was still open: a reminder was given.']],
    [
      'cancelled',
      'cancelled',
      [
        'confirm: olga cancelled the release ("not this week").',
        expect.stringMatching(/^The release ended: it was cancelled\. Cannot be undone: task/),
      ],
    ],
    [
      'parked-and-resolved',
      'done',
      ['publish: The publish job failed at the service: no capacity.', 'publish: olga decided: retry.'],
    ],
    [
      'outcome-unknown',
      'done',
      [
        'publish: Parked: a person must decide. The localization service: the connection broke (UND_ERR_SOCKET).',
        'publish: olga decided: skip.',
        'publish: Skipped.',
      ],
    ],
    [
      'partial',
      'partial',
      [
        'announce: Post post_2 was handed over for publishing on acc_2.',
        expect.stringMatching(
          /^announce: Published on acc_1 \(x\)\. Failed on acc_2 \(threads\): media_required, /,
        ),
        'Partial: a person may decide.',
        'The release ended. It is not announced on all accounts.',
      ],
    ],
    ['supplemented-late', 'done', ['confirm: olga added fr.']],
    [
      'reviewed',
      'done',
      [
        'confirm: olga edited 1 term (category, ja).',
        'confirm: olga marked 2 terms to be deleted.',
        'confirm: olga restored 1 term.',
        'confirm: ivan confirmed the terms ("as in part one").',
        'confirm: 1 marked term was deleted.',
      ],
    ],
    ['continued', 'done', ['The release goes on. Temporal has forgotten what was before.']],
  ])('%s ends as %s', (name, state, told) => {
    const story = saved(name);
    expect(story.at(-1)).toMatchObject({ kind: 'end', state });
    expect(toldBy(story)).toEqual(expect.arrayContaining(told));
  });

  it.each(['happy', 'leaner', 'rejected', 'expired', 'partial', 'reviewed', 'supplemented-late'])(
    '%s is told without JSON, names of calls and double full stops',
    (name) => {
      const story = saved(name);
      const calls = entriesOf(story, 'call').map(({ call }) => call);
      for (const line of toldBy(story)) {
        expect(line).not.toMatch(/[{}]|\.\.|http|POST|GET/);
        expect(calls.filter((call) => line.includes(call))).toEqual([]);
      }
    },
  );
});

/** Events as a history has them, a second apart. */
function eventsOf(...attributes: object[]): Events {
  const events = attributes.map((event, index) => ({
    ...event,
    eventTime: new Date(index * 1000).toISOString(),
  }));
  return historyFromJson(JSON.stringify({ events })).events ?? [];
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const payload = (value: unknown) => ({
  metadata: { encoding: base64('json/plain') },
  data: base64(JSON.stringify(value)),
});
const shown = (state: string, stage: string, waiting = 'none') => ({
  upsertWorkflowSearchAttributesEventAttributes: {
    searchAttributes: {
      indexedFields: {
        LocreleaseState: payload(state),
        LocreleaseStage: payload(stage),
        LocreleaseWaiting: payload(waiting),
      },
    },
  },
});
const timer = (summary: string, seconds: number) => ({
  timerStartedEventAttributes: { startToFireTimeout: `${seconds}s` },
  userMetadata: { summary: payload(summary) },
});

describe('what the history keeps of a problem', () => {
  const problem = { code: 'no_template', message: 'The template tpl-9 is missing.\nCreate it, then retry.' };
  const kept = {
    workflowPropertiesModifiedEventAttributes: { upsertedMemo: { fields: { problem: payload(problem) } } },
  };

  it('is told where the release was parked for it', () => {
    const story = explain(eventsOf(shown('running', 'export'), kept, shown('parked', 'export', 'decision')));
    expect(toldBy(story)).toEqual([
      'export: Parked: a person must decide. The template tpl-9 is missing. Create it, then retry.',
    ]);
  });

  it('is not told of another stop', () => {
    const stops = [shown('parked', 'export', 'decision'), shown('running', 'export')];
    const story = explain(eventsOf(kept, ...stops, shown('parked', 'export', 'decision')));
    expect(toldBy(story).at(-1)).toBe('export: Parked: a person must decide.');
  });
});

it.each([
  ['announced not before 1970-01-01T00:01Z', 'The announcement is held back until its time:'],
  ['the daily cap clears tomorrow', 'The daily cap is reached. The announcement waits until'],
])('a release that is held back says until when: %s', (summary, text) => {
  const story = explain(eventsOf(shown('running', 'announce'), timer(summary, 59)));
  expect(storyText(story)).toContain(`announce    ${text} 1970-01-01T00:01:00Z`);
});

it('attributes that the SDK sets for itself are no stage', () => {
  const guard = {
    upsertWorkflowSearchAttributesEventAttributes: {
      searchAttributes: { indexedFields: { TemporalChangeVersion: payload(['a-guard']) } },
    },
  };
  const story = explain(eventsOf(shown('running', 'publish'), guard, shown('parked', 'publish', 'decision')));
  expect(toldBy(story)).toEqual(['publish: Parked: a person must decide.']);
});

it('a release that waits for its turn to publish says so', () => {
  const others = timer('another release of the project publishes', 3600);
  expect(toldBy(explain(eventsOf(shown('running', 'publish'), others)))).toEqual([
    'publish: Waiting for its turn to publish.',
  ]);
});

it('what is said to a release in words that are not known here is told by its name', () => {
  const message = {
    workflowExecutionSignaledEventAttributes: {
      signalName: 'holdEverything',
      input: { payloads: [payload({ by: 'olga', reason: 'lunch' })] },
    },
  };
  expect(toldBy(explain(eventsOf(message)))).toEqual(['olga said "hold everything" ("lunch").']);
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
  [
    {
      workflowExecutionTerminatedEventAttributes: { reason: 'TerminateIfRunning WorkflowIdReusePolicy' },
    },
    'replaced',
    null,
  ],
  [{ workflowExecutionFailedEventAttributes: { failure: { message: 'a bug' } } }, 'failed', 'a bug'],
  [{ workflowExecutionTimedOutEventAttributes: {} }, 'timed out', null],
  [{ workflowExecutionCanceledEventAttributes: {} }, 'cancelled', null],
])('an end that is none of its own is told too: %j', (event, state, why) => {
  expect(explain([event])).toMatchObject([{ kind: 'end', state, why }]);
});

it.each(['happy', 'reviewed', 'parked-and-resolved'] as const)(
  'the stages of %s took as long as its record says',
  async (name) => {
    const { stages } = lastKnownRecord((await savedHistory(name)).events ?? []);
    const begun = entriesOf(saved(name), 'stage').filter(({ state }) => state === 'running');
    for (const { name: stage, startedAt } of stages.slice(0, 4))
      if (startedAt !== null) expect(begun.find((entry) => entry.stage === stage)?.at).toBe(startedAt);
  },
);

describe('what a history shows of people', () => {
  const started = (continued: object | null, continuedExecutionRunId = '') => ({
    workflowExecutionStartedEventAttributes: {
      input: {
        payloads: [
          payload({ startedBy: 'root', spec: { targetLanguages: ['ja'] } }),
          ...(continued === null ? [] : [payload(continued)]),
        ],
      },
      continuedExecutionRunId,
    },
  });
  const added = { decisions: [{ by: 'ivan', what: 'add languages fr' }] };

  it('names who added languages to a release that had ended', () => {
    expect(toldBy(explain(eventsOf(started(added))))).toEqual([
      'ivan added fr. The release goes on with what it had.',
    ]);
  });

  it('does not take a fresh history for that', () => {
    expect(explain(eventsOf(started(added, 'run-1')))).toMatchObject([{ continued: true, added: null }]);
  });

  it.each([
    ['confirmed', 'olga confirmed the terms.'],
    ['already-confirmed', 'olga confirmed the terms once more. They were confirmed already.'],
  ])('tells the confirmation that was answered with %s', (outcome, told) => {
    const asked = {
      eventId: '7',
      workflowExecutionUpdateAcceptedEventAttributes: {
        acceptedRequest: { input: { name: 'confirm', args: { payloads: [payload({ by: 'olga' })] } } },
      },
    };
    const answered = {
      workflowExecutionUpdateCompletedEventAttributes: {
        acceptedEventId: '7',
        outcome: { success: { payloads: [payload({ outcome })] } },
      },
    };
    expect(toldBy(explain(eventsOf(asked, answered)))).toEqual([told]);
  });

  it('tells an amendment in words', () => {
    const amendment = { terms: { deadline: 1 }, withoutLanguages: ['ko'], withoutAccounts: ['acc_2'] };
    const message = {
      workflowExecutionSignaledEventAttributes: {
        signalName: 'amend',
        input: { payloads: [payload({ by: 'root', amendment })] },
      },
    };
    expect(toldBy(explain(eventsOf(message)))).toEqual([
      'root changed what it asks for: the term review; no ko; no announcement on acc_2.',
    ]);
  });
});

it('a call whose reply was lost has not failed', () => {
  const details = { payloads: [payload({ effect: 'unknown', traceId: null })] };
  const events = eventsOf(
    shown('running', 'announce'),
    { eventId: '5', activityTaskScheduledEventAttributes: { activityType: { name: 'publishPost' } } },
    {
      activityTaskFailedEventAttributes: {
        scheduledEventId: '5',
        failure: {
          message: 'social service, POST /posts/post_1/publish: the connection was lost (ECONNRESET)',
          applicationFailureInfo: { type: 'Unsettled', details },
        },
      },
    },
  );
  expect(toldBy(explain(events))).toEqual([
    'announce: The reply to the request to publish the post was lost, so what became of it was looked up. The social service: the connection was lost (ECONNRESET).',
  ]);
});

it('a table in a cause is told row by row', () => {
  const message =
    'Below the minimum set in the release file: ko.\nja       100.0 %  0 missing\nko         0.0 %  2 missing\nThe files are kept.';
  const kept = {
    workflowPropertiesModifiedEventAttributes: {
      upsertedMemo: { fields: { problem: payload({ code: 'gate', message }) } },
    },
  };
  const story = explain(eventsOf(shown('running', 'export'), kept, shown('parked', 'export', 'decision')));
  expect(toldBy(story)).toEqual([
    'export: Parked: a person must decide. Below the minimum set in the release file: ko. ja 100.0 % 0 missing; ko 0.0 % 2 missing. The files are kept.',
  ]);
});
