import { stringsPath } from '../../src/domain/console-paths';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { languageName, numberText } from '../format';
import { type LanguageRow, languageRows } from './language-rows';

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
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              Language
            </th>
            {columnNames.map((name) => (
              <th key={name} role="columnheader" scope="col" class="number">
                {columns[name]}
              </th>
            ))}
            <th role="columnheader" scope="col">
              Complete
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.language} row={row} release={release} />
          ))}
        </tbody>
      </table>
      {rows.some(({ percent }) => percent !== null) && (
        <p class="muted note">The service does not say which translations come from its memory.</p>
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
