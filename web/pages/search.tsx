import { useLocation } from 'preact-iso/router';
import { useEffect } from 'preact/hooks';
import type { Found } from '../../src/protocol/search-api';
import { api } from '../api';
import { ErrorMessage } from '../components/error-message';
import { UnreadableReleases } from '../components/unreadable-releases';
import { usePage } from '../components/use-page';
import { listen } from '../live-events';
import { useResource } from '../resource';
import { FoundReleases } from '../search/found-releases';
import { FoundTermsList } from '../search/found-terms';
import { SearchBox } from '../search/search-box';
import { counted } from '../count-text';

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
          <UnreadableReleases releases={found.unreadable} />
          {found.cut !== null && <p class="muted">{cutWords(found)}</p>}
        </>
      )}
    </>
  );
}

function summary({ releases, terms }: Found): string {
  if (releases.length === 0 && terms.length === 0) return 'Nothing was found.';
  const count = terms.reduce((sum, found) => sum + found.terms.length + found.more, 0);
  return `${counted(releases.length, 'release')} and ${counted(count, 'term')} found.`;
}

function cutWords({ cut, lookedInto }: Found): string {
  const newest = `the newest ${counted(lookedInto, 'release')}`;
  return cut === 'time'
    ? `The search ran out of time after ${newest}. Older ones were searched by name only. Search again to continue, or enter more of the text.`
    : `There were enough results after ${newest}. Enter more of the text to see others.`;
}
