/** How the routes fare on which people are told. */
import type { Config } from '../../config/config';
import { readRouteReports } from '../../notices/route-health';
import { noticeRoutes } from '../../protocol/console-api';
import type { BoundedClients } from './bounded-clients';
import { answers, type ApiApp } from './route-schemas';

export function mountNotices(
  app: ApiApp,
  { clients, config }: { clients: BoundedClients; config: Config },
): void {
  app.get(
    '/api/notices',
    {
      config: { role: 'read' },
      schema: {
        summary: 'List the routes of notices, and whether they work',
        tags: ['notices'],
        response: answers(noticeRoutes),
      },
    },
    () => clients.ask(async (_, client) => ({ routes: await readRouteReports(client, config) })),
  );
}
