import { stringsPath } from '../../src/domain/console-paths';
import { endedStates } from '../../src/domain/release/release-states';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { TableHead } from '../components/table';
import { languageName, numberText } from '../format';

interface LanguageRow {
  language: string;
  /** The number to translate; null where it is not known. */
  strings: number | null;
  translated: number | null;
  missing: number | null;
  /** The translated strings whose keys differ in case from the release's. */
  otherCase: number;
  /** Rounded down to one digit. null: the strings were not counted. */
  percent: number | null;
  /** The minimum percentage; null where none was set, or where it is met. */
  belowMinimum: number | null;
  /** How a language that was not requested from the beginning came into the release, or only into its files. */
  late: 'supplement' | 'added' | 'exported' | 'to come' | null;
  /** The reason where nothing is counted. */
  note: string | null;
  isReadable: boolean;
}

export function languageRows(status: ReleaseStatus, plan: ReleaseDetails['plan']): LanguageRow[] {
  const counted = new Map((status.export?.completeness ?? []).map((entry) => [entry.language, entry]));
  const coming = status.comingLanguages;
  const languages = [...new Set([...status.languages, ...coming, ...counted.keys()])];
  const { strings } = plan;
  return languages.map((language) => {
    const { percent = null, missing = null, otherCase = 0 } = counted.get(language) ?? {};
    const minimum = plan.minimumComplete[language] ?? 0;
    return {
      language,
      strings,
      translated: missing === null || strings === null ? null : strings - missing,
      missing,
      otherCase,
      percent: percent === null ? null : Math.floor(percent * 10) / 10,
      belowMinimum: percent !== null && percent < minimum ? minimum : null,
      late: lateness(language, status, plan),
      note: percent === null ? languageNote(status, language) : null,
      isReadable:
        status.export?.files.some((file) => file.checked && file.languages.includes(language)) === true,
    };
  });
}

function lateness(
  language: string,
  { languages, comingLanguages }: ReleaseStatus,
  { targetLanguages, supplementLanguages }: ReleaseDetails['plan'],
): LanguageRow['late'] {
  if (targetLanguages.includes(language)) return null;
  if (comingLanguages.includes(language)) return 'to come';
  if (!languages.includes(language)) return 'exported';
  return supplementLanguages.includes(language) ? 'supplement' : 'added';
}

export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const holding = exported?.files.filter(({ languages }) => languages.includes(language)) ?? [];
  if (holding.some(({ checked }) => !checked)) return 'Unknown: exported, not checked';
  if (holding.length > 0) return 'Unknown: which strings there are is not known here';
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? 'Not exported'
    : 'Not exported yet';
}

const columns = { strings: 'Strings', translated: 'Translated', missing: 'Missing' };
const columnNames = ['strings', 'translated', 'missing'] as const;

const lateTags = {
  supplement: 'supplement',
  added: 'added later',
  exported: 'only exported',
  'to come': 'to come',
};

export function Languages({ view, release }: { view: ReleaseDetails; release: ReleaseName }) {
  const rows = languageRows(view.status, view.plan);
  return (
    <section class="languages" aria-labelledby="languages-title">
      <h2 id="languages-title">Languages</h2>
      <table role="table">
        <TableHead titles={['Language', 'Strings', 'Translated', 'Missing', 'Complete']} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.language} row={row} release={release} />
          ))}
        </tbody>
      </table>
      {rows.some(({ percent }) => percent !== null) && (
        <p class="muted note small">The service does not say which translations come from its memory.</p>
      )}
    </section>
  );
}

function Row({ row, release }: { row: LanguageRow; release: ReleaseName }) {
  const { language, late, isReadable } = row;
  const name = languageName(language);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {isReadable ? <a href={stringsPath(release, language)}>{name}</a> : name} <code>{language}</code>
        {late !== null && <span class="tag">{lateTags[late]}</span>}
      </th>
      {columnNames.map((column) => (
        <td
          key={column}
          role="cell"
          class={`number ${column === 'missing' && (row.missing ?? 0) > 0 ? 'lacks' : ''}`}
          data-label={columns[column]}
        >
          {row[column] === null ? '–' : numberText(row[column])}
        </td>
      ))}
      <td role="cell" class="complete">
        <Complete row={row} />
      </td>
    </tr>
  );
}

function Complete({ row: { percent, belowMinimum, otherCase, note } }: { row: LanguageRow }) {
  if (percent === null) return <span class="muted">{note}</span>;
  return (
    <>
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span class={percent < 100 ? 'lacks' : ''}>
        {belowMinimum === null ? `${percent} %` : `${percent} %, below its minimum of ${belowMinimum} %`}
      </span>
      {otherCase > 0 && <span class="muted">{` ${otherCase} matched without case`}</span>}
    </>
  );
}
