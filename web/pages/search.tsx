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
import { words } from '../messages/words';

export function SearchPage() {
  const asked = (useLocation().query.q ?? '').trim();
  const main = usePage(asked === '' ? words.search.title : words.search.titleOf(asked));
  // The header counts what waits, here too.
  useEffect(() => listen(null, {}), []);
  return (
    <main id="main" {...main}>
      <h1>{words.search.title}</h1>
      <SearchBox autoFocus={asked === ''} />
      {asked === '' ? <WhatIsFound /> : <Results asked={asked} />}
    </main>
  );
}

function WhatIsFound() {
  return (
    <div class="empty">
      <p>{words.search.whatIsFound()}</p>
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
        {found === null ? error.value === null && words.search.searching : summary(found)}
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
  if (releases.length === 0 && terms.length === 0) return words.search.nothing;
  const count = terms.reduce((sum, found) => sum + found.terms.length + found.more, 0);
  return words.search.found(releases.length, count);
}

function cutWords({ cut, lookedInto }: Found): string {
  const { outOfTime, enough } = words.search;
  return (cut === 'time' ? outOfTime : enough)(lookedInto);
}
