import { stringsPath } from '../../src/domain/console-paths';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { numberText } from '../count-text';
import { languageName } from '../language-name';
import { languageRows, type LanguageRow } from './language-rows';

const columns = ['Strings', 'Translated', 'Missing'];

/** Each language with how much of it there is. */
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
            {columns.map((name) => (
              <th key={name} role="columnheader" scope="col" class="number">
                {name}
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
        <p class="muted note">The service does not tell which translations come from its memory.</p>
      )}
    </section>
  );
}

const lateWords: Readonly<Record<NonNullable<LanguageRow['late']>, string>> = {
  supplement: 'supplement',
  added: 'added later',
  'to come': 'to come',
};

function Row({ row, release }: { row: LanguageRow; release: ReleaseName }) {
  const { language, strings, translated, missing, late, isReadable } = row;
  const counts = [strings, translated, missing];
  const name = languageName(language);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {isReadable ? <a href={stringsPath(release, language)}>{name}</a> : name} <code>{language}</code>
        {late !== null && <span class="tag">{lateWords[late]}</span>}
      </th>
      {counts.map((count, index) => (
        <td
          key={columns[index]}
          role="cell"
          class={`number ${columns[index] === 'Missing' && (count ?? 0) > 0 ? 'lacks' : ''}`}
          data-label={columns[index]}
        >
          {count === null ? '–' : numberText(count)}
        </td>
      ))}
      <td role="cell" class="complete">
        <Complete row={row} />
      </td>
    </tr>
  );
}

function Complete({ row: { percent, belowMinimum, note } }: { row: LanguageRow }) {
  if (percent === null) return <span class="muted">{note}</span>;
  return (
    <>
      <span class="bar" aria-hidden="true">
        <span style={{ inlineSize: `${percent}%` }} />
      </span>
      <span class={percent < 100 ? 'lacks' : ''}>
        {percent} %{belowMinimum !== null && `, below its minimum of ${belowMinimum} %`}
      </span>
    </>
  );
}
