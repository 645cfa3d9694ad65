/**
 * Finds the translations in an exported INI file. How the service divides a file is not documented, and its texts may
 * be raw, with line breaks and `=` in them. So the file is read by what we know: a line begins something only where it
 * names one of our languages or strings; every other line belongs to the text before it. Nothing is refused: what is
 * not recognized is not counted.
 *
 * Read are a section per language, a section per string, keys that name both, and, for one language, no sections.
 */
import { languageWithin, looksLikeLanguage, sameLanguage } from './language-names';

export interface ExpectedContent {
  languages: readonly string[];
  /** null: it is not known which strings there are. */
  ids: Pick<ReadonlySet<string>, 'has'> | null;
}

/** A text as it stands in the file, quotes and escapes included; never empty. */
export type TakeText = (language: string, stringId: string, text: string) => void;

type Section = { language: string } | { id: string } | 'other' | null;

interface Entry {
  language: string;
  id: string;
  lines: string[];
}

/** Of a line, and of the lines that follow an entry: strings of others may follow, and would be taken for its text. */
const MOST = {
  lineChars: 1024 * 1024,
  languageChars: 40,
  textChars: 64 * 1024,
  blankLines: 100,
} as const;

const NAME_SEPARATORS = ['.', '/', ':', '|', '_', '-'];

export class ExportedIniReader {
  /** Whether anything but blanks has come. */
  isBlank = true;
  /** Languages that have a section with entries in it, be they ours or not. */
  readonly sections = new Set<string>();
  #rest = '';
  #section: Section = null;
  #entry: Entry | null = null;
  #entryChars = 0;
  /** A line in brackets that we do not know, and blank lines after it: the next line tells what it is. */
  #bracketed: string[] | null = null;

  constructor(
    private readonly expected: ExpectedContent,
    private readonly take: TakeText,
  ) {}

  push(piece: string): void {
    const [first = '', ...others] = piece.split('\n');
    if (this.#rest.length < MOST.lineChars) this.#rest += first;
    for (const line of others) {
      this.#readLine(this.#rest);
      this.#rest = line;
    }
  }

  end(): void {
    this.#readLine(this.#rest);
    this.#rest = '';
    this.#endEntry();
  }

  #readLine(line: string): void {
    const blank = line.trim() === '';
    if (!blank) this.isBlank = false;
    if (this.#bracketed !== null) {
      if (blank) {
        if (this.#bracketed.length < MOST.blankLines) this.#bracketed.push(line);
        return;
      }
      this.#judgeBracketed(this.#bracketed, line);
    }
    const name = sectionName(line);
    if (name !== null) {
      const section = this.#sectionNamed(name);
      if (section === null) this.#bracketed = [line];
      else this.#beginSection(section);
      return;
    }
    const begun = this.#entryIn(line);
    if (begun === null) {
      this.#noteSection(line);
      this.#addToText(line);
      return;
    }
    this.#endEntry();
    this.#entry = begun;
    this.#entryChars = 0;
  }

  /** A section of a language or string that is none of ours, where an entry follows; else a line of a text. */
  #judgeBracketed(held: readonly string[], next: string): void {
    this.#bracketed = null;
    const byString = this.#section !== null && this.#section !== 'other' && 'id' in this.#section;
    const isSection = splitsOf(next).some(({ key }) =>
      byString ? looksLikeLanguage(key) : this.#isString(key),
    );
    if (!isSection) {
      for (const line of held) this.#addToText(line);
      return;
    }
    const language = byString ? null : languageWithin(held[0] ?? '', this.expected.languages);
    this.#beginSection(language === null ? 'other' : { language });
  }

  #beginSection(section: Section): void {
    this.#endEntry();
    this.#section = section;
  }

  #sectionNamed(name: string): Section {
    const { languages, ids } = this.expected;
    const byString = this.#section !== null && this.#section !== 'other' && 'id' in this.#section;
    if (byString && ids?.has(name) === true) return { id: name };
    const language = sameLanguage(name, languages);
    if (language !== null) return { language };
    if (ids === null) return looksLikeLanguage(name) ? 'other' : { id: name };
    return ids.has(name) ? { id: name } : null;
  }

  /** The entry that a line begins, by where it stands. */
  #entryIn(line: string): Entry | null {
    if (this.#section === 'other') return null;
    for (const { key, text } of splitsOf(line)) {
      const named = this.#namedBy(key);
      if (named !== null) return { ...named, lines: [text] };
    }
    return null;
  }

  #namedBy(key: string): { language: string; id: string } | null {
    const { languages } = this.expected;
    const section = this.#section;
    if (section !== null && section !== 'other') {
      if ('language' in section) return this.#isString(key) ? { language: section.language, id: key } : null;
      const language = sameLanguage(key, languages);
      return language === null ? null : { language, id: section.id };
    }
    const [only, ...others] = languages;
    if (only !== undefined && others.length === 0 && this.#isString(key)) return { language: only, id: key };
    return this.#namedByBoth(key);
  }

  /** `ja.greeting` or `greeting.ja`. */
  #namedByBoth(key: string): { language: string; id: string } | null {
    const { languages } = this.expected;
    for (let at = 1; at < key.length - 1; at += 1) {
      // A line may be a megabyte of separators: only where one side can be a language it is looked at.
      const [mayBeFirst, mayBeLast] = [at <= MOST.languageChars, key.length - at <= MOST.languageChars];
      if (!(mayBeFirst || mayBeLast) || !NAME_SEPARATORS.includes(key.charAt(at))) continue;
      const [before, after] = [key.slice(0, at), key.slice(at + 1)];
      const first = mayBeFirst ? sameLanguage(before, languages) : null;
      if (first !== null && this.#isString(after)) return { language: first, id: after };
      const last = mayBeLast ? sameLanguage(after, languages) : null;
      if (last !== null && this.#isString(before)) return { language: last, id: before };
    }
    return null;
  }

  #isString(key: string): boolean {
    return this.expected.ids?.has(key) ?? looksLikeKey(key);
  }

  #addToText(line: string): void {
    if (this.#entry === null || this.#entryChars > MOST.textChars) return;
    this.#entry.lines.push(line);
    this.#entryChars += line.length + 1;
  }

  #noteSection(line: string): void {
    const section = this.#section;
    if (section === null || section === 'other' || !('language' in section)) return;
    if (splitsOf(line).some(({ key }) => looksLikeKey(key))) this.sections.add(section.language);
  }

  #endEntry(): void {
    if (this.#bracketed !== null) for (const line of this.#bracketed) this.#addToText(line);
    this.#bracketed = null;
    const entry = this.#entry;
    this.#entry = null;
    if (entry === null || !hasText(entry.lines)) return;
    this.take(entry.language, entry.id, entry.lines.join('\n').trim());
  }
}

/** Whether the text has anything before what may be a comment, or an entry of a string that is none of ours. */
function hasText([first = '', ...more]: readonly string[]): boolean {
  if (first.trim() !== '') return first.trim() !== '""';
  const line = more.find((candidate) => candidate.trim() !== '') ?? '';
  return line !== '' && !/^\s*[;#]/.test(line) && !splitsOf(line).some(({ key }) => looksLikeKey(key));
}

function sectionName(line: string): string | null {
  const inner = /^\s*\[(.+)\]\s*$/s.exec(line)?.[1];
  return inner === undefined ? null : unquoted(inner.trim());
}

/** A text may have `=` in it, and so may an id: the line is split at each of the first ones. */
function splitsOf(line: string): { key: string; text: string }[] {
  const splits: { key: string; text: string }[] = [];
  for (let at = line.indexOf('='); at > 0 && splits.length < 8; at = line.indexOf('=', at + 1)) {
    const key = unquoted(line.slice(0, at).trim());
    if (key !== '') splits.push({ key, text: line.slice(at + 1) });
  }
  return splits;
}

function looksLikeKey(key: string): boolean {
  return /^[^\s;#[][^\s]*$/.test(key);
}

function unquoted(name: string): string {
  return /^".+"$/s.test(name) ? name.slice(1, -1).replaceAll('""', '"') : name;
}
