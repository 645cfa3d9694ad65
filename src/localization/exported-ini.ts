/**
 * Reads the translations in an exported INI file, which has all strings of its project, also those of other releases.
 * How the service divides a file is not documented, so each of these forms is read: a section per language, a section
 * per string, keys that name both, and, for one language, no sections or mere groups. An unrecognised line is skipped,
 * and never refused.
 *
 * An escaped text has one line. A raw text may have several, with `=` in them. It ends before a line that begins a
 * string of the release, and before one that is written like the text's own line and whose key looks like those of the
 * project (`ReleaseKeys`). Within quotes that are closed again, only a string of ours ends a text. A line in brackets
 * that names no language may end a text or begin a section: it is a section if a string of the previous section comes
 * once more after it.
 */
import { sameLanguage } from '../domain/text/language-code';
import { isKnownLanguage, languageWithin, looksLikeLanguage, matchLanguage } from './language-names';
import type { FoundKey, ReleaseKeys } from './release-keys';
import type { EscapeMode } from './vocabulary';

export interface ExpectedContent {
  languages: readonly string[];
  /** null: the strings are not known. */
  keys: ReleaseKeys | null;
  /** null: the mode is not known, and backslashes are left unchanged. */
  escape: EscapeMode | null;
}

export interface ExportedText extends FoundKey {
  language: string;
  /** Without the quotes and escapes of the file; never blank. */
  text: string;
  /** Whether the file calls the language by another code than we do. */
  isOtherCode: boolean;
}

type Language = Pick<ExportedText, 'language' | 'isOtherCode'>;
/** A section that names neither a language nor a string of ours: its lines are read as if they were in no section. */
interface Group {
  of: 'group';
}
type Section =
  | Group
  | { of: 'language'; language: Language }
  | { of: 'string'; key: FoundKey }
  | { of: 'other language'; name: string };

interface Named {
  key: FoundKey;
  language: Language;
}

interface Entry {
  /** null: the entry is none of ours, and ends only where the next begins. */
  named: Named | null;
  lines: string[];
  chars: number;
  /** Whether there is a blank before its `=`. */
  isSpaced: boolean;
  /** The text begins with a quote that is not closed yet. */
  isOpen: boolean;
  /** If the quote is never closed, the text has only this many lines, and `sectionIfOpen` began after them. */
  linesIfOpen: number | null;
  sectionIfOpen: Section | null;
  /** The last line is in brackets and ends the text: the line belongs to the text unless it begins a section. */
  isDoubtful: boolean;
}

const MOST = {
  lineChars: 1024 * 1024,
  languageChars: 40,
  textChars: 64 * 1024,
  blankLines: 100,
  unmatched: 20,
  /** Bounds the cache of languages by name, because a file may have any number of names. */
  names: 1000,
} as const;

const NAME_SEPARATORS = ['.', '/', ':', '|', '_', '-'];

export class ExportedIniReader {
  isBlank = true;
  /** Expected languages that the file has a section or key for, with or without texts of ours. */
  readonly sections = new Set<string>();
  /** Languages in the file, by its own names, that have strings of ours and were not requested. */
  readonly unmatched = new Set<string>();
  #rest = '';
  #section: Section | null = null;
  #entry: Entry | null = null;
  /** An unknown line in brackets, with the blank lines after it: the next line decides what it is. */
  #bracketed: string[] | null = null;
  readonly #languages = new Map<string, Language | null>();
  /** The section that began, unless the line in brackets was the last line of a text. */
  #possibleSection: Section | null = null;
  /** Names of ours in this section: its strings, or in the section of a string its languages. */
  readonly #seen = new Set<string>();

  constructor(
    private readonly expected: ExpectedContent,
    private readonly take: (text: ExportedText) => void,
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
    const isBlank = line.trim() === '';
    if (!isBlank) this.isBlank = false;
    if (this.#bracketed !== null) {
      if (isBlank) {
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
    const splits = splitsOf(line);
    let found = this.#namedIn(splits);
    if (found !== null && this.#entersOther(found.named)) found = this.#namedIn(splits);
    const begun = found ?? this.#otherIn(splits);
    const entry = this.#entry;
    if (begun === null) {
      this.#addToText(line);
    } else if (begun.named === null && entry?.isOpen === true) {
      entry.linesIfOpen ??= entry.lines.length;
      this.#addToText(line);
    } else if (begun.named !== null || entry?.isDoubtful !== true) {
      this.#beginEntry(begun.named, begun.split);
    }
  }

  #beginEntry(named: Named | null, { text, isSpaced }: Split): void {
    this.#endEntry();
    this.#entry = {
      named,
      lines: [text],
      chars: 0,
      isSpaced,
      isOpen: text.trimStart().startsWith('"') && quotesIn(text) % 2 === 1,
      linesIfOpen: null,
      sectionIfOpen: null,
      isDoubtful: false,
    };
    if (this.expected.escape === 'escape') this.#endEntry();
    // Where the keys are not known, any name may be a string's, so no section is in doubt.
    else if (named !== null && this.expected.keys !== null) this.#seen.add(this.#nameOf(named));
  }

  /** Whether an unknown section began before this string of ours, within what was read as a text. */
  #entersOther(named: Named): boolean {
    const [entry, possible] = [this.#entry, this.#possibleSection];
    this.#possibleSection = null;
    if (entry?.isOpen === true && entry.sectionIfOpen !== null) {
      this.#endEntry();
      return true;
    }
    if (possible === null || !this.#seen.has(this.#nameOf(named))) return false;
    if (entry?.isDoubtful === true) entry.lines.pop();
    this.#beginSection(possible);
    return true;
  }

  #nameOf({ key, language }: Named): string {
    return this.#section?.of === 'string' ? language.language : `${language.language} ${key.id}`;
  }

  #addToText(line: string): void {
    const entry = this.#entry;
    if (entry === null || entry.isDoubtful || entry.chars > MOST.textChars) return;
    entry.lines.push(line);
    entry.chars += line.length + 1;
    if (!entry.isOpen || quotesIn(line) % 2 === 0) return;
    // A text that only begins with a quote, and does not end with one, ends where any other does.
    const isQuoted = line.trimEnd().endsWith('"');
    if (!isQuoted && entry.linesIfOpen !== null) this.#endEntry();
    entry.isOpen = false;
    if (isQuoted) entry.linesIfOpen = null;
  }

  /** The line begins a section of another language or string if an entry follows; otherwise it belongs to a text. */
  #judgeBracketed(held: readonly string[], next: string): void {
    this.#bracketed = null;
    const name = sectionName(held[0] ?? '') ?? '';
    const isSection = this.expected.escape === 'escape' || this.#beginsSection(next);
    const section = isSection ? this.#otherSection(name) : null;
    const entry = this.#entry;
    if (section === null) {
      for (const line of held) this.#addToText(line);
    } else if (entry?.isOpen === true) {
      entry.linesIfOpen ??= entry.lines.length;
      entry.sectionIfOpen = section;
      for (const line of held) this.#addToText(line);
    } else if (entry === null || this.#isNameOfSection(name, section)) {
      this.#beginSection(section);
    } else {
      this.#addToText(held[0] ?? '');
      entry.isDoubtful = true;
      this.#possibleSection = section;
    }
  }

  #isNameOfSection(name: string, section: Section): boolean {
    if (section.of === 'language' || this.expected.escape === 'escape') return true;
    // A file that begins with a group may have more of them.
    if (section.of === 'group' && this.#section?.of === 'group') return true;
    return this.#section?.of === 'string' ? this.#looksAlike(name) : isKnownLanguage(name);
  }

  #otherSection(name: string): Section {
    const language = this.#section?.of === 'string' ? null : languageWithin(name, this.expected.languages);
    if (language !== null) return { of: 'language', language: { language, isOtherCode: true } };
    return isKnownLanguage(name) ? { of: 'other language', name } : { of: 'group' };
  }

  /** Whether a line, as the first of a section, is an entry of it. */
  #beginsSection(line: string): boolean {
    const splits = splitsOf(line);
    const [first] = splits;
    if (first === undefined) return false;
    return splits.some(({ key }) => this.#findKey(key) !== null) || this.#beginsOther(first);
  }

  #beginSection(section: Section): void {
    this.#endEntry();
    this.#enter(section);
  }

  #enter(section: Section): void {
    this.#section = section;
    if (section.of === 'language') this.sections.add(section.language.language);
    this.#possibleSection = null;
    this.#seen.clear();
  }

  #sectionNamed(name: string): Section | null {
    const { keys } = this.expected;
    const key = keys?.find(name) ?? null;
    if (this.#section?.of === 'string' && key !== null) return { of: 'string', key };
    const language = this.#languageNamed(name);
    if (language !== null) return { of: 'language', language };
    if (key !== null) return { of: 'string', key };
    if (keys !== null) return null;
    return looksLikeLanguage(name)
      ? { of: 'other language', name }
      : { of: 'string', key: { id: name, isOtherCase: false } };
  }

  #languageNamed(name: string): Language | null {
    const known = this.#languages.get(name);
    if (known !== undefined) return known;
    const { languages } = this.expected;
    const code = name.length > MOST.languageChars ? null : matchLanguage(name, languages);
    const isOtherCode = sameLanguage(name, languages) === null;
    const language = code === null ? null : { language: code, isOtherCode };
    // Copies the text, because a substring keeps its whole line in memory.
    if (this.#languages.size < MOST.names) this.#languages.set(Buffer.from(name).toString(), language);
    return language;
  }

  /** Finds the string of ours that a line begins, by the section that it is in. */
  #namedIn(splits: readonly Split[]): { named: Named; split: Split } | null {
    for (const split of splits) {
      const named = this.#namedBy(split.key);
      if (named !== null) return { named, split };
    }
    return null;
  }

  #otherIn(splits: readonly Split[]): { named: null; split: Split } | null {
    const [split] = splits;
    if (split === undefined || !this.#beginsOther(split)) return null;
    this.#noteUnmatched(splits);
    return { named: null, split };
  }

  #namedBy(name: string): Named | null {
    const section = this.#section;
    if (section?.of === 'other language') return null;
    if (!isGroup(section)) {
      const key = section.of === 'language' ? this.#findKey(name) : section.key;
      const language = section.of === 'language' ? section.language : this.#languageNamed(name);
      return key === null || language === null ? null : { key, language };
    }
    const [language] = this.expected.languages;
    if (language !== undefined && this.expected.languages.length === 1) {
      const key = this.#findKey(name);
      if (key !== null) return { key, language: { language, isOtherCode: false } };
    }
    for (const { name: code, rest } of dividedKeys(name)) {
      const named = this.#languageNamed(code);
      const key = named === null ? null : this.#findKey(rest);
      if (named !== null && key !== null) return { key, language: named };
    }
    return null;
  }

  #findKey(key: string): FoundKey | null {
    const { keys } = this.expected;
    if (keys !== null) return keys.find(key);
    return looksLikeKey(key) ? { id: key, isOtherCase: false } : null;
  }

  /** Whether a line begins a string, a language or a field that is none of ours. */
  #beginsOther(split: Split): boolean {
    if (this.expected.escape === 'escape') return true;
    if (this.#entry !== null && split.isSpaced !== this.#entry.isSpaced) return false;
    if (this.#section?.of === 'string') return FIELD_NAME.test(split.key);
    if (this.#looksAlike(split.key)) return true;
    return (
      isGroup(this.#section) &&
      dividedKeys(split.key).some(({ name, rest }) => looksLikeLanguage(name) && this.#looksAlike(rest))
    );
  }

  #looksAlike(key: string): boolean {
    return this.expected.keys?.looksAlike(key) ?? looksLikeKey(key);
  }

  #noteUnmatched(splits: readonly Split[]): void {
    for (const name of this.#otherLanguages(splits.map(({ key }) => key)))
      if (this.unmatched.size < MOST.unmatched && isKnownLanguage(name)) this.unmatched.add(name);
  }

  /** Possible names of other languages, in a line that names a string of ours in them. */
  #otherLanguages(names: readonly string[]): readonly string[] {
    const section = this.#section;
    if (isGroup(section))
      return names.flatMap((key) =>
        dividedKeys(key).flatMap(({ name, rest }) => (this.#findKey(rest) === null ? [] : [name])),
      );
    if (section.of === 'string') return names.slice(0, 1);
    return section.of === 'other language' && names.some((key) => this.#findKey(key) !== null)
      ? [section.name]
      : [];
  }

  #endEntry(): void {
    if (this.#bracketed !== null) for (const line of this.#bracketed) this.#addToText(line);
    this.#bracketed = null;
    const entry = this.#entry;
    this.#entry = null;
    if (entry === null) return;
    const { named, lines, isOpen, linesIfOpen, sectionIfOpen } = entry;
    if (isOpen && sectionIfOpen !== null) this.#enter(sectionIfOpen);
    if (named === null) return;
    const { id, isOtherCase } = named.key;
    const { language, isOtherCode } = named.language;
    this.sections.add(language);
    if (linesIfOpen !== null) lines.length = linesIfOpen;
    const text = textOf(lines, this.expected.escape);
    if (text !== null) this.take({ id, language, text, isOtherCase, isOtherCode });
  }
}

function isGroup(section: Section | null): section is Group | null {
  return section === null || section.of === 'group';
}

/** Returns null where there is no text, or none that is visible. */
function textOf(lines: readonly string[], escape: EscapeMode | null): string | null {
  const first = lines.find((line) => line.trim() !== '') ?? '';
  if (lines[0]?.trim() === '' && /^\s*[;#]/.test(first)) return null;
  const value = lines.join('\n').trim();
  const text = escape === 'escape' ? unescaped(withoutQuotes(value, /\\[^]|""/g)) : withoutQuotes(value);
  return /[^\s\p{Cc}\p{Cf}]/u.test(text) ? text : null;
}

/**
 * A value that begins and ends with a quote is quoted only if the quotes within are doubled or escaped; else it is
 * speech. Go's library puts back quotes around some texts, and three quotes around those with line breaks or back
 * quotes.
 */
function withoutQuotes(value: string, within = /""/g): string {
  if (/^`[^`]+`$/.test(value)) return value.slice(1, -1);
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  const inner = value.slice(1, -1);
  const isDoubled = !inner.replace(within, '').includes('"');
  const inThree = /^"""([^]+)"""$/.exec(value)?.[1];
  const isGos = !isDoubled || (/[\n`]/.test(inner) && inThree?.includes('"') === false);
  if (inThree !== undefined && isGos) return inThree;
  return isDoubled ? inner.replace(within, (sign) => (sign === '""' ? '"' : sign)) : value;
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The file doubles a backslash of the text, so any other backslash begins an escape. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([\dA-Fa-f]{4})|([nrt!-/:-@[-`{-~]))/g,
    (_escape, code: string | undefined, sign: string) =>
      code === undefined ? (escapes[sign] ?? sign) : String.fromCharCode(parseInt(code, 16)),
  );
}

function quotesIn(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) count += 1;
  return count;
}

/** Reads `[ja]`, also with a comment after it. */
function sectionName(line: string): string | null {
  const trimmed = line.trim();
  if (!trimmed.startsWith('[')) return null;
  const end = trimmed.endsWith(']') ? trimmed.length - 1 : trimmed.search(/\]\s*[;#]/);
  return end < 2 ? null : withoutQuotes(trimmed.slice(1, end).trim());
}

interface Split {
  key: string;
  text: string;
  isSpaced: boolean;
}

/** Both a text and an id may contain `=`, so the line is split at each of the first eight. */
function splitsOf(line: string): Split[] {
  const splits: Split[] = [];
  for (let at = line.indexOf('='); at > 0 && splits.length < 8; at = line.indexOf('=', at + 1)) {
    const before = line.slice(0, at);
    const key = withoutQuotes(before.trim());
    if (key !== '') splits.push({ key, text: line.slice(at + 1), isSpaced: before.trimEnd() !== before });
  }
  return splits;
}

/** Each way in which a key such as `ja.greeting` or `greeting.ja` may name a language and a string. */
function dividedKeys(key: string): { name: string; rest: string }[] {
  const divided: { name: string; rest: string }[] = [];
  // A line may be a megabyte of separators, so it is parsed only where one side can be a language.
  const ends = [
    [1, Math.min(MOST.languageChars, key.length - 2)],
    [Math.max(MOST.languageChars + 1, key.length - MOST.languageChars), key.length - 2],
  ] as const;
  for (const [from, to] of ends)
    for (let at = from; at <= to; at += 1) {
      if (!NAME_SEPARATORS.includes(key.charAt(at))) continue;
      const [before, after] = [key.slice(0, at), key.slice(at + 1)];
      if (before.length <= MOST.languageChars) divided.push({ name: before, rest: after });
      if (after.length <= MOST.languageChars) divided.push({ name: after, rest: before });
    }
  return divided;
}

/** The key of a line in the section of a string: a language, or a field of the template. */
const FIELD_NAME = /^[A-Za-z][\w-]*$/;

function looksLikeKey(key: string): boolean {
  return /^[^\s;#[][^\s]*$/.test(key);
}
