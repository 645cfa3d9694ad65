/** The announcement's text. Its placeholders are checked when a release starts and filled when it is announced. */
const placeholders = ['name', 'project', 'languages', 'languageCount', 'strings'] as const;
type PlaceholderName = (typeof placeholders)[number];

const isPlaceholder = (name: string | undefined): name is PlaceholderName =>
  placeholders.some((known) => known === name);

export interface AnnouncementFacts {
  name: string;
  project: string;
  /** Display names, not codes. */
  languages: readonly string[];
  strings: number;
}

/** No platform accepts more. */
const MOST_CHARS = 50_000;

/** An unknown placeholder is a fault because it would be posted as it stands. */
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

/**
 * The fault in the placeholders of a text, such as `{name}` or `{count, plural, one {…} other {…}}`, or null. Braces
 * are text as well, as in `:}`: a single one is a fault only where it touches a word or another placeholder, as in
 * `{name`, and where neither `\` nor `'` before it shows that it is intended.
 */
export function placeholderFault(text: string): string | null {
  const open: number[] = [];
  const closed = new Set<number>();
  const alone: number[] = [];
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    if (brace === '{') {
      open.push(index);
      continue;
    }
    const partner = open.pop();
    if (partner === undefined) alone.push(index);
    else closed.add(partner).add(index);
  }
  const touches = (at: number): boolean => closed.has(at) || /^[\p{L}\p{N}_$]$/u.test(text.charAt(at));
  const meant = (at: number): boolean => /['\\]/.test(text.charAt(at - 1));
  if (open.some((at) => touches(at + 1) && !meant(at)))
    return 'has a placeholder that is not closed: { without }';
  if (alone.some((at) => touches(at - 1) && !meant(at)))
    return 'has a placeholder that is not opened: } without {';
  return null;
}

/** By the platforms' own documentation. The service may cut or refuse a longer text. */
const mostCharacters: Readonly<Record<string, number>> = {
  x: 280,
  threads: 500,
  instagram: 2200,
  tiktok: 2200,
  youtube: 5000,
  facebook: 63_206,
};

/** X counts a character of a script such as Chinese, Japanese or Korean as two, and a link as 23. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;
const LINK = /https?:\/\/\S+/g;
const LINK_LENGTH = 23;

/** The length as the platform counts it; `most` is null where the platform's limit is not known. */
export function textLength(text: string, platform: string): { length: number; most: number | null } {
  const name = platform.toLowerCase();
  return {
    length: name === 'x' ? lengthOnX(text) : Array.from(text).length,
    most: mostCharacters[name] ?? null,
  };
}

export function textLengthFault(text: string, platform: string): string | null {
  const { length, most } = textLength(text, platform);
  return most === null || length <= most
    ? null
    : `The announcement has ${length} characters, and ${platform} takes ${most}. Shorten it, or the service may refuse it.`;
}

function lengthOnX(text: string): number {
  const links = text.match(LINK) ?? [];
  const characters = Array.from(text.replace(LINK, ''));
  return links.length * LINK_LENGTH + characters.reduce((sum, one) => sum + (WIDE.test(one) ? 2 : 1), 0);
}
