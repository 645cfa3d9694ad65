/**
 * Takes what was said out of what was heard: keys, types and lengths stay, and words of known lists. An id becomes the
 * same placeholder of the same type wherever it occurs.
 */
import { DOWNLOAD_PLACEHOLDER } from '../http/transcript';
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
import { httpStatusOf, postStatuses } from '../social/vocabulary';

const knownWords = new Set(
  [
    ...taskStatuses,
    ...scanStatuses,
    ...taskEvents,
    ...templateTypes,
    ...templateFormats,
    ...exportModes,
    ...escapeModes,
    ...postStatuses,
    ...Object.keys(httpStatusOf),
    ...['pending', 'import', 'tb_scan', 'tb_translate', 'translate', 'translate_qa', 'done', 'skipped', 'ok'],
    ...['publish_task', 'supplement_translate', 'publish', 'succeeded', 'success', 'processing', 'timed_out'],
    ...[
      'queued',
      'posted',
      'live',
      'approved',
      'ready',
      'in_review',
      'active',
      'expiring',
      'expired',
      'connected',
    ],
    ...[
      'draft',
      'schedule',
      'preauthorized',
      'approval',
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

/** Free text, whatever it happens to say. */
const CONTENT_KEY =
  /^(text|content|term|name|title|caption|body|judgment|note|handle|displayName|display_name|filename|pic|avatar)$/;
const ID_KEY = /(^|[_-])(id|ids|cursor|next)$|(Id|Ids|Cursor)$/;
const LANGUAGE_KEY = /lang|locale|^code$|^codes$/i;
const LANGUAGE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:?\d\d)$/;
const FIELD_NAME = /^[A-Za-z][\w.-]{0,40}$/;
/** Beginnings of ids that mean something. */
const ID_PREFIX = /^(supplement_translate_|publish_open_|translate_open_|tpl-)/;
const MOST_CHARS = 200;

export class TranscriptRedactor {
  readonly #withContent: boolean;
  readonly #withoutSecrets: (text: string) => string;
  readonly #placeholders = new Map<string | number, string | number>();

  constructor({ withContent, secrets }: { withContent: boolean; secrets: readonly Secret[] }) {
    this.#withContent = withContent;
    this.#withoutSecrets = redactor(secrets);
  }

  /** `key`: the field that holds the value, or the list that does. */
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
    if (ID_KEY.test(key)) return given === '' ? '' : String(this.#placeholder(given));
    const isKept =
      given === '' ||
      TIME.test(given) ||
      (!CONTENT_KEY.test(key) && knownWords.has(given.toLowerCase())) ||
      (LANGUAGE_KEY.test(key) && LANGUAGE_CODE.test(given));
    if (isKept) return given;
    return this.#withContent ? this.#withoutSecrets(given) : masked(given);
  }

  /** Sections and keys of an INI file are ids of strings, unless they are the language; the texts go. */
  ini(text: string, language: string): string {
    if (this.#withContent) return this.#withoutSecrets(text);
    const isLanguage = (name: string): boolean => name.toLowerCase().replaceAll('_', '-') === language;
    const name = (given: string): string => {
      const [first = '', ...rest] = given.split('.');
      if (rest.length > 0 && isLanguage(first)) return `${first}.${this.#stringId(rest.join('.'))}`;
      return isLanguage(given) ? given : this.#stringId(given);
    };
    // Each line is made anew of what was recognised in it: whatever else it holds is a text.
    const shown = (line: string): string => {
      if (line.trim() === '') return '';
      const section = /^\s*\[(.+)\]\s*$/.exec(line)?.[1];
      if (section !== undefined) return `[${name(section)}]`;
      const equals = line.indexOf('=');
      if (equals <= 0) return masked(line);
      return `${name(line.slice(0, equals).trim())}=${masked(line.slice(equals + 1))}`;
    };
    return text.split(/\r?\n/).map(shown).join('\n');
  }

  #field(name: string): string {
    const placeholder = this.#placeholders.get(name);
    if (placeholder !== undefined) return String(placeholder);
    return FIELD_NAME.test(name) ? name : masked(name);
  }

  #stringId(given: string): string {
    return `string-${String(this.#placeholder(given)).replace(/\D/g, '')}`;
  }

  #placeholder(given: string | number): string | number {
    const known = this.#placeholders.get(given);
    if (known !== undefined) return known;
    const number = this.#placeholders.size + 1;
    const prefix = ID_PREFIX.exec(String(given))?.[0] ?? 'id-';
    const made = typeof given === 'number' ? 1000 + number : `${prefix}${number}`;
    this.#placeholders.set(given, made);
    return made;
  }
}

function masked(text: string): string {
  return 'x'.repeat(Math.min(text.length, MOST_CHARS));
}
