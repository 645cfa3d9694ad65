import { defaultPayloadConverter } from '@temporalio/common';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { storyText } from '../../../src/cli/story-text';
import { explain, failureText, type StoryEntry } from '../../../src/client/story';
import { historyFromJson } from '../../support/history-json';

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

  it('reads as one line for each thing, with the looks of a wait in one', () => {
    const text = storyText(story);
    expect(text).toMatch(/wait {3}the translation: \d+ ms, 1 check, 8 callbacks/);
    expect(text).toMatch(
      /call {3}createTask done in .* attempt 2: the attempt before failed: localization service/,
    );
    expect(text).toMatch(/event {2}resolve {"action":"retry"} by ravi \("access given"\)/);
    expect(text).not.toContain('readTask');
    expect(text.split('\n').every((line) => /^2026-11-15 \d\d:\d\d:\d\dZ {2}\S/.test(line))).toBe(true);
  });

  it('of which only the beginning is known has something under way', () => {
    const calledAt = events.findIndex(
      ({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === 'createTask',
    );
    const activityId = events[calledAt]?.activityTaskScheduledEventAttributes?.activityId ?? '';
    const pending = new Map([[activityId, { attempts: 7, failure: 'no connection' }]]);
    const unfinished = explain(events.slice(0, calledAt + 1), pending);
    expect(unfinished.at(-1)).toMatchObject({ outcome: 'open', attempts: 7, failure: 'no connection' });
    expect(storyText(unfinished)).toContain('createTask is running, attempt 7: no connection');
  });
});

describe('the shapes that a release can take', () => {
  it.each([
    ['happy', 'done', 'call   publishPost done'],
    ['rejected', 'rejected', 'END    rejected: rejected by olga'],
    ['expired', 'rejected', 'call   remindOfTerms done'],
    ['cancelled', 'cancelled', 'Cannot be undone: task'],
    ['parked-and-resolved', 'done', 'parked, waits for a decision'],
    ['outcome-unknown', 'done', 'call   publishTask failed'],
    ['partial', 'partial', 'STAGE  partial, waits for a decision'],
    ['supplemented-late', 'done', 'call   supplementTask done'],
  ])('%s ends as %s and tells "%s"', (name, state, line) => {
    const story = explain(savedEvents(name, join(__dirname, '../../workflows/histories')));
    expect(story.at(-1)).toMatchObject({ kind: 'end', state });
    expect(storyText(story)).toContain(line);
  });
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
  [{ workflowExecutionFailedEventAttributes: { failure: { message: 'a bug' } } }, 'failed', 'a bug'],
  [{ workflowExecutionTimedOutEventAttributes: {} }, 'timed out', null],
  [{ workflowExecutionCanceledEventAttributes: {} }, 'cancelled', null],
])('an end that is none of its own is told too: %j', (event, state, why) => {
  expect(explain([event])).toMatchObject([{ kind: 'end', state, why }]);
});
