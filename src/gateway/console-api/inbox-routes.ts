/** What waits for a person. */
import type { Config } from '../../config/config';
import { readStart } from '../../client/read-story';
import type { ReleaseRow } from '../../client/release-row';
import { inbox, type InboxItem } from '../../protocol/console-api';
import { LongestWaiting } from '../longest-waiting';
import { WAITING_RELEASE } from '../release-queries';
import type { BoundedClients } from './bounded-clients';
import { exactItem } from './inbox-items';
import { InboxReader } from './inbox-reader';
import { answers, type ApiApp } from './route-schemas';
import { sharedRead } from './shared-read';

const MOST_ITEMS = 500;

type Policy = Pick<Config, 'fourEyes'>;

export function mountInbox(app: ApiApp, clients: BoundedClients, { fourEyes }: Policy): void {
  const longest = new LongestWaiting(WAITING_RELEASE, { most: MOST_ITEMS, fewest: MOST_ITEMS / 2 });
  const reader = new InboxReader({
    rows: () => clients.ask((_, client) => longest.read(client)),
    ask: (row) => askRelease(clients, row, fourEyes),
  });
  const readInbox = sharedRead(() => reader.read());
  app.get(
    '/api/inbox',
    {
      config: { role: 'read' },
      schema: {
        summary: 'List what waits for a person, due soonest first',
        tags: ['releases'],
        response: answers(inbox),
      },
    },
    readInbox,
  );
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
