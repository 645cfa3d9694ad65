/** The budgets of callers for Prometheus: by kinds of callers, never by their names. */
import { Counter, Gauge, type Registry } from 'prom-client';
import { budgetKinds, callerKinds, type Budget } from './budget';

export function measureBudget(budget: Budget, registry: Registry): void {
  const registers = [registry];
  const gauges = {
    places: new Gauge({
      name: 'locrelease_requests_under_way',
      help: 'Requests and messages of batches whose work has not ended, by kind of caller',
      labelNames: ['caller'],
      registers,
    }),
    bytes: new Gauge({
      name: 'locrelease_request_bytes_under_way',
      help: 'Bytes of the bodies of requests whose work has not ended, by kind of caller',
      labelNames: ['caller'],
      registers,
    }),
    streams: new Gauge({
      name: 'locrelease_streams_open',
      help: 'Open event streams, by kind of caller',
      labelNames: ['caller'],
      registers,
      collect() {
        for (const caller of callerKinds) {
          const { places, bytes, streams } = budget.held(caller);
          gauges.places.set({ caller }, places);
          gauges.bytes.set({ caller }, bytes);
          gauges.streams.set({ caller }, streams);
        }
      },
    }),
  };
  const work = new Counter({
    name: 'locrelease_request_work_total',
    help: 'Work taken on: one for each request or message, and one for each 64 KiB of a body, by kind of caller',
    labelNames: ['caller'],
    registers,
  });
  const refused = new Counter({
    name: 'locrelease_requests_refused_total',
    help: 'Requests refused with 429, by kind of caller and by what there was too much of',
    labelNames: ['caller', 'over'],
    registers,
  });
  for (const caller of callerKinds) {
    work.inc({ caller }, 0);
    for (const over of budgetKinds) refused.inc({ caller, over }, 0);
  }
  budget.watch({
    taken: (caller, amount) => work.inc({ caller }, amount),
    refused: (caller, over) => refused.inc({ caller, over }),
  });
}
