import { sentence } from '../domain/sentence';
import { counted } from '../domain/counted';
import type { ProbeRow } from '../probe/report';

interface Notes {
  missing: readonly string[];
  refusals: readonly string[];
  recorded: string | null;
}

const columns = ['assumption', 'assumed', 'observed', 'verdict', 'setting'] as const;

/** What the documents say would not fit into a line: it stands below the table, for each row that differs. */
export function reportText(rows: readonly ProbeRow[], { missing, refusals, recorded }: Notes): string {
  const seen = rows.filter(({ verdict }) => verdict !== 'not seen');
  const cells = seen.map(({ id, assumed, observed, verdict, setting }) => [
    id,
    assumed,
    observed?.reading ?? observed?.what ?? '',
    verdict,
    setting ?? '',
  ]);
  const widths = columns.map((name, place) =>
    Math.max(name.length, ...cells.map((row) => row[place]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    row
      .map((cell, place) => cell.padEnd(widths[place] ?? 0))
      .join('  ')
      .trimEnd();
  const unseen = rows.length - seen.length;
  return [
    line(columns),
    ...cells.map(line),
    '',
    ...seen.flatMap(({ id, point, documented, observed, verdict }) =>
      verdict === 'holds'
        ? []
        : [
            `${id}, ${sentence(point)} Documented: ${sentence(documented)} Seen: ${sentence(observed?.what ?? '')}`,
          ],
    ),
    `${counted(unseen, 'assumption')} not seen: -o json lists all, with what the documents say.`,
    ...missing.map((reason) => `Left out: ${sentence(reason)}`),
    ...refusals.map((reason) => `Refused: ${sentence(reason)}`),
    ...(refusals.length === 0
      ? []
      : ['Run "locrelease doctor" to check addresses, credentials and the clock. Then probe again.']),
    ...(recorded === null ? [] : [`The transcript is in ${recorded}. Read it before you pass it on.`]),
  ].join('\n');
}

export function costText({ language, exports }: { language: string; exports: boolean }): string {
  return [
    `This creates one translation task with the string "Hello", in ${language}, and the service charges for it.`,
    'The create call is sent twice with the same client_task_id. A service that ignores it makes two tasks.',
    'The task is published: the string locrelease_probe appears in the project and stays there.',
    ...(exports ? ['The project is then exported in this language, twice. That changes nothing.'] : []),
    'Nothing is deleted and nothing is announced. The probe waits here until it is done.',
  ].join('\n');
}
