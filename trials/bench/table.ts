/** What a bench has found, for people: a line for each figure, with what is required of it and whether that holds. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** Behind the point. */
  digits?: number;
  /** Nothing is required where it is absent. */
  atMost?: number;
}

/** Answers whether all that is required holds. */
export function printTable(title: string, figures: readonly Figure[]): boolean {
  const rows = figures.map((figure) => ({
    cells: [figure.what, `${figure.value.toFixed(figure.digits ?? 0)} ${figure.unit}`.trim()],
    note: verdictOn(figure),
  }));
  printGrid(title, rows);
  return figures.every(holds);
}

export interface Row {
  /** The first says what the others are about, which are numbers. */
  cells: readonly string[];
  note?: string;
}

export function printGrid(title: string, rows: readonly Row[]): void {
  const width = (place: number): number => Math.max(...rows.map(({ cells }) => cells[place]?.length ?? 0));
  console.log(title);
  for (const { cells, note = '' } of rows) {
    const padded = cells.map((text, place) =>
      place === 0 ? text.padEnd(width(place)) : text.padStart(width(place)),
    );
    console.log(`  ${[...padded, note].join('  ')}`.trimEnd());
  }
}

/** What is not a number holds nothing. */
const holds = ({ value, atMost }: Figure): boolean => atMost === undefined || value <= atMost;

function verdictOn(figure: Figure): string {
  if (figure.atMost === undefined) return '';
  return `(required: at most ${figure.atMost} ${figure.unit}): ${holds(figure) ? 'ok' : 'MISSED'}`;
}
