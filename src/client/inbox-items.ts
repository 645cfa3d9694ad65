/** A release that waits for a person, as the inbox shows it. */
import { releaseRow } from './release-row';
import { counted } from '../domain/counted';
import { utcForm } from '../domain/problems/problem';
import { tell } from '../domain/problems/table';
import { STARTED_BY_MEMO } from '../domain/release-start';
import type { ReleaseStatus } from '../domain/status';
import type { InboxItem } from '../protocol/console-api';
import { memoOf, statusIn, type Run } from '../temporal/runs';

export interface ReadItem {
  item: InboxItem;
  /** Whether the release has said so itself; otherwise only the list has. */
  isExact: boolean;
}

/** null: it waits no longer. `fourEyes`: who started it must not be the one who confirms its terms. */
export function inboxItem(run: Run, fourEyes: boolean): ReadItem | null {
  const status = statusIn(run);
  if (status === null) return { item: roughItem(run), isExact: false };
  if (status.waitingFor === null) return null;
  const { id, project, name, state, taskId, terms } = status;
  const { kind, since, dueAt: due, onDue = null } = status.waitingFor;
  // A deadline stands still in a pause.
  const dueAt = status.paused === null ? due : null;
  const { startedBy: starter, branch, languages } = releaseRow(run);
  const shared = { id, project, name, state, kind, since, dueAt, onDue, taskId, starter, branch, languages };
  if (kind !== 'terms')
    return {
      item: {
        ...{ ...shared, what: problemText(status), terms: null },
        ...{ choices: status.choices, startedBy: null },
        problem: status.problem && { code: status.problem.code, facts: status.facts },
      },
      isExact: true,
    };
  const startedBy = fourEyes ? memoOf(run, STARTED_BY_MEMO) : null;
  const item: InboxItem = {
    ...{ ...shared, what: termsText(status), terms: terms?.total ?? null, choices: [] },
    problem: null,
    startedBy: typeof startedBy === 'string' ? startedBy : null,
  };
  return { item, isExact: true };
}

function roughItem(run: Run): InboxItem {
  const row = releaseRow(run);
  const { id, project, name, waitingFor, waitingSince, startedAt, state, branch, languages } = row;
  const kind = waitingFor === 'terms' ? 'terms' : 'decision';
  const what = kind === 'terms' ? 'Terms to review' : 'Decision needed';
  const since = waitingSince ?? startedAt;
  const unknown = {
    problem: null,
    dueAt: null,
    onDue: null,
    taskId: null,
    terms: null,
    choices: [],
    startedBy: null,
  };
  const facts = { starter: row.startedBy, branch, languages };
  return { id, project, name, kind, what, since, state, ...facts, ...unknown };
}

function termsText({ terms, languages }: ReleaseStatus): string {
  const what = terms === null ? 'Terms to review' : counted(terms.total, 'term');
  return `${what} → ${languages.join(', ')}`;
}

function problemText({ problem, facts }: ReleaseStatus): string {
  return problem === null ? 'Decision needed' : tell({ ...problem, facts }, utcForm).what;
}
