/** The announcement's text with its placeholders; checked when a release starts, filled when it is told. */
import { placeholderFault } from './placeholder-fault';

const placeholders = ['name', 'project', 'languages', 'languageCount', 'strings'] as const;
type PlaceholderName = (typeof placeholders)[number];

const isPlaceholder = (name: string | undefined): name is PlaceholderName =>
  placeholders.some((known) => known === name);

export interface AnnouncementFacts {
  name: string;
  project: string;
  /** As a reader would call them. */
  languages: readonly string[];
  strings: number;
}

/** More than any platform takes. */
const MOST_CHARS = 50_000;

/** What is wrong with a text, or null: an unknown placeholder would otherwise be posted as it stands. */
export function announcementTextFault(text: string): string | null {
  if (text.length > MOST_CHARS) return `is longer than ${MOST_CHARS} characters`;
  if (text.trim() === '') return 'is empty';
  for (const [whole, name] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (!isPlaceholder(name)) {
      return `has the unknown placeholder ${whole}; known are ${placeholders.map((known) => `{${known}}`).join(', ')}`;
    }
  }
  return placeholderFault(text);
}

export function fillAnnouncementText(text: string, facts: AnnouncementFacts): string {
  const values: Record<PlaceholderName, string> = {
    name: facts.name,
    project: facts.project,
    languages: listOf(facts.languages),
    languageCount: String(facts.languages.length),
    strings: String(facts.strings),
  };
  return text.replace(/\{([^{}]*)\}/g, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
}

function listOf(words: readonly string[]): string {
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;
}
