import { useId } from 'preact/hooks';
import { shortDay } from '../format';

export interface Column {
  week: string;
  /** From bottom to top. */
  parts: readonly { value: number; tone: string }[];
  /** The text of the tooltip. */
  title: string;
}

const HEIGHT = 100;
/** A fraction of the column's width, on each side. */
const GAP = 0.12;

/** A chart with a column for each week. The table below has the same numbers, for screen readers. */
export function WeekColumns({
  title,
  columns,
  topText,
  heads,
  rows,
  legend = [],
}: {
  title: string;
  columns: readonly Column[];
  topText: (most: number) => string;
  heads: readonly string[];
  /** Each row is a week and its numbers. */
  rows: readonly (readonly string[])[];
  /** The meaning of each colour, where there are several. */
  legend?: readonly { tone: string; label: string }[];
}) {
  const titleId = useId();
  const most = Math.max(...columns.map(({ parts }) => sum(parts)));
  return (
    <section class="panel chart" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {most === 0 ? (
        <p class="empty">None in these weeks.</p>
      ) : (
        <figure aria-hidden="true">
          <span class="chart-top">{topText(most)}</span>
          <svg viewBox={`0 0 ${columns.length} ${HEIGHT}`} preserveAspectRatio="none" class="chart-columns">
            {columns.map(({ week, parts, title }, index) => (
              <g key={week}>
                <title>{title}</title>
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
          <figcaption class="chart-ends">
            {[columns.at(0), columns.at(-1)].map((column) => (
              <span key={column?.week}>{column !== undefined && shortDay(column.week)}</span>
            ))}
          </figcaption>
          {legend.length > 0 && (
            <p class="chart-legend">
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
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([week, ...numbers]) => (
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

const sum = (parts: Column['parts']): number => parts.reduce((total, { value }) => total + value, 0);

function stacked(parts: Column['parts'], most: number) {
  let top = HEIGHT;
  return parts.map(({ value, tone }) => {
    const height = (value / most) * HEIGHT;
    top -= height;
    return { y: top, height, tone };
  });
}
