import { number, plural } from './numbers';

const counted =
  (one: string, other = `${one}s`) =>
  (count: number) =>
    plural(count, { one: `# ${one}`, other: `# ${other}` });

/** `1 term`, `4,120 terms`. */
export const counts = {
  andMore: (count: number) => `and ${number(count)} more`,
  accounts: counted('account'),
  attempts: counted('attempt'),
  calls: counted('call'),
  changes: counted('change'),
  characters: counted('character'),
  files: counted('file'),
  keys: counted('key'),
  languages: counted('language'),
  notices: counted('notice'),
  releases: counted('release'),
  reviews: counted('term review'),
  strings: counted('string'),
  terms: counted('term'),
  unsavedDrafts: counted('unsaved draft'),
  weeks: counted('week'),
  words: counted('word'),
};
