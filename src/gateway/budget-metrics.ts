/** The budgets of callers for Prometheus: by kinds of callers, never by their names. */
import { Gauge, type Registry } from 'prom-client';
import { counterFromZero } from '../health/counter';
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
  const countWork = counterFromZero({
    name: 'locrelease_request_work_total',
    help: 'Work taken on: one for each request or message, and one for each 64 KiB of a body, by kind of caller',
    series: callerKinds.map((caller) => ({ caller })),
    registry,
  });
  const countRefused = counterFromZero({
    name: 'locrelease_requests_refused_total',
    help: 'Requests refused with 429, by kind of caller and by what there was too much of',
    series: callerKinds.flatMap((caller) => budgetKinds.map((over) => ({ caller, over }))),
    registry,
  });
  budget.watch({
    taken: (caller, amount) => countWork({ caller }, amount),
    refused: (caller, over) => countRefused({ caller, over }),
  });
}
