import { glossaryOfPath, reviewPath } from '../../src/domain/console-paths';
import type { FoundTerms } from '../../src/protocol/console-api';
import { ReleaseLink } from '../components/release-name';
import { Loading } from '../components/resource';
import { languageName, numberText } from '../format';

/** Groups the terms by the release that has them; null: they are still being read. */
export function FoundTermsList({
  releases,
  query,
}: {
  releases: readonly FoundTerms[] | null;
  query: string;
}) {
  if (query === '')
    return <p class="empty">Terms are found by their text and their translations, in all releases.</p>;
  if (releases === null) return <Loading />;
  if (releases.length === 0) return <p class="empty">No term matches.</p>;
  return (
    <div class="found stack">
      {releases.map((release) => (
        <section key={release.id} class="panel" aria-label={`Terms of ${release.id}`}>
          <h2 class="heading">
            <ReleaseLink id={release.id} />
          </h2>
          <ul>
            {release.terms.map(({ term, category, translations }) => (
              <li key={term} class="row">
                <strong dir="auto">
                  <Marked text={term} query={query} />
                </strong>
                <bdi class="muted">{category}</bdi>
                {translations.map(({ language, text }) => (
                  <span key={language}>
                    <span class="muted">{languageName(language)}</span>{' '}
                    <bdi lang={language}>
                      <Marked text={text} query={query} />
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
                <a href={`${glossaryOfPath(release)}?q=${encodeURIComponent(query)}`}>Glossary changes</a>
              </>
            )}
          </p>
        </section>
      ))}
    </div>
  );
}

/** Marks the searched text wherever it is. */
function Marked({ text, query }: { text: string; query: string }) {
  const at = text.toLowerCase().indexOf(query.toLowerCase());
  // Lower case may change the length of a text: then positions are not reliable.
  if (at < 0 || text.toLowerCase().length !== text.length) return <>{text}</>;
  const end = at + query.length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}
