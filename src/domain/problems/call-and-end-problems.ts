import { callWords } from './call-words';
import { counted } from '../text/counted';
import { sentence } from '../text/sentence';
import type { WaitingFor } from '../release/status';
import { doneText, type DoneSoFar } from './done-so-far';
import { accountName, causeText, fixesOf, type FailedAccount } from './failed-account';
import { listed, quoted, row } from './problem';

/** The reason ends with the advice. No row says that nothing is lost: content may be gone or damaged. */
const storeRow = row<{ reason: string }>({ what: ({ reason }) => sentence(reason) });

export const callRows = {
  no_answer: row<{ call: string; reason: string }>({
    what: ({ call, reason }) =>
      `Trying to ${callWords(call)} failed until its time was up. Last error: ${sentence(reason)}`,
    fix: () => 'Check the service and the workers.',
  }),
  store_absent: storeRow,
  store_damaged: storeRow,
  store_unfit: storeRow,
  store_unreachable: storeRow,
  store_unreadable: storeRow,
  store_unwritable: storeRow,
  worker_configuration: row<{ reason: string }>({
    what: ({ reason }) => `The worker is not set up for this: ${sentence(reason)}`,
    fix: () => 'Correct its configuration and restart it.',
  }),
  result_too_large: row<{ call: string; bytes: number; most: number }>({
    what: ({ call, bytes, most }) =>
      `The result of ${call} is too large to keep: ${bytes} bytes, more than ${most}. The service returned far more than a release has.`,
    fix: () => 'Check the task at the service, and contact its support.',
  }),
  activity_input: row<{ call: string; faults: string }>({
    what: ({ call, faults }) =>
      `The worker cannot read what it was given for ${call}: ${sentence(faults)} Another version of locrelease may have sent it.`,
    fix: () => 'Run workers of one version.',
  }),
  bad_source: row<{ reason: string }>({
    what: ({ reason }) => reason,
    fix: () => 'Fix the file. It is read again the next night, or when the schedule is triggered.',
  }),
  terms_changed: row<{ terms: readonly string[]; others: number }>({
    what: ({ terms, others }) =>
      `Changed since you opened it: ${terms.join(', ')}${others > 0 ? ` and ${others} more` : ''}.`,
    kept: () => 'Nothing was changed.',
    fix: () => 'Look at it again, then make your change.',
  }),
  unknown_term: row<{ terms: readonly string[] }>({
    what: ({ terms }) => `The term list has no term ${terms.join(', ')}.`,
    kept: () => 'Nothing was changed.',
    fix: () => 'List the terms to see their ids.',
  }),
};

/** A call that a service refused or that failed in transit; the problem's code is the service's own. */
export const refusalRow = row<RefusedCall>({
  what: ({ refusedBy, call, said, reason, shape }) => {
    const what =
      said === null
        ? `A call to the ${refusedBy} service failed (${call}): ${sentence(reason)}`
        : `The ${refusedBy} service refused a call (${call}). It says: ${quoted(said)}`;
    return shape === null ? what : `${what} The reply has the shape ${shape}.`;
  },
  fix: ({ advice }) => advice,
});

export interface RefusedCall {
  refusedBy: 'localization' | 'social';
  /** Method and path: `POST /tasks/publish`. */
  call: string;
  /** The service's message in its own words; null: it sent none that could be read. */
  said: string | null;
  reason: string;
  shape: string | null;
  advice: string;
}

interface Ended {
  by: string | null;
  why: string | null;
  done: DoneSoFar;
}

const START_AGAIN = 'To release it after all, start it again.';
const reasonText = (why: string | null): string => (why === null ? '' : ` Reason: ${sentence(why)}`);

function rejection<Facts extends { why: string | null }>(how: (facts: Facts) => string) {
  return row<Facts>({
    what: (facts) => `The terms were rejected ${how(facts)}.${reasonText(facts.why)}`,
    kept: () => 'The task is kept at the service, and nothing more is done with it.',
    fix: () => 'To review again, start the release again.',
  });
}

const outside = (what: string) =>
  row<{ why: string | null; done: DoneSoFar }>({
    what: ({ why }) => (why === null || why === '' ? `${what}.` : `${what}: ${sentence(why)}`),
    kept: ({ done }, form) => doneText(done, form),
    fix: () => 'To release it after all, start it again: that begins a new task.',
  });

export const endRows = {
  rejected: rejection<{ by: string; why: string | null }>(({ by }) => `by ${by}`),
  rejected_by_deadline: rejection<{ why: string | null }>(() => 'at their deadline'),
  cancelled: row<Ended>({
    what: ({ by, why }) =>
      `${by === null ? 'Cancelled in Temporal.' : `Cancelled by ${by}.`}${reasonText(why)}`,
    kept: ({ done }, form) => doneText(done, form),
    fix: () => START_AGAIN,
  }),
  terminated: outside('It was terminated in Temporal'),
  timed_out: outside('It ran out of the time that Temporal gave it'),
  failed: outside('It failed unexpectedly'),
  bug: row<{ reason: string }>({
    what: ({ reason }) => `Unexpected error: ${sentence(reason)}`,
    fix: () => 'Please report it with this text and the log of the workers.',
  }),
};

interface Held {
  until: string | null;
  of: string | null;
}

const held = (what: string) =>
  row<Held>({ what: ({ until }, { time }) => `${what}${until === null ? '' : `: ${time(until)}`}.` });

export const waitRows = {
  review: row<{
    terms: number | null;
    since: string;
    dueAt: string | null;
    onDue: WaitingFor['onDue'] | null;
  }>({
    what: ({ terms, since, dueAt, onDue }, { time }) =>
      `An operator has to confirm ${terms === null ? 'the terms' : counted(terms, 'term')} (since ${time(since)}).${dueAt === null ? '' : ` If nobody decides by ${time(dueAt)}, ${onDue === null || onDue === undefined ? 'it goes on without them' : dueWords[onDue]}.`}`,
  }),
  paused: row<{ by: string; why: string | null; at: string }>({
    what: ({ by, why, at }, { time }) =>
      `${by} has paused the release at ${time(at)}${why === null ? '' : ` (${why})`}. Nothing irreversible begins until it is resumed.`,
  }),
  hold_announcement_time: held('Everything else is done. The announcement waits for its time'),
  hold_quiet_hours: held('Everything else is done. The announcement waits for the end of quiet hours'),
  hold_daily_cap: held('The social service accepts no more posts today. The announcement continues later'),
  hold_publish_turn: row<Held>({
    what: ({ of }) =>
      `Another release of this project is publishing${of === null ? '' : ` (${of})`}. This one publishes as soon as that has ended.`,
  }),
};

export const dueWords: Readonly<Record<NonNullable<WaitingFor['onDue']>, string>> = {
  reject: 'the terms are rejected and the release ends',
  confirm: 'the terms are confirmed as they are',
  end: 'the release ends as it is',
};

export const workRows = {
  terms_not_waiting: row<{ taskId: string; status: string }>({
    what: ({ status }) => `The task does not wait for its terms yet: its status is ${status}.`,
    kept: () => 'Nothing was confirmed.',
    look: ({ taskId }) => [{ kind: 'task', id: taskId }],
    alone: () => 'Wait until it does.',
  }),
  terms_waiting: row<{ taskId: string }>({
    what: () =>
      'The task waits until its terms are confirmed, by its release, in the application, or by a command.',
    kept: () => 'Nothing is lost.',
    look: ({ taskId }) => [{ kind: 'task', id: taskId }],
    alone: () => 'Then wait again.',
  }),
  languages_lost: row<{ by: string | null; languages: readonly string[] }>({
    what: ({ by, languages }) =>
      `${by ?? 'Another release'} has published ${languages.join(', ')} since this rollback was asked for, and the task does not have them.`,
    kept: () => 'Nothing was published.',
    alone: () => 'Roll back again to see what would be lost.',
  }),
  task_gone: row<{ taskId: string; release: string }>({
    what: ({ taskId, release }) =>
      `Task ${taskId} of release ${release} is not at the service any more, or was created with another App Key.`,
    kept: () => 'Nothing was published. The files of that release are in the store.',
  }),
  record_not_kept: row<Record<string, never>>({
    what: () => 'The record of this rollback could not be kept, because the store could not be written.',
    fix: () => 'Check the store of the workers.',
  }),
  post_failed: row<{ accounts: readonly FailedAccount[]; postId: string }>({
    what: ({ accounts }) =>
      `The post failed on these accounts:\n${listed(accounts.map((account) => `${accountName(account)}: ${causeText(account)}`))}`,
    fix: ({ accounts }) => fixesOf(accounts),
    look: ({ postId }) => [{ kind: 'post', id: postId }],
    alone: () => 'Then retry each account.',
  }),
};
