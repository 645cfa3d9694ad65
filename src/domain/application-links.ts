/** Every advice that sends a person to the application of the social service says where that is, as the service told it. */

/** By the service's own names; empty: it told none. */
export type ApplicationLinks = Readonly<Record<string, string>>;

const MOST_CHARS = 2000;

/** What can be opened of all that was told. */
export function applicationLinks(told: Readonly<Record<string, unknown>>): ApplicationLinks {
  const usable = Object.entries(told).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      entry[1].length <= MOST_CHARS &&
      /^https?:\/\/[^\s()]+$/i.test(entry[1]),
  );
  return Object.fromEntries(usable);
}

/** Which page a sentence is about, by its words: the first that fits and was told. */
const pages: readonly [page: string, words: RegExp][] = [
  ['accounts', /\b(account|authoriz|connect|permission)/i],
  ['calendar', /\b(scheduled|approve)\b/i],
  ['drafts', /\b(draft|post|prepare|image)/i],
  ['dashboard', /./],
];

export function withLinks(text: string, links: ApplicationLinks): string {
  return text
    .split(/(?<=[.\n])/)
    .map((clause) => {
      const [page] = pages.find(([name, words]) => links[name] !== undefined && words.test(clause)) ?? [];
      if (page === undefined) return clause;
      // Told already where a problem comes up again.
      const place = /\bin the application\b(?:'s integration settings|(?!'))(?! \()/g;
      return clause.replace(place, (words) => `${words} (${links[page] ?? ''})`);
    })
    .join('');
}
