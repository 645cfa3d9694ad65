/** The language of the page: what the reader chose, else the first of the browser's languages that it has. */
import { keep, readKept } from '../storage';
import { english } from './en/english';
import { languageNamed, wantedLanguage, type LanguageTag } from './languages';
import { speak, type Words } from './words';

const KEY = 'locrelease.language';
const local = (): Storage => localStorage;

const catalogues: Readonly<Record<LanguageTag, () => Promise<Words>>> = {
  en: () => Promise.resolve(english),
  ar: () => import('./ar/arabic').then(({ arabic }) => arabic),
};

/** Before anything is shown. A catalogue that does not come leaves the page in English, which can be used. */
export async function speakLanguageOfReader(): Promise<void> {
  const wanted = wantedLanguage([readKept<string>(local, KEY, ''), ...navigator.languages]);
  const spoken = await catalogues[wanted]().then(
    (catalogue) => (speak(catalogue), wanted),
    () => 'en' as const,
  );
  const { tag, direction } = languageNamed(spoken);
  Object.assign(document.documentElement, { lang: tag, dir: direction });
}

/** The page begins anew: what was typed is kept over that, as over any reload. */
export function chooseLanguage(tag: LanguageTag): void {
  keep(local, KEY, tag);
  location.reload();
}
