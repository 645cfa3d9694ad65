import { sentence } from '../domain/sentence';
import { counted } from '../domain/counted';
import type { ProbeRow } from '../probe/report';
import { Table } from './table';

interface Notes {
  missing: readonly string[];
  refusals: readonly string[];
  recorded: string | null;
}

const table = new Table<ProbeRow>([
  { name: 'assumption', text: ({ id }) => id },
  { name: 'assumed', text: ({ assumed }) => assumed, flexible: true },
  { name: 'observed', text: ({ observed }) => observed?.reading ?? observed?.what ?? '', flexible: true },
  { name: 'verdict', text: ({ verdict }) => verdict },
  { name: 'setting', text: ({ setting }) => setting ?? '' },
]);

/** What the documents say would not fit into a line: it stands below the table, for each row that differs. */
export function reportText(rows: readonly ProbeRow[], { missing, refusals, recorded }: Notes): string {
  const seen = rows.filter(({ verdict }) => verdict !== 'not seen');
  const unseen = rows.length - seen.length;
  return [
    table.text(seen, {}),
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
