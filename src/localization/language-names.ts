import { foldLanguage, sameLanguage, isNameOf } from '../domain/text/language-code';
import { nearestWord } from '../domain/text/suggest-word';

/** Finds the same language under another code or a name: `zh-Hans` is `zh-cn`, and `Japanese` is `ja`. */
export function matchLanguage(name: string, languages: readonly string[]): string | null {
  const same = sameLanguage(name, languages);
  if (same !== null) return same;
  const whole = looksLikeLanguage(name) ? wholeTag(name) : null;
  return (
    languages.find((code) => (whole !== null && wholeTag(code) === whole) || isNameOf(name, code)) ?? null
  );
}

/** Adds the script and the region that a code implies. null: no such code is possible. */
function wholeTag(code: string): string | null {
  try {
    return new Intl.Locale(foldLanguage(code)).maximize().toString();
  } catch {
    return null;
  }
}

const MOST_MEANT = 3;

/** Guesses what a person meant by another code: the same language, one of a country (`jp` for `ja`), or a slip. */
export function meantLanguages(code: string, listed: readonly string[]): string[] {
  const ofCountry = isCountry(code) ? wholeTag(`und-${code}`) : null;
  const tags = [wholeTag(code), ofCountry].filter((tag) => tag !== null);
  const bases = tags.map((tag) => tag.split('-')[0]);
  const slip = nearestWord(code, listed);
  const meant = [
    ...listed.filter((other) => tags.includes(wholeTag(other) ?? '')),
    ...(slip === null ? [] : [slip]),
    ...listed.filter((other) => bases.includes(wholeTag(other)?.split('-')[0])),
  ];
  return [...new Set(meant)].slice(0, MOST_MEANT);
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

function isCountry(code: string): boolean {
  return /^[a-z]{2}$/.test(code) && countries.of(code.toUpperCase()) !== undefined;
}

const MOST_NAME_CHARS = 200;

/** Finds the language in `game_zh-CN`, `ja/strings` or `strings[zh-Hans]`: the longest run of words that is one. */
export function languageWithin(name: string, languages: readonly string[]): string | null {
  const runs = runsOf(name);
  for (const run of runs) {
    const same = sameLanguage(run, languages);
    if (same !== null) return same;
  }
  // A shorter run would find only the `zh` of `zh-Hant`.
  const whole = runs.find((run) => isKnownLanguage(run) || matchLanguage(run, languages) !== null);
  return whole === undefined ? null : matchLanguage(whole, languages);
}

/**
 * The language that a file or its folder is named after, where it is not in the list: `fr` of `game_fr` and `fr/game`.
 */
export function otherLanguageOf(name: string, languages: readonly string[]): string | null {
  if (languageWithin(name, languages) !== null) return null;
  const ends = name.split('/').flatMap((part) => {
    const end = wordsOf(part).join('-');
    return runsOf(part).filter((run) => end.endsWith(run));
  });
  return ends.findLast(isKnownLanguage) ?? null;
}

const knownLanguages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

export function isKnownLanguage(code: string): boolean {
  try {
    return looksLikeLanguage(code) && knownLanguages.of(foldLanguage(code)) !== undefined;
  } catch {
    return false;
  }
}

/** Runs of up to four adjacent words, joined like a code; longer ones first, and of one length the last first. */
function runsOf(name: string): string[] {
  const words = wordsOf(name);
  return [4, 3, 2, 1].flatMap((length) =>
    Array.from({ length: Math.max(0, words.length - length + 1) }, (_, at) =>
      words.slice(at, at + length).join('-'),
    ).reverse(),
  );
}

function wordsOf(name: string): string[] {
  return foldLanguage(name.slice(-MOST_NAME_CHARS)).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

export function looksLikeLanguage(name: string): boolean {
  return LANGUAGE_CODE.test(name.trim());
}
