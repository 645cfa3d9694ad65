import type { ReleaseStatus } from '../../src/domain/status';
import { countText } from '../count-text';
import { languageName } from '../language-name';
import { languageNote } from './language-note';

export function Languages({ status }: { status: ReleaseStatus }) {
  const completeness = new Map((status.export?.completeness ?? []).map((entry) => [entry.language, entry]));
  const languages = [...new Set([...status.languages, ...completeness.keys()])];
  return (
    <section aria-labelledby="languages-title">
      <h2 id="languages-title">Languages</h2>
      <ul class="languages">
        {languages.map((language) => {
          const known = completeness.get(language);
          return (
            <li key={language}>
              <span>
                {languageName(language)} <code>{language}</code>
              </span>
              {known === undefined ? (
                <span class="muted">{languageNote(status, language)}</span>
              ) : (
                <>
                  <span class="bar" aria-hidden="true">
                    <span style={{ inlineSize: `${known.percent}%` }} />
                  </span>
                  <span class={known.missing > 0 ? 'lacks' : ''}>
                    {Math.floor(known.percent * 10) / 10} %
                    {known.missing > 0 && `, ${countText(known.missing, 'string')} missing`}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
