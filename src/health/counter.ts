// eslint-disable-next-line no-restricted-syntax -- The one place for it.
import { Counter, type Registry } from 'prom-client';

interface CounterOptions<Series> {
  name: string;
  help: string;
  /** Every series that it will ever have. */
  series: readonly Series[];
  registry: Registry;
}

/**
 * Counts events by labels. Every series is there from the start, at 0: `increase()` of Prometheus is 0 for a series that
 * appears at 1, so an alert would miss the first event.
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
