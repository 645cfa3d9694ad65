import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { TableHead } from '../components/table';
import { shortDay } from '../format';

/** Classes that set the colour of a mark. */
type Tone = 'accent' | 'amber' | 'red';

interface BarRow {
  name: ComponentChildren;
  title: string;
  /** Fractions of the longest bar. */
  bar: number;
  line: number;
  tone?: Tone;
  /** The same as texts, with which screen readers need no bar. */
  numbers: readonly string[];
}

interface BarsProps {
  title: string;
  legend: string;
  empty: string;
  heads: readonly string[];
  rows: readonly BarRow[];
}

/** A table with a bar, and a line that is mostly longer, in each row. */
export function Bars({ title, legend, empty, heads, rows }: BarsProps) {
  const titleId = useId();
  const [first = '', ...others] = heads;
  return (
    <section class="panel chart stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      <p class="chart-legend row muted small">{legend}</p>
      {rows.length === 0 ? (
        <p class="empty">{empty}</p>
      ) : (
        <table class="bars">
          <thead>
            <tr>
              <th scope="col">{first}</th>
              <td class="bar-cell" />
              {others.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index} title={row.title}>
                <th scope="row">{row.name}</th>
                <td class="bar-cell">
                  <Bar {...row} />
                </td>
                {row.numbers.map((number, place) => (
                  <td key={place}>{number}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Bar({ bar, line, tone = 'accent' }: Pick<BarRow, 'bar' | 'line' | 'tone'>) {
  return (
    <svg class={`chart-bar ${tone}`} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="chart-ground" width="100" height="10" />
      <rect class="chart-mark" width={percent(line)} y="3" height="4" />
      <rect class="chart-value" width={percent(bar)} height="10" />
    </svg>
  );
}

/** A small value is still visible. */
const percent = (part: number): number => (part <= 0 ? 0 : Math.min(100, Math.max(0.5, part * 100)));

export interface Week {
  week: string;
  /** From bottom to top. */
  parts: readonly { value: number; tone: Tone }[];
  /** For the tooltip. */
  summary: string;
  /** For the table below the chart. */
  numbers: readonly string[];
}

const HEIGHT = 100;
/** A fraction of the column's width, on each side. */
const GAP = 0.12;

interface WeekColumnsProps {
  title: string;
  weeks: readonly Week[];
  topText: (most: number) => string;
  /** The titles of the numbers. */
  heads: readonly string[];
  /** The meaning of each colour, where there are several. */
  legend?: readonly { tone: Tone; label: string }[];
}

/** A chart with a column for each week. The table below has the same numbers, for screen readers. */
export function WeekColumns({ title, weeks, topText, heads, legend = [] }: WeekColumnsProps) {
  const titleId = useId();
  const most = Math.max(...weeks.map(({ parts }) => parts.reduce((total, { value }) => total + value, 0)));
  return (
    <section class="panel chart stack" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {most === 0 ? (
        <p class="empty">None in these weeks.</p>
      ) : (
        <figure aria-hidden="true">
          <span class="muted small">{topText(most)}</span>
          <svg viewBox={`0 0 ${weeks.length} ${HEIGHT}`} preserveAspectRatio="none" class="chart-columns">
            {weeks.map(({ week, parts, summary }, index) => (
              <g key={week}>
                <title>{`Week of ${shortDay(week)}: ${summary}`}</title>
                <rect class="chart-hover" x={index} width="1" height={HEIGHT} />
                {stacked(parts, most).map(({ y, height, tone }) => (
                  <rect
                    key={tone}
                    class={`chart-value ${tone}`}
                    x={index + GAP}
                    width={1 - 2 * GAP}
                    y={y}
                    height={height}
                  />
                ))}
              </g>
            ))}
          </svg>
          <figcaption class="chart-ends muted small">
            {[weeks.at(0), weeks.at(-1)].map(
              (end) => end && <span key={end.week}>{shortDay(end.week)}</span>,
            )}
          </figcaption>
          {legend.length > 0 && (
            <p class="chart-legend row muted small">
              {legend.map(({ tone, label }) => (
                <span key={tone}>
                  <svg viewBox="0 0 1 1">
                    <rect class={`chart-value ${tone}`} width="1" height="1" />
                  </svg>{' '}
                  {label}
                </span>
              ))}
            </p>
          )}
        </figure>
      )}
      <details>
        <summary>Numbers</summary>
        <table>
          <TableHead titles={['Week of', ...heads]} />
          <tbody>
            {weeks.map(({ week, numbers }) => (
              <tr key={week}>
                <th scope="row">{week}</th>
                {numbers.map((number, index) => (
                  <td key={index}>{number}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function stacked(parts: Week['parts'], most: number) {
  let top = HEIGHT;
  return parts.map(({ value, tone }) => {
    const height = (value / most) * HEIGHT;
    top -= height;
    return { y: top, height, tone };
  });
}
