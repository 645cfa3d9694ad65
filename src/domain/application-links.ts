/** Adds the address of the social service's application to every advice that sends a person there. */

/** Page addresses by the service's own page names; empty when the service reported none. */
export type ApplicationLinks = Readonly<Record<string, string>>;

const MOST_CHARS = 2000;

export function applicationLinks(reported: Readonly<Record<string, unknown>>): ApplicationLinks {
  const usable = Object.entries(reported).filter(
    (entry): entry is [string, string] =>
      typeof entry[1] === 'string' &&
      entry[1].length <= MOST_CHARS &&
      /^https?:\/\/[^\s()]+$/i.test(entry[1]),
  );
  return Object.fromEntries(usable);
}

/** The first page whose words match a sentence and whose address is known is linked. */
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
      // A problem that occurs again already has the address in its text.
      const place = /\bin the application\b(?:'s integration settings|(?!'))(?! \()/g;
      return clause.replace(place, (words) => `${words} (${links[page] ?? ''})`);
    })
    .join('');
}
