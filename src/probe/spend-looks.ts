/** Looks at what the task that a probe paid for has shown. */
import { asObject, parseJson } from '../http/reply-text';
import { saw, type Look } from './look';
import { contentOf, errorCodeOf, firstFile, isSuccess, type Seen } from './seen';
import { iniLines, textOf, zipNames, type IniLine } from './read-export';

const CREATE = 'POST /tasks/create';
const idNames = ['task_id', 'taskId', 'id'] as const;

function taskIdOf(content: unknown): string | null {
  const object = asObject(content);
  const places = [object, asObject(object?.task), asObject(object?.result), asObject(object?.data)];
  for (const place of places) {
    const name = idNames.find((field) => place?.[field] !== undefined);
    if (name !== undefined) return String(place?.[name]);
  }
  return null;
}

/** The lines of the single export, and the language that it was of. */
function exported(seen: Seen): { language: string; lines: IniLine[] } | null {
  const file = firstFile(seen, 'single');
  return file === null ? null : { language: file.language, lines: iniLines(textOf(file.bytes).text) };
}

const plainCode = (code: string): string => code.toLowerCase().replaceAll('_', '-');

export const spendLooks: Readonly<Record<string, Look>> = {
  'create-request-fields': (seen) => {
    const creates = seen.of(CREATE);
    if (creates.length === 0) return null;
    if (creates.some(isSuccess)) {
      const isAsSeen = 'strings' in (asObject(parseJson(creates[0]?.requestBody ?? '')) ?? {});
      return saw(isAsSeen ? 'as-seen' : 'renamed', 'a task was created');
    }
    return saw(null, `refused with ${creates.map(errorCodeOf).join(', ')}`);
  },

  'created-task-id': (seen) => {
    const [content] = seen.contents(CREATE);
    if (content === undefined) return null;
    const name = idNames.find((field) => asObject(content)?.[field] !== undefined);
    if (name !== undefined) return saw(name, `data.${name}`);
    return taskIdOf(content) === null ? saw(null, 'no id') : saw('nested', 'deeper in data');
  },

  'client-task-id': (seen) => {
    const creates = seen.of(CREATE);
    const [first, again] = creates.slice(creates.findIndex(isSuccess));
    if (first === undefined || again === undefined || !isSuccess(first)) return null;
    if (!isSuccess(again)) return saw('refused', `refused with ${String(errorCodeOf(again))}`);
    const isSame = taskIdOf(contentOf(first)) === taskIdOf(contentOf(again));
    return isSame ? saw('same-task', 'the same task') : saw('ignored', 'another task');
  },

  'callback-events': (seen) => {
    const asked = seen.of(CREATE).filter(({ requestBody }) => requestBody.includes('"callback_events"'));
    if (asked.length === 0) return null;
    return asked.some(isSuccess) ? saw('whitelist', 'all events') : saw('narrow', 'refused');
  },

  'callback-signature': (seen) => {
    const [signature] = seen.callbackSignatures;
    if (signature === undefined) return null;
    return signature === 'forged' ? saw(null, 'none that we know') : saw(signature, signature);
  },

  'ini-layout': (seen) => {
    const found = exported(seen);
    if (found === null) return null;
    const { lines, language } = found;
    const isCode = (name: string): boolean => plainCode(name) === plainCode(language);
    const sections = lines.filter(({ kind }) => kind === 'section');
    if (sections.some(({ name }) => isCode(name))) return saw('language', 'a section for the language');
    if (sections.length > 0) return saw('string', 'sections, and none for the language');
    const isPrefixed = lines.some(({ name }) => isCode(name.split(/[./]/)[0] ?? ''));
    return isPrefixed ? saw('prefixed', 'the language before the key') : saw('flat', 'no sections');
  },

  'ini-language-codes': (seen) => {
    const found = exported(seen);
    if (found === null) return null;
    const names = found.lines.flatMap(({ name }) => [name, name.split(/[./]/)[0] ?? '']);
    const spelled = names.find((name) => plainCode(name) === plainCode(found.language));
    if (spelled === undefined) return null;
    if (spelled === found.language) return saw('as-asked', spelled);
    return saw(spelled.includes('_') ? 'underscore' : 'upper-case', spelled);
  },

  'ini-encoding': (seen) => {
    const file = firstFile(seen, 'single');
    return file === null ? null : saw(textOf(file.bytes).encoding, textOf(file.bytes).encoding);
  },

  'ini-default-escape': (seen) => {
    const mode = asObject(seen.contents('POST /export/ini')[0])?.escape_mode;
    return typeof mode === 'string' ? saw(/^(no-)?escape$/.test(mode) ? mode : null, mode) : null;
  },

  'ini-field-columns': (seen) => {
    const found = exported(seen);
    if (found === null) return null;
    const { lines, language } = found;
    const isStringLayout = !lines.some(
      ({ kind, name }) => kind === 'section' && plainCode(name) === plainCode(language),
    );
    const others = lines.filter(
      ({ kind, name }) => kind === 'text' && plainCode(name) !== plainCode(language),
    );
    const hasSections = lines.some(({ kind }) => kind === 'section');
    if (!hasSections || !isStringLayout) return null;
    return others.length > 0 ? saw('with-fields', 'further lines in a section') : saw('none', 'texts only');
  },

  'zip-names': (seen) => {
    const file = firstFile(seen, 'separate');
    const [name] = file === null ? [] : zipNames(file.bytes);
    if (name === undefined) return null;
    if (name.includes('/')) return saw('folders', 'a folder');
    if (/\[[^\]]+\]\.ini$/.test(name)) return saw('bracketed', 'the language in brackets');
    return name.includes('locrelease')
      ? saw('prefix', 'the language behind the name')
      : saw('code', 'the language alone');
  },

  'exported-languages': (seen) => {
    const [content] = seen.contents('POST /export/ini').map(asObject);
    if (content === undefined || !Array.isArray(content?.target_languages)) return null;
    return content.target_languages.length > 0
      ? saw('all', 'the language')
      : saw('some-left-out', 'no language');
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
