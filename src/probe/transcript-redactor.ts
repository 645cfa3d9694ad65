/**
 * Removes the content of recorded exchanges: keys, types, lengths, and words of known lists stay. An id becomes the
 * same placeholder of the same type wherever it occurs.
 */
import { DOWNLOAD_PLACEHOLDER } from '../http/replies/transcript';
import { foldLanguage } from '../domain/text/language-code';
import { redactor, type Secret } from '../http/secret';
import {
  escapeModes,
  exportModes,
  scanStatuses,
  taskEvents,
  taskStatuses,
  templateFormats,
  templateTypes,
} from '../localization/vocabulary';
import { httpStatusOf } from '../social/vocabulary';
import { sectionIn } from './read-export';
import { PROBE_NAME } from './seen';
import { readingWords } from './words';

const knownWords = new Set(
  [
    ...readingWords,
    ...taskStatuses,
    ...scanStatuses,
    ...taskEvents,
    ...templateTypes,
    ...templateFormats,
    ...exportModes,
    ...escapeModes,
    ...Object.keys(httpStatusOf),
    ...['import', 'tb_translate', 'supplement_translate', 'skipped'],
    ...[
      'schedule',
      'publish',
      'preauthorized',
      'team',
      'admin',
      'viewer',
      'mcp_client',
      'ai',
      'tm',
      'manual',
    ],
    ...['workspace:read', 'accounts:read', 'posts:read', 'posts:write', 'schedule:write'],
    ...['x', 'youtube', 'instagram', 'tiktok', 'facebook', 'threads', 'douyin', 'xiaohongshu', 'wechat_mp'],
    ...['field', 'language', 'updated', 'not_found', 'invalid_id'],
  ].map((word) => word.toLowerCase()),
);

/** These fields hold words of the service, never of its users. Unknown ones are what a recording is read for. */
const WORD_KEY = /^(status|scan_status|job_type|confirmMode|allowedActions)$/;
/** Digits do not match, because ids and tokens have them. */
const WORD = /^[A-Za-z]+([_-][A-Za-z]+){0,3}$/;
const MOST_WORD_CHARS = 32;
/** Free text is masked even where it equals a known word. */
const CONTENT_KEY =
  /^(text|content|term|name|title|caption|body|judgment|note|handle|displayName|display_name|filename|pic|avatar)$/;
const ID_KEY = /(^|[_-])(id|ids|cursor|next)$|(Id|Ids|Cursor)$/;
/** Names of columns are also in an exported file. */
const COLUMNS_KEY = /^fields$/;
const LANGUAGE_KEY = /lang|locale|^code$|^codes$/i;
const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;
const FIELD_NAME = /^[A-Za-z][\w.-]{0,40}$/;
/** Prefixes of ids that have a meaning. */
const ID_PREFIX = /^(supplement_translate_|publish_open_|translate_open_|tpl-)/;
const MOST_CHARS = 200;
const MOST_LINE_CHARS = 100_000;

export class TranscriptRedactor {
  readonly #withContent: boolean;
  readonly #withoutSecrets: (text: string) => string;
  readonly #placeholders = new Map<string | number, string | number>();
  /** Separate from the ids, because a column may have the name of a reply's field. */
  readonly #columns = new Map<string, string>();

  constructor({ withContent, secrets }: { withContent: boolean; secrets: readonly Secret[] }) {
    this.#withContent = withContent;
    const redact = redactor(secrets, MOST_LINE_CHARS);
    this.#withoutSecrets = (text) => text.split('\n').map(redact).join('\n');
  }

  /** `key`: the field that holds the value, or the list with it. */
  value(given: unknown, key = ''): unknown {
    if (Array.isArray(given)) return given.map((item) => this.value(item, key));
    if (typeof given === 'object' && given !== null) {
      return Object.fromEntries(
        Object.entries(given).map(([name, entry]) => [this.#field(name), this.value(entry, name)]),
      );
    }
    if (typeof given === 'number') return ID_KEY.test(key) ? this.#placeholder(given) : given;
    return typeof given === 'string' ? this.text(given, key) : given;
  }

  text(given: string, key = ''): string {
    if (key === 'download_url') return DOWNLOAD_PLACEHOLDER;
    if (given === '') return '';
    if (ID_KEY.test(key)) return String(this.#placeholder(given));
    if (COLUMNS_KEY.test(key)) return this.#column(given);
    const isSafe =
      TIME.test(given) ||
      (WORD_KEY.test(key) && WORD.test(given) && given.length <= MOST_WORD_CHARS) ||
      (!CONTENT_KEY.test(key) && knownWords.has(given.toLowerCase())) ||
      (LANGUAGE_KEY.test(key) && LANGUAGE_CODE.test(given));
    if (isSafe) return given;
    return this.#withContent ? this.#withoutSecrets(given) : masked(given);
  }

  /** Replaces sections and keys, which are ids of strings, unless they are the language; masks the texts. */
  ini(text: string, language: string): string {
    if (this.#withContent) return this.#withoutSecrets(text);
    const column = (given: string): string | null =>
      foldLanguage(given) === foldLanguage(language) ? given : (this.#columns.get(given) ?? null);
    const string = (given: string): string => String(this.#placeholder(given, 'string-'));
    const name = (given: string): string => {
      const [, first = '', separator = '', rest = ''] = /^([^./]+)([./])(.+)$/.exec(given) ?? [];
      const prefix = column(first);
      return prefix === null ? (column(given) ?? string(given)) : `${prefix}${separator}${string(rest)}`;
    };
    // Each line is rebuilt from its recognised parts: everything else in it is a text.
    const shown = (line: string): string => {
      if (line.trim() === '') return '';
      const section = sectionIn(line);
      if (section !== null) return `[${name(section)}]`;
      const equals = line.indexOf('=');
      if (equals <= 0) return masked(line);
      return `${name(line.slice(0, equals).trim())}=${masked(line.slice(equals + 1))}`;
    };
    return text.split(/\r?\n/).map(shown).join('\n');
  }

  /** The language, our own name and the separators stay in the name of a file. */
  fileName(given: string, language: string): string {
    if (this.#withContent) return this.#withoutSecrets(given);
    const plain = new Set([...foldLanguage(language).split('-'), ...PROBE_NAME.split('-'), 'ini']);
    return given.replace(/[^/\\[\]()._-]+/g, (word) => (plain.has(word.toLowerCase()) ? word : masked(word)));
  }

  #field(name: string): string {
    const placeholder = this.#placeholders.get(name);
    if (placeholder !== undefined) return String(placeholder);
    return FIELD_NAME.test(name) ? name : masked(name);
  }

  #column(name: string): string {
    const made = this.#columns.get(name) ?? `column-${this.#columns.size + 1}`;
    this.#columns.set(name, made);
    return made;
  }

  /** `prefix`: used where the id has no meaningful prefix of its own. */
  #placeholder(given: string | number, prefix = 'id-'): string | number {
    const known = this.#placeholders.get(given);
    if (known !== undefined) return known;
    const number = this.#placeholders.size + 1;
    const own = ID_PREFIX.exec(String(given))?.[0];
    const made = typeof given === 'number' ? 1000 + number : `${own ?? prefix}${number}`;
    this.#placeholders.set(given, made);
    return made;
  }
}

function masked(text: string): string {
  return 'x'.repeat(Math.min(text.length, MOST_CHARS));
}
