/** Counters, gauges and histograms in the text form that Prometheus reads. */

export type Labels = Readonly<Record<string, string>>;

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One line each. */
  samples(): string[];
}

export class Counter implements Metric {
  readonly type = 'counter';
  readonly #counts = new Map<string, number>();

  constructor(
    readonly name: string,
    readonly help: string,
  ) {}

  add(labels: Labels = {}): void {
    const key = labelText(labels);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  samples(): string[] {
    return [...this.#counts].map(([labels, count]) => `${this.name}${labels} ${count}`);
  }
}

export class Gauge implements Metric {
  readonly type = 'gauge';
  readonly #values = new Map<string, number>();

  constructor(
    readonly name: string,
    readonly help: string,
  ) {}

  set(value: number, labels: Labels = {}): void {
    this.#values.set(labelText(labels), value);
  }

  /** Shows nothing rather than what may no longer be true. */
  clear(): void {
    this.#values.clear();
  }

  samples(): string[] {
    return [...this.#values].map(([labels, value]) => `${this.name}${labels} ${value}`);
  }
}

export class Histogram implements Metric {
  readonly type = 'histogram';
  readonly #buckets: { upTo: number; count: number }[];
  #sum = 0;

  constructor(
    readonly name: string,
    readonly help: string,
    bounds: readonly number[],
  ) {
    this.#buckets = [...bounds, Infinity].map((upTo) => ({ upTo, count: 0 }));
  }

  observe(value: number): void {
    this.#sum += value;
    for (const bucket of this.#buckets) if (value <= bucket.upTo) bucket.count += 1;
  }

  samples(): string[] {
    const { name } = this;
    const lines = this.#buckets.map(({ upTo, count }) => {
      const le = upTo === Infinity ? '+Inf' : String(upTo);
      return `${name}_bucket${labelText({ le })} ${count}`;
    });
    const total = this.#buckets.at(-1)?.count ?? 0;
    return [...lines, `${name}_sum ${this.#sum}`, `${name}_count ${total}`];
  }
}

export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escaped(metric.help)}`,
      `# TYPE ${metric.name} ${metric.type}`,
      ...metric.samples(),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
