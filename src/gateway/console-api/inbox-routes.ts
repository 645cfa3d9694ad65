/** What waits for a person. */
import type { Client } from '@temporalio/client';
import type { Config } from '../../config/config';
import { readStart } from '../../client/read-story';
import { releaseRow, type ReleaseRow } from '../../client/release-row';
import { inbox, type InboxItem } from '../../protocol/console-api';
import type { BoundedClients } from './bounded-clients';
import { exactItem } from './inbox-items';
import { InboxReader } from './inbox-reader';
import { answers, type ApiApp } from './route-schemas';
import { sharedRead } from './shared-read';

export const OPEN_RELEASE = `WorkflowType = 'localizationRelease' AND ExecutionStatus = 'Running'`;
export const WAITING_RELEASE = `${OPEN_RELEASE} AND LocreleaseWaiting IN ('terms', 'decision')`;

/** As many as Temporal gives at once. */
const PAGE_SIZE = 1000;
/** Of more than these, the newest are listed. */
const MOST_LISTED = 10_000;

type Policy = Pick<Config, 'fourEyes'>;

export function mountInbox(app: ApiApp, clients: BoundedClients, { fourEyes }: Policy): void {
  const reader = new InboxReader({
    rows: () => clients.ask((_, client) => waitingRows(client)),
    ask: (row) => askRelease(clients, row, fourEyes),
  });
  const readInbox = sharedRead(() => reader.read());
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
    readInbox,
  );
}

async function waitingRows(client: Client): Promise<{ rows: ReleaseRow[]; waiting: number }> {
  const rows: ReleaseRow[] = [];
  let nextPageToken: Uint8Array | undefined;
  do {
    const page = await client.workflowService.listWorkflowExecutions({
      namespace: client.options.namespace,
      query: WAITING_RELEASE,
      pageSize: PAGE_SIZE,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    });
    rows.push(...page.executions.map(releaseRow));
    nextPageToken = page.nextPageToken;
  } while (nextPageToken.length > 0 && rows.length < MOST_LISTED);
  const isAll = nextPageToken.length === 0;
  return { rows, waiting: isAll ? rows.length : (await client.workflow.count(WAITING_RELEASE)).count };
}

async function askRelease(
  clients: BoundedClients,
  row: ReleaseRow,
  fourEyes: boolean,
): Promise<InboxItem | null> {
  const status = await clients.ask(({ releases }) => releases.status(row.id));
  const isBound = fourEyes && status.waitingFor?.kind === 'terms';
  const start = isBound ? await clients.ask((_, client) => readStart(client, row.id)) : null;
  return exactItem(row, status, start?.by ?? null);
}
