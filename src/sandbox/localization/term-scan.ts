/** Finds the same terms in the same texts every time: capitalised names, as games and apps write them. */
import { PLACEHOLDER } from './localized-string';

export interface FoundTerm {
  term: string;
  /** The first text with the term. */
  content: string;
  category: string;
  glossary_score: number;
  judgment: string;
}

/** A person must be able to read the list; it also bounds the terms that one scan can add to a termbase. */
const MAX_TERMS = 5_000;

const NAME = /\p{Lu}[\p{L}\p{N}'’-]+(?: \p{Lu}[\p{L}\p{N}'’-]+)*/gu;
/** Replaces a placeholder, and belongs to no name. */
const GAP = '\uFFFC';

/** Words with a capital because they begin a sentence or a button. */
const COMMON = new Set(
  [
    'The This That These Those A An My Your Our His Her Its Their All No Not Now New Yes Please Welcome',
    'I You He She It We They There Here What Who Whose Which When Where Why How If As And Or But So Then Than',
    'For From With Without Into In On At To Of By Up Out Over Under After Before Until While Because',
    'Am Is Are Was Were Be Been Do Does Did Has Have Had Can Could Will Would Shall Should May Might Must Let',
    'Open Close Start Stop Save Load Take Give Get Go Use Buy Sell Add Remove Select Choose Enter Find Press Click Tap',
  ].flatMap((line) => line.split(' ')),
);

const CATEGORIES: Record<string, string> = {
  Location: 'Castle Cave City Forest Harbor Island Kingdom Mountain Tower Valley',
  Item: 'Amulet Armor Blade Crown Gem Key Potion Ring Shield Staff Sword',
  Skill: 'Blast Heal Leap Slash Storm Strike',
  Attributes: 'Agility Health Luck Mana Stamina Strength',
};

interface Sightings {
  content: string;
  count: number;
  /** Seen within a sentence, where only a name is capitalised. */
  within: boolean;
}

export function scanTerms(contents: Iterable<string>): FoundTerm[] {
  const seen = new Map<string, Sightings>();
  for (const content of contents) {
    const text = content.replace(PLACEHOLDER, GAP);
    for (const { 0: match, index } of text.matchAll(NAME)) {
      const term = withoutCommonWords(match);
      if (term === '') continue;
      const sightings = seen.get(term) ?? { content, count: 0, within: false };
      sightings.count += 1;
      sightings.within ||= term !== match || !beginsSentence(text, index);
      seen.set(term, sightings);
    }
  }
  const terms = [...seen].filter(([term, { count, within }]) => term.includes(' ') || (count > 1 && within));
  return terms.slice(0, MAX_TERMS).map(([term, { content, count }]) => describe(term, content, count));
}

function withoutCommonWords(name: string): string {
  const words = name.split(' ');
  while (words[0] !== undefined && COMMON.has(words[0])) words.shift();
  return words.join(' ');
}

function beginsSentence(text: string, at: number): boolean {
  let before = at - 1;
  while (text[before] === ' ') before -= 1;
  if (`"'”’)`.includes(text.charAt(before))) before -= 1;
  return before < 0 || '.!?:…\n'.includes(text.charAt(before));
}

function describe(term: string, content: string, count: number): FoundTerm {
  const words = term.split(' ');
  const [category] =
    Object.entries(CATEGORIES).find(([, known]) => words.some((word) => known.split(' ').includes(word))) ??
    [];
  const occurrences = count === 1 ? 'once' : `${count} times`;
  return {
    term,
    content,
    category: category ?? 'Character',
    glossary_score: Math.min(10, 2 + 2 * words.length + count),
    judgment: `A name that occurs ${occurrences}. Use the same translation everywhere.`,
  };
}
