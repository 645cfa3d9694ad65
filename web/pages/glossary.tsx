import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { glossaryOfPath } from '../../src/domain/console-paths';
import type { GlossaryRow } from '../../src/protocol/glossary-api';
import { fromAddress, toAddress } from '../address';
import { ErrorMessage } from '../components/error-message';
import { ReleaseTitle } from '../components/release-title';
import { SearchField } from '../components/search-field';
import { UnreadableReleases } from '../components/unreadable-releases';
import { usePage } from '../components/use-page';
import { When } from '../components/when';
import { ChangeCounts } from '../glossary/change-counts';
import { useGlossary } from '../glossary/use-glossary';
import { listen } from '../live-events';
import { words } from '../messages/words';

/** What releases changed in the termbase, the newest first. */
export function GlossaryPage() {
  const main = usePage(words.glossary.title);
  const search = useSignal(fromAddress('q'));
  const glossary = useGlossary(search.value);
  useEffect(() => listen(null, { reconnected: glossary.again }), []);
  const { rows, error, next, isReading, isCut, unreadable } = glossary;
  const says = words.glossary;
  return (
    <main id="main" {...main}>
      <h1>{says.title}</h1>
      <p class="muted intro">{says.intro}</p>
      <SearchField
        label={says.search}
        placeholder={says.searchHint}
        first={search.peek()}
        onTyped={(text) => {
          search.value = text;
          toAddress({ q: text });
        }}
      />
      <ErrorMessage error={error.value} again={glossary.again} />
      {rows.value.length > 0 && <GlossaryTable rows={rows.value} search={search.value} />}
      {rows.value.length === 0 && !isReading.value && next.value === null && error.value === null && (
        <p class="empty">{search.value === '' ? says.nothingYet : says.noMatch}</p>
      )}
      <UnreadableReleases releases={unreadable.value} />
      <p role="status" class="hint">
        {isReading.value && words.common.loading}
        {!isReading.value && isCut.value && says.cut}
      </p>
      {next.value !== null && !isReading.value && (
        <button type="button" onClick={glossary.more}>
          {isCut.value ? says.lookFurther : says.showOlder}
        </button>
      )}
    </main>
  );
}

function GlossaryTable({ rows, search }: { rows: readonly GlossaryRow[]; search: string }) {
  const { columns } = words.glossary;
  return (
    <table class="glossary" role="table">
      <thead role="rowgroup">
        <tr role="row">
          {[columns.release, columns.terms, columns.confirmedBy, columns.when].map((title) => (
            <th key={title} role="columnheader" scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={row.id} role="row">
            <th role="rowheader" scope="row">
              <a href={`${glossaryOfPath(row)}${search === '' ? '' : `?q=${encodeURIComponent(search)}`}`}>
                <ReleaseTitle project={row.project} name={row.name} />
              </a>
            </th>
            <td role="cell">
              {row.counts !== null && <ChangeCounts counts={row.counts} />}
              {row.trouble !== null && (
                <bdi class="lacks" lang="en">
                  {row.trouble}
                </bdi>
              )}
            </td>
            <td role="cell" data-title={columns.confirmedBy}>
              <bdi>{row.confirmedBy}</bdi>
            </td>
            <td role="cell" data-title={columns.when}>
              <When at={row.confirmedAt} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
