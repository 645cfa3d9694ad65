import { stringsPath } from '../../src/domain/console-paths';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { numberText } from '../count-text';
import { languageName } from '../language-name';
import { words } from '../messages/words';
import { languageRows, type LanguageRow } from './language-rows';

const columns = ['strings', 'translated', 'missing'] as const;

/** Each language with how much of it there is. */
export function Languages({ view, release }: { view: ReleaseDetails; release: ReleaseName }) {
  const rows = languageRows(view.status, view.plan);
  return (
    <section class="languages" aria-labelledby="languages-title">
      <h2 id="languages-title">{words.release.languages}</h2>
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {words.release.language}
            </th>
            {columns.map((name) => (
              <th key={name} role="columnheader" scope="col" class="number">
                {words.release.columns[name]}
              </th>
            ))}
            <th role="columnheader" scope="col">
              {words.release.complete}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <Row key={row.language} row={row} release={release} />
          ))}
        </tbody>
      </table>
      {rows.some(({ percent }) => percent !== null) && <p class="muted note">{words.release.noMemory}</p>}
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
        {late !== null && <span class="tag">{words.release.late[late]}</span>}
      </th>
      {columns.map((column) => (
        <td
          key={column}
          role="cell"
          class={`number ${column === 'missing' && (row.missing ?? 0) > 0 ? 'lacks' : ''}`}
          data-label={words.release.columns[column]}
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
        {belowMinimum === null
          ? words.common.percent(percent)
          : words.release.belowMinimum(percent, belowMinimum)}
      </span>
      {otherCase > 0 && <span class="muted">{words.release.otherCase(otherCase)}</span>}
    </>
  );
}
