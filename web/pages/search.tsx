import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import type { Found } from '../../src/protocol/search-api';
import { api } from '../api';
import { ErrorMessage } from '../components/error-message';
import { usePage } from '../components/use-page';
import { countText } from '../count-text';
import { listen } from '../live-events';
import { useResource } from '../resource';
import { FoundReleases } from '../search/found-releases';
import { FoundTermsList } from '../search/found-terms';
import { SearchBox } from '../search/search-box';

export function SearchPage() {
  const asked = (useLocation().query.q ?? '').trim();
  const main = usePage(asked === '' ? 'Search' : `Search: ${asked}`);
  // The header counts what waits, here too.
  useEffect(() => listen(null, {}), []);
  return (
    <main id="main" {...main}>
      <h1>Search</h1>
      <SearchBox autoFocus={asked === ''} />
      {asked === '' ? <WhatIsFound /> : <Results asked={asked} />}
    </main>
  );
}

function WhatIsFound() {
  return (
    <div class="empty">
      <p>
        Releases are found by a part of their project and name, by a language (<code>ja</code> or Japanese),
        and by the id of their task or post. Terms are found by their text and their translations.
      </p>
    </div>
  );
}

function Results({ asked }: { asked: string }) {
  const { value, error, reload } = useResource(asked, () => api.search(asked));
  const found = value.value;
  return (
    <>
      <ErrorMessage error={error.value} again={reload} />
      <p class="hint" role="status">
        {found === null ? error.value === null && 'Searching…' : summary(found)}
      </p>
      {found !== null && (
        <>
          <FoundReleases releases={found.releases} asked={asked} />
          <FoundTermsList releases={found.terms} asked={asked} />
          {found.cut !== null && <p class="muted">{cutWords(found)}</p>}
        </>
      )}
    </>
  );
}

function summary({ releases, terms }: Found): string {
  if (releases.length === 0 && terms.length === 0) return 'Nothing was found.';
  const count = terms.reduce((sum, found) => sum + found.terms.length + found.more, 0);
  return `${countText(releases.length, 'release')} and ${countText(count, 'term')} found.`;
}

function cutWords({ cut, lookedInto }: Found): string {
  const newest = `the newest ${countText(lookedInto, 'release')}`;
  return cut === 'time'
    ? `The time was over after ${newest}: older ones were looked at by their names alone. Search again to go on, or search for more of the text.`
    : `There were enough results after ${newest}. Search for more of the text to see others.`;
}
