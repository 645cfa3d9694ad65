/** What waits for a person. */
import type { Config } from '../../config/config';
import { inboxOrder } from '../../domain/inbox-order';
import { inbox, type Inbox } from '../../protocol/console-api';
import { LongestWaiting } from '../longest-waiting';
import { WAITING_RELEASE } from '../release-queries';
import type { BoundedClients } from './bounded-clients';
import { inboxItem } from './inbox-items';
import { answers, type ApiApp } from './route-schemas';
import { sharedRead } from './shared-read';

const MOST_ITEMS = 500;

type Policy = Pick<Config, 'fourEyes'>;

export function mountInbox(app: ApiApp, clients: BoundedClients, { fourEyes }: Policy): void {
  const longest = new LongestWaiting(WAITING_RELEASE, { most: MOST_ITEMS, fewest: MOST_ITEMS / 2 });
  const readInbox = sharedRead(async (): Promise<Inbox> => {
    const { runs, waiting } = await clients.ask((_, client) => longest.read(client));
    const read = runs.flatMap((run) => inboxItem(run, fourEyes) ?? []);
    return {
      items: inboxOrder(read.map(({ item }) => item)),
      // Without those that wait no longer.
      waiting: waiting - (runs.length - read.length),
      unread: read.filter(({ isExact }) => !isExact).length,
    };
  });
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
