import { glossaryOfPath, reviewPath } from '../../src/domain/console-paths';
import type { FoundTerms } from '../../src/protocol/search-api';
import { ReleaseLink } from '../components/release-link';
import { languageName } from '../language-name';
import { numberText } from '../count-text';
import { Marked } from './marked';

/** Terms, by the release whose list has them. */
export function FoundTermsList({ releases, asked }: { releases: readonly FoundTerms[]; asked: string }) {
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
