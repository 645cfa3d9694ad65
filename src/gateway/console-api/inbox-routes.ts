/** What waits for a person. */
import type { Client } from '@temporalio/client';
import { counted } from '../../domain/counted';
import { inboxOrder } from '../../domain/inbox-order';
import type { ReleaseView } from '../../domain/status';
import type { Config } from '../../config/config';
import { readStart } from '../../client/read-story';
import { releaseRow, type ReleaseRow } from '../../client/release-row';
import { inbox, type InboxItem } from '../../protocol/console-api';
import type { BoundedClients } from './bounded-clients';
import { answers, type ApiApp } from './route-schemas';
import { sharedRead } from './shared-read';

export const OPEN_RELEASE = `WorkflowType = 'localizationRelease' AND ExecutionStatus = 'Running'`;
export const WAITING_RELEASE = `${OPEN_RELEASE} AND LocreleaseWaiting IN ('terms', 'decision')`;

const MOST_ITEMS = 500;
/** Beyond these, the newest, it is not asked what exactly each one waits for. */
const MOST_ASKED = 100;
const ASKED_AT_ONCE = 8;
const SLOW_MS = 3000;

type Policy = Pick<Config, 'fourEyes'>;

export function mountInbox(app: ApiApp, clients: BoundedClients, policy: Policy): void {
  const readItems = sharedRead(() => readInbox(clients, policy));
  app.get(
    '/api/inbox',
    {
      config: { role: 'read' },
      schema: {
        summary: 'What waits for a person, due soonest first',
        tags: ['releases'],
        response: answers(inbox),
      },
    },
    async () => ({ items: await readItems() }),
  );
}

async function readInbox(clients: BoundedClients, policy: Policy): Promise<InboxItem[]> {
  const rows = await clients.ask((_, client) => waitingRows(client));
  const items = await details(clients, rows, policy);
  return inboxOrder(items);
}

async function waitingRows(client: Client): Promise<ReleaseRow[]> {
  const { executions } = await client.workflowService.listWorkflowExecutions({
    namespace: client.options.namespace,
    query: WAITING_RELEASE,
    pageSize: MOST_ITEMS,
  });
  return executions.map(releaseRow);
}

async function details(
  clients: BoundedClients,
  rows: readonly ReleaseRow[],
  { fourEyes }: Policy,
): Promise<InboxItem[]> {
  const items: (InboxItem | null)[] = rows.slice(MOST_ASKED).map(roughItem);
  const waiting = rows.slice(0, MOST_ASKED);
  // A worker that does not answer is waited for with every question: then there is no sense in asking on.
  let isSlow = false;
  const askInTurn = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = isSlow ? undefined : waiting.shift()) {
      const { id } = row;
      const askedAtMs = Date.now();
      try {
        const status = await clients.ask(({ releases }) => releases.status(id));
        isSlow ||= Date.now() - askedAtMs > SLOW_MS;
        const isBound = fourEyes && status.waitingFor?.kind === 'terms';
        const start = isBound ? await clients.ask((_, client) => readStart(client, id)) : null;
        items.push(exactItem(row, status, start?.by ?? null));
      } catch {
        items.push(roughItem(row));
      }
    }
  };
  await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askInTurn));
  return [...items.filter((found) => found !== null), ...waiting.map(roughItem)];
}

function roughItem(row: ReleaseRow): InboxItem {
  const { id, project, name, waitingFor, waitingSince, startedAt, state } = row;
  const kind = waitingFor === 'terms' ? 'terms' : 'decision';
  const what = kind === 'terms' ? 'Terms to review' : 'Decision needed';
  const since = waitingSince ?? startedAt;
  const unknown = { dueAt: null, onDue: null, taskId: null, terms: null, actions: [], startedBy: null };
  return { id, project, name, kind, what, since, state, ...unknown };
}

/** null: it waits no longer, and Temporal's list has not heard of it yet. */
function exactItem(
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
