// eslint-disable-next-line no-restricted-syntax -- The one place for it.
import { Counter, type Registry } from 'prom-client';

interface CounterOptions<Series> {
  name: string;
  help: string;
  /** All label sets that will ever occur. */
  series: readonly Series[];
  registry: Registry;
}

/**
 * A counter whose series all exist from the start, at 0: Prometheus's `increase()` ignores the first value of a new
 * series, so an alert would miss the first event.
 */
export function counterFromZero<Label extends string, Series extends Readonly<Record<Label, string>>>({
  name,
  help,
  series,
  registry,
}: CounterOptions<Series>): (labels: Series, amount?: number) => void {
  const labelNames = Object.keys(series[0] ?? {});
  const counter = new Counter({ name, help, labelNames, registers: [registry] });
  for (const labels of series) counter.inc(labels, 0);
  return (labels, amount = 1) => counter.inc(labels, amount);
}
