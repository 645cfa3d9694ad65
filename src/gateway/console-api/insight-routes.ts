/** How releases went: from the records of those that have ended. */
import { InsightsReader } from '../../client/read-insights';
import { insights, insightsQuery } from '../../protocol/insights-api';
import type { BoundedClients } from './bounded-clients';
import { answers, type ApiApp } from './route-schemas';

export function mountInsights(app: ApiApp, { archive }: Pick<BoundedClients, 'archive'>): void {
  const reader = new InsightsReader(archive);
  app.get(
    '/api/insights',
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get how long stages took, how much was released and how complete it was, week by week',
        tags: ['insights'],
        querystring: insightsQuery,
        response: answers(insights),
      },
    },
    ({ query }) => reader.read(query),
  );
}
