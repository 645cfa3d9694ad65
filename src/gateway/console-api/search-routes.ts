/** One search over releases and terms. */
import type { SearchEverything } from '../../client/search-everything';
import * as api from '../../protocol/search-api';
import type { BoundedClients } from './bounded-clients';
import { answers, type ApiApp } from './route-schemas';

/** Nobody reads more, and nobody waits longer. */
const most = { timeMs: 6_000, releases: 50, terms: 200 };

export function mountSearch(
  app: ApiApp,
  { clients, search }: { clients: BoundedClients; search: SearchEverything },
): void {
  app.get(
    '/api/search',
    {
      config: { role: 'read' },
      schema: {
        summary: 'Find releases by name, project, language, task or post, and terms by their texts',
        tags: ['search'],
        querystring: api.searchQuery,
        response: answers(api.found),
      },
    },
    ({ query }) => clients.ask(() => search.find(query.q, most)),
  );
}
