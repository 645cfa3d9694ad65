/**
 * What a release promises, whatever is said to it and in whatever order: a model that knows only what was accepted, and
 * the rules that the services' journal, the status and the histories have to keep to at every moment.
 */
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { JournalEntry } from '../../src/sandbox/journal';
import type { WriteName } from '../../src/workflows/activity-proxies';
import { eventsOf, type History } from './history';

/** A text of the announcement, and where the journal stood when it was sent to the release and when that was answered. */
interface AcceptedText {
  text: string;
  sentSeq: number;
  answeredSeq: number;
}

interface PausedSpan {
  fromSeq: number;
  /** Where the journal stood when somebody asked for it to be resumed; null: it is paused. */
  untilSeq: number | null;
  /** Writes that were under way when it was accepted. */
  underWay: string[];
}

export interface ReleaseModel {
  ended: boolean;
  taskId: string | null;
  texts: AcceptedText[];
  pauses: PausedSpan[];
  /** Who was told that it is taken: each of them decided one thing. */
  deciders: string[];
  refused: string[];
  edits: number;
  /** Where the journal stood when somebody asked for a stage to be tried again. */
  retriedSeqs: number[];
}

export function newModel(text: string): ReleaseModel {
  return {
    ended: false,
    taskId: null,
    texts: [{ text, sentSeq: 0, answeredSeq: 0 }],
    pauses: [],
    deciders: [],
    refused: [],
    edits: 0,
    retriedSeqs: [],
  };
}

export function isPaused({ pauses }: ReleaseModel): boolean {
  return pauses.at(-1)?.untilSeq === null;
}

/** The request that each write makes, where it cannot be undone. */
const irreversible: Partial<Record<WriteName, string>> = {
  createTask: 'POST /tasks/create',
  confirmTaskTerms: 'POST /tasks/confirm-terms',
  deleteTerms: 'POST /tasks/terms/delete',
  deleteRemovedTerms: 'POST /tasks/terms/delete',
  supplementTask: 'POST /tasks/supplement-translate',
  publishTask: 'POST /tasks/publish',
  createDraft: 'POST /posts',
  publishPost: 'POST /posts/{postId}/publish',
};

/** What is wrong, rule by rule; none: all is as promised. */
export function faultsOf(
  model: ReleaseModel,
  { status, journal, texts }: { status: ReleaseStatus; journal: JournalEntry[]; texts: Map<string, string> },
): string[] {
  const requests = journal.filter(({ kind }) => kind === 'request');
  return [
    ...pauseFaults(model, requests),
    ...onceFaults(model, status, requests),
    ...paidFaults(model, status, requests),
    ...postFaults(model, journal, texts),
  ];
}

/** Nothing begins while it is paused. What was under way when the pause was accepted comes to its end, in one attempt. */
function pauseFaults({ pauses }: ReleaseModel, requests: JournalEntry[]): string[] {
  return pauses.flatMap(({ fromSeq, untilSeq, underWay }) => {
    const allowed = underWay.flatMap((activity) => subjectOf(activity) ?? []);
    return requests
      .filter(({ seq }) => seq > fromSeq && (untilSeq === null || seq <= untilSeq))
      .filter(({ subject }) => Object.values(irreversible).includes(subject))
      .filter(({ subject }) => {
        const place = allowed.indexOf(subject);
        if (place >= 0) allowed.splice(place, 1);
        return place < 0;
      })
      .map(({ subject, seq }) => `${subject} (${seq}) while paused from ${fromSeq} to ${untilSeq ?? 'now'}`);
  });
}

/** What was taken is done once, and what was refused is not done. */
function onceFaults(model: ReleaseModel, { decisions }: ReleaseStatus, requests: JournalEntry[]): string[] {
  const decided = (who: string): number => decisions.filter(({ by }) => by === who).length;
  const edits = effective(requests, 'POST /tasks/terms/update').length;
  return [
    ...model.deciders
      .filter((who) => decided(who) !== 1)
      .map((who) => `${who} was told it is taken, and decided ${decided(who)} times`),
    ...model.refused.filter((who) => decided(who) > 0).map((who) => `${who} was refused, and decided`),
    ...(edits === model.edits ? [] : [`${model.edits} edits were taken, and ${edits} were made`]),
  ];
}

/** What was paid for is known for ever, and not paid for again. */
function paidFaults(model: ReleaseModel, { taskId }: ReleaseStatus, requests: JournalEntry[]): string[] {
  const faults: string[] = [];
  const tasks = effective(requests, 'POST /tasks/create').map(({ ids }) => ids.task_id);
  if (tasks.length > 1) faults.push(`${tasks.length} tasks were created`);
  if (taskId !== null && taskId !== tasks[0]) faults.push(`its task is ${taskId}, and not ${tasks[0]}`);
  if (model.taskId !== null && taskId !== model.taskId) faults.push(`its task was ${model.taskId}`);
  model.taskId = taskId;
  const isCalledFor = ({ seq: fromSeq }: JournalEntry, { seq: untilSeq }: JournalEntry): boolean =>
    [
      ...effective(requests, 'POST /tasks/supplement-translate').map(({ seq }) => seq),
      ...model.retriedSeqs,
    ].some((seq) => seq >= fromSeq && seq < untilSeq);
  const publishes = effective(requests, 'POST /tasks/publish');
  for (const [place, publish] of publishes.entries()) {
    const before = publishes[place - 1];
    if (before !== undefined && !isCalledFor(before, publish))
      faults.push(`published again (${publish.seq}) with nothing new, and nobody asked for it`);
  }
  return faults;
}

/** Each account gets one post, with the text that was accepted last when that was sent. */
function postFaults({ texts }: ReleaseModel, journal: JournalEntry[], textOf: Map<string, string>): string[] {
  const live = journal.filter(
    ({ kind, service, effect }) => kind === 'work' && service === 'social' && effect !== null,
  );
  const accounts = live.map(({ ids }) => ids.accountId ?? '');
  const twice = accounts.filter((id, place) => accounts.indexOf(id) !== place);
  const sent = journal.filter(
    ({ subject, effect }) => subject === irreversible.publishPost && effect !== null,
  );
  const stale = sent.flatMap(({ seq, ids }) => {
    const text = textOf.get(ids.postId ?? '');
    const last = texts.findLastIndex(({ answeredSeq }) => answeredSeq <= seq);
    const possible = texts.slice(last).filter(({ sentSeq }) => sentSeq <= seq);
    if (possible.some((one) => one.text === text)) return [];
    return [`posted ${text} (${seq}), where ${possible.map((one) => one.text).join(' or ')} was asked for`];
  });
  return [...twice.map((id) => `${id} got more than one post`), ...stale];
}

/** Whether its text may have gone out, or may be on its way. */
export function mayBePosted(journal: JournalEntry[]): boolean {
  return journal.some(({ subject }) => subject === irreversible.publishPost);
}

function effective(requests: JournalEntry[], wanted: string): JournalEntry[] {
  return requests.filter(({ subject, effect }) => subject === wanted && effect !== null);
}

function subjectOf(activity: string): string | undefined {
  return (irreversible as Partial<Record<string, string>>)[activity];
}

/** Writes that were scheduled and had not ended when the update was accepted. */
export function underWayAt(history: History, updateId: string): string[] {
  const [accepted] = eventsOf(history, 'EVENT_TYPE_WORKFLOW_EXECUTION_UPDATE_ACCEPTED').filter(
    ({ workflowExecutionUpdateAcceptedEventAttributes: update }) => update?.protocolInstanceId === updateId,
  );
  const isBefore = ({ eventId }: { eventId?: unknown }): boolean =>
    Number(eventId) < Number(accepted?.eventId);
  const ended = new Set(
    (history.events ?? [])
      .filter(isBefore)
      .map(
        (event) =>
          event.activityTaskCompletedEventAttributes ??
          event.activityTaskFailedEventAttributes ??
          event.activityTaskCanceledEventAttributes ??
          event.activityTaskTimedOutEventAttributes,
      )
      .map((end) => Number(end?.scheduledEventId)),
  );
  return eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED')
    .filter((event) => isBefore(event) && !ended.has(Number(event.eventId)))
    .map(({ activityTaskScheduledEventAttributes: scheduled }) => scheduled?.activityType?.name ?? '')
    .filter((name) => subjectOf(name) !== undefined);
}

/** Writes that began while the release was paused, by what its runs have recorded: no request need have arrived for it. */
export function begunWhilePaused(runs: readonly History[]): string[] {
  const begun: string[] = [];
  let isHeld = false;
  for (const event of runs.flatMap(({ events }) => events ?? [])) {
    const said = event.workflowExecutionUpdateAcceptedEventAttributes?.acceptedRequest?.input?.name ?? null;
    if (said === 'pause') isHeld = true;
    if (said === 'resume') isHeld = false;
    const activity = event.activityTaskScheduledEventAttributes?.activityType?.name ?? '';
    if (isHeld && subjectOf(activity) !== undefined) begun.push(`${activity} began while it was paused`);
  }
  return begun;
}
