import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { glossaryOfPath, releasePath, reviewPath, searchPath } from '../../src/domain/console-paths';
import type { Found, FoundRelease, FoundTerms } from '../../src/protocol/search-api';
import { api } from '../api';
import { StateBadge } from '../components/icon';
import { usePage } from '../components/page';
import { ReleaseLink, UnreadableReleases } from '../components/release-name';
import { ErrorMessage, useResource } from '../components/resource';
import { When } from '../components/when';
import { counted, languageName, numberText } from '../format';
import { listen } from '../live-events';

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

const by = { language: 'Language', task: 'Task', post: 'Post' };

function FoundReleases({ releases, asked }: { releases: readonly FoundRelease[]; asked: string }) {
  if (releases.length === 0) return null;
  return (
    <section class="found" aria-labelledby="found-releases">
      <h2 id="found-releases">Releases</h2>
      <ul>
        {releases.map((release) => (
          <li key={release.id}>
            <a href={releasePath(release)}>
              <bdi dir="ltr">
                <bdi class="project">
                  <Marked text={release.project} asked={asked} />
                </bdi>{' '}
                <bdi class="name">
                  <Marked text={release.name} asked={asked} />
                </bdi>
              </bdi>
            </a>
            {release.state !== null && <StateBadge state={release.state} />}
            {release.by !== 'name' && (
              <span class="muted">
                {by[release.by]}{' '}
                <bdi>{release.by === 'language' ? languageName(release.matched) : release.matched}</bdi>
              </span>
            )}
            {release.startedAt !== null && (
              <span class="muted">
                started at <When at={release.startedAt} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Terms, by the release whose list has them. */
function FoundTermsList({ releases, asked }: { releases: readonly FoundTerms[]; asked: string }) {
  if (releases.length === 0) return null;
  return (
    <section class="found" aria-labelledby="found-terms">
      <h2 id="found-terms">Terms</h2>
      {releases.map((release) => (
        <section key={release.id} class="panel" aria-label={`Terms of ${release.id}`}>
          <h3 class="heading">
            <ReleaseLink id={release.id} />
          </h3>
          <ul>
            {release.terms.map(({ term, category, translations }) => (
              <li key={term}>
                <strong dir="auto">
                  <Marked text={term} asked={asked} />
                </strong>
                <bdi class="muted">{category}</bdi>
                {translations.map(({ language, text }) => (
                  <span key={language}>
                    <span class="muted">{languageName(language)}</span>{' '}
                    <bdi lang={language}>
                      <Marked text={text} asked={asked} />
                    </bdi>
                  </span>
                ))}
              </li>
            ))}
          </ul>
          <p class="muted">
            {release.more > 0 && `and ${numberText(release.more)} more.`}{' '}
            <a href={reviewPath(release)}>All terms</a>
            {release.isConfirmed && (
              <>
                {' · '}
                <a href={`${glossaryOfPath(release)}?q=${encodeURIComponent(asked)}`}>Glossary changes</a>
              </>
            )}
          </p>
        </section>
      ))}
    </section>
  );
}

/** A text with what was searched for marked, wherever it stands. */
function Marked({ text, asked }: { text: string; asked: string }) {
  const at = text.toLowerCase().indexOf(asked.toLowerCase());
  // Lower case may have another length: then no place is sure.
  if (at < 0 || text.toLowerCase().length !== text.length) return <>{text}</>;
  const end = at + asked.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

const SEARCH_ID = 'search-everything';

/** Over all releases and terms. What was searched for stands in the address of the results. */
function SearchBox({ autoFocus }: { autoFocus: boolean }) {
  const { query, route } = useLocation();
  const field = useRef<HTMLInputElement>(null);
  const asked = query.q ?? '';
  useEffect(() => {
    if (field.current !== null) field.current.value = asked;
  }, [asked]);
  return (
    <form
      class="search-box"
      role="search"
      aria-label="Releases and terms"
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value.trim() ?? '';
        if (text !== '') route(`${searchPath}?q=${encodeURIComponent(text)}`);
      }}
    >
      <label for={SEARCH_ID} class="unseen">
        Find releases and terms
      </label>
      <input
        ref={field}
        id={SEARCH_ID}
        type="search"
        placeholder="Find releases and terms"
        maxLength={200}
        dir="auto"
        defaultValue={asked}
        autoFocus={autoFocus}
        enterkeyhint="search"
      />
    </form>
  );
}
