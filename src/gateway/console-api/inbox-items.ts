/** A release that waits for a person, as the inbox shows it. */
import type { ReleaseRow } from '../../client/release-row';
import { counted } from '../../domain/counted';
import type { ReleaseView } from '../../domain/status';
import type { InboxItem } from '../../protocol/console-api';

/** From Temporal's list alone: the release was not asked. */
export function roughItem(row: ReleaseRow): InboxItem {
  const { id, project, name, waitingFor, waitingSince, startedAt, state } = row;
  const kind = waitingFor === 'terms' ? 'terms' : 'decision';
  const what = kind === 'terms' ? 'Terms to review' : 'Decision needed';
  const since = waitingSince ?? startedAt;
  const unknown = { dueAt: null, onDue: null, taskId: null, terms: null, actions: [], startedBy: null };
  return { id, project, name, kind, what, since, state, ...unknown };
}

/** null: it waits no longer, and Temporal's list has not heard of it yet. */
export function exactItem(
  { id, project, name }: ReleaseRow,
  status: ReleaseView,
  startedBy: string | null,
): InboxItem | null {
  if (status.waitingFor === null) return null;
  const { kind, since, dueAt, onDue = null } = status.waitingFor;
  const { state, taskId, terms, problem } = status;
  const isReview = kind === 'terms';
  return {
    id,
    project,
    name,
    kind,
    what: isReview ? termsText(status) : problemText(status),
    since,
    dueAt,
    onDue,
    state,
    taskId,
    terms: isReview ? (terms?.total ?? null) : null,
    actions: isReview ? [] : (problem?.actions ?? []),
    startedBy,
  };
}

function termsText({ terms, languages }: ReleaseView): string {
  const what = terms === null ? 'Terms to review' : counted(terms.total, 'term');
  return `${what} → ${languages.join(', ')}`;
}

function problemText({ problem }: ReleaseView): string {
  return problem?.message.split('\n')[0] ?? 'Decision needed';
}
