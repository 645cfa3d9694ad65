/** Evaluates the replies about the task that a probe paid for. */
import { reading } from '../http/replies/facts';
import { foldLanguage } from '../domain/text/language-code';
import { asObject, parseJson } from '../http/replies/reply-text';
import type { ObservedExchange } from '../http/service-transport';
import { replies } from '../localization/replies';
import {
  saw,
  texts,
  type Evaluator,
  replyContent,
  errorCodeOf,
  firstFile,
  isSuccess,
  PROBE_NAME,
  type Seen,
} from './seen';
import { iniLines, decodeText, zipNames, type IniLine } from './read-export';

const CREATE = 'POST /tasks/create';
const EXPORT = 'POST /export/ini';
const createdTask = reading(replies[CREATE]);
const taskIdOf = (exchange: ObservedExchange): string | undefined =>
  createdTask(replyContent(exchange))?.task_id;

interface Exported {
  language: string;
  lines: IniLine[];
}

/** The lines of the single export. null also where it has none, because they show nothing. */
function exported(seen: Seen): Exported | null {
  const file = firstFile(seen, 'single');
  const lines = file === null ? [] : iniLines(decodeText(file.bytes).text);
  return file === null || lines.length === 0 ? null : { language: file.language, lines };
}

const prefixOf = (name: string): string => name.split(/[./]/)[0] ?? '';

function layoutOf({ lines, language }: Exported): 'language' | 'string' | 'prefixed' | 'flat' {
  const isCode = (name: string): boolean => foldLanguage(name) === foldLanguage(language);
  const sections = lines.filter(({ kind }) => kind === 'section');
  if (sections.some(({ name }) => isCode(name))) return 'language';
  if (sections.length > 0) return 'string';
  return lines.some(({ name }) => isCode(prefixOf(name))) ? 'prefixed' : 'flat';
}

const layoutTexts = {
  language: 'a section for the language',
  string: 'sections, and none for the language',
  prefixed: 'the language before the key',
  flat: 'no sections',
};

function fieldsOfTemplate(seen: Seen): string[] {
  const requested = asObject(parseJson(seen.of(EXPORT)[0]?.requestBody ?? ''))?.template_id;
  const fields = seen.templates().find(({ id }) => String(id) === requested)?.fields;
  return Array.isArray(fields) ? texts(fields) : [];
}

export const spendEvaluators: Readonly<Record<string, Evaluator>> = {
  'create-request-fields': (seen) => {
    const creates = seen.of(CREATE);
    const created = creates.find(isSuccess);
    if (created !== undefined) {
      const isAsSeen = 'strings' in (asObject(parseJson(created.requestBody)) ?? {});
      return saw(isAsSeen ? 'as-seen' : 'renamed', 'a task was created');
    }
    // Any other refusal shows nothing about the fields.
    const codes = creates.map(errorCodeOf).filter((code) => code === 400 || code === 422);
    return codes.length === 0 ? null : saw(null, `refused with ${codes.join(', ')}`);
  },

  'client-task-id': (seen) => {
    const creates = seen.of(CREATE);
    const [first, again] = creates.slice(creates.findIndex(isSuccess));
    if (first === undefined || again === undefined || !isSuccess(first)) return null;
    const code = errorCodeOf(again);
    if (code === 400 || code === 409) return saw('refused', `refused with ${code}`);
    if (!isSuccess(again)) return null;
    const isSame = taskIdOf(first) === taskIdOf(again);
    return isSame ? saw('same-task', 'the same task') : saw('ignored', 'another task');
  },

  'callback-events': (seen) => {
    const creates = seen.of(CREATE);
    const requested = creates.filter(({ requestBody }) => requestBody.includes('"callback_events"'));
    if (requested.length === 0) return null;
    if (requested.some(isSuccess)) return saw('whitelist', 'all events');
    // Where the task is refused without events too, they are not the reason.
    return creates.some(isSuccess) ? saw('narrow', 'refused') : null;
  },

  'callback-signature': (seen) => {
    const [signature] = seen.callbackSignatures;
    if (signature === undefined) return null;
    return signature === 'forged' ? saw(null, 'none that we know') : saw(signature, signature);
  },

  'ini-layout': (seen) => {
    const found = exported(seen);
    return found === null ? null : saw(layoutOf(found), layoutTexts[layoutOf(found)]);
  },

  'ini-language-codes': (seen) => {
    const found = exported(seen);
    if (found === null || layoutOf(found) === 'flat') return null;
    const names = found.lines.flatMap(({ name }) => [name, prefixOf(name)]);
    const spelled = names.find((name) => foldLanguage(name) === foldLanguage(found.language));
    if (spelled === undefined) return null;
    if (spelled !== found.language) return saw(spelled.includes('_') ? 'underscore' : 'upper-case', spelled);
    // Only a code with a hyphen shows whether the service writes an underscore.
    return spelled.includes('-') ? saw('as-asked', spelled) : null;
  },

  'ini-encoding': (seen) => {
    const file = firstFile(seen, 'single');
    return file === null ? null : saw(decodeText(file.bytes).encoding, decodeText(file.bytes).encoding);
  },

  'ini-default-escape': (seen) => {
    const mode = asObject(seen.contents(EXPORT)[0])?.escape_mode;
    return typeof mode === 'string' ? saw(/^(no-)?escape$/.test(mode) ? mode : null, mode) : null;
  },

  'ini-field-columns': (seen) => {
    const found = exported(seen);
    if (found === null) return null;
    const layout = layoutOf(found);
    const fields = fieldsOfTemplate(seen);
    const hasFields = found.lines.some(
      ({ kind, name }) =>
        fields.includes(name) ||
        fields.includes(prefixOf(name)) ||
        (layout === 'string' && kind === 'text' && foldLanguage(name) !== foldLanguage(found.language)),
    );
    if (hasFields) return saw('with-fields', 'further lines');
    // A template without fields has nothing to add, and where nothing names a language, nothing names a field.
    return fields.length === 0 || layout === 'flat' ? null : saw('none', 'texts only');
  },

  'zip-names': (seen) => {
    const file = firstFile(seen, 'separate');
    const [name] = file === null ? [] : zipNames(file.bytes);
    if (name === undefined) return null;
    if (name.includes('/')) return saw('folders', 'a folder');
    if (/\[[^[\]]+\]\.ini$/.test(name)) return saw('bracketed', 'the language in brackets');
    return name.includes(PROBE_NAME)
      ? saw('prefix', 'the language behind the name')
      : saw('code', 'the language alone');
  },

  /** The probe's one language has a text, so its presence does not show what happens to one without. */
  'exported-languages': (seen) => {
    const [content] = seen.contents(EXPORT).map(asObject);
    if (content === undefined || !Array.isArray(content?.target_languages)) return null;
    return content.target_languages.length > 0 ? null : saw('some-left-out', 'no language');
  },

  'download-link': (seen) => {
    const file = firstFile(seen, 'single');
    if (file === null) return null;
    if (file.status >= 300 && file.status < 400) return saw('redirect', `HTTP ${file.status}`);
    if (file.status !== 200) return saw(null, `HTTP ${file.status}`);
    if (file.headers['content-encoding'] === 'gzip') return saw('gzip', 'compressed');
    return file.headers['content-length'] === undefined
      ? saw('no-length', 'without a length')
      : saw('plain', 'HTTP 200');
  },
};
