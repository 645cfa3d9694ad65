/**
 * Reads strings in JSON or YAML: a mapping of string_id to content, nested at will, or a list of both. A Rails file has
 * its language as the only root key, which is no part of the ids.
 */
import { unknownKey } from '../../domain/text/suggest-word';
import { flatten, whyPassedOver } from './flatten';
import { FileFault, type Report } from '../input-error';
import {
  MOST_NODES,
  plainValue,
  reportRepetitions,
  type Located,
  type LocatedMapping,
  memberOf,
  textOfMember,
  type Member,
} from '../located';
import { parseJson } from './parse-json';
import { readYaml } from './parse-yaml';
import { type EntryReader, type SourceEntry, noteFields } from '../source-entry';

export const readJsonStrings: EntryReader = (text, report) => {
  const root = parseJson(text);
  return root.kind === 'mapping' && isDescribed(root)
    ? shaped(describedEntries(root, report), 'described')
    : entriesOf(root, report);
};

const NOTHING: LocatedMapping = { kind: 'mapping', line: 1, members: [] };

export const readYamlStrings: EntryReader = (text, report) => {
  const root = readYaml(text, MOST_NODES, NOTHING);
  const below = root.kind === 'mapping' ? belowLanguage(root, report) : root;
  const entries = entriesOf(below, report);
  return below === root ? entries : shaped(entries, 'rails');
};

function entriesOf(root: Located, report: Report): SourceEntry[] {
  switch (root.kind) {
    case 'mapping':
      return shaped(flatten(root, report), isNested(root) ? 'nested' : undefined);
    case 'list': {
      const entries = root.items.flatMap((item) => entryOf(item, report));
      return shaped(entries, 'list');
    }
    case 'scalar':
      throw new FileFault('must map string_id to content, or list both', root.line);
  }
}

const isNested = ({ members }: LocatedMapping): boolean =>
  members.some((member) => member.value.kind !== 'scalar' && whyPassedOver(member) === null);

function shaped(entries: SourceEntry[], shape: SourceEntry['shape']): SourceEntry[] {
  return shape === undefined ? entries : entries.map((entry) => ({ ...entry, shape }));
}

/** Codes of three letters count only with a region: `nav`, `new` and `war` are languages too. */
const LANGUAGE = /^([a-z]{2}|[a-z]{3}(?=[-_]))([-_][A-Za-z]{4})?([-_]([A-Za-z]{2}|\d{3}))?$/;

/** Languages that are also English words, and so may be a part of the ids. */
const WORDS: ReadonlySet<string> = new Set('my is it to no so as am or be he id'.split(' '));

function belowLanguage(root: LocatedMapping, report: Report): LocatedMapping {
  const [only, ...others] = root.members;
  if (only?.value.kind !== 'mapping' || others.length > 0) return root;
  const [, language] = LANGUAGE.exec(only.key) ?? [];
  if (language === undefined || !isLanguage(language)) return root;
  if (WORDS.has(only.key))
    report({ line: only.line, key: only.key, message: TAKEN_FOR_LANGUAGE, isWarning: true });
  return only.value;
}

const TAKEN_FOR_LANGUAGE =
  'is the only root key and is treated as a language, so it is not part of the ids; to make it part of them, write it before each key, with a dot';

function isLanguage(code: string): boolean {
  return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;
}

const fields = ['string_id', 'content'];
const ITEM = 'must have string_id and content in each item of the list';

function entryOf(item: Located, report: Report): SourceEntry[] {
  if (item.kind !== 'mapping') {
    report({ line: item.line, key: null, message: ITEM });
    return [];
  }
  for (const { key, line } of item.members) {
    if (!fields.includes(key)) report({ line, key, message: unknownKey(key, fields) });
  }
  reportRepetitions(item, report);
  const [id, content] = fields.map((name) => memberOf(item, name));
  return [
    {
      id: id && plainValue(id.value),
      content: content && plainValue(content.value),
      idLine: id?.line ?? item.line,
      contentLine: content?.line ?? item.line,
    },
  ];
}

/**
 * Reads JSON with a description next to each text, as browser extensions, Docusaurus, FormatJS, Transifex and VS Code
 * write it. The description is for people, and no text of the product.
 */
const TEXTS = ['message', 'defaultMessage', 'string'];
const COMMENTS = ['description', 'developer_comment'];
const OTHERS = ['comment', 'placeholders', 'context', 'character_limit'];
const FIELDS: readonly string[] = [...TEXTS, ...COMMENTS, ...OTHERS];

const textOf = ({ value }: Member): Member | undefined =>
  value.kind === 'mapping' && value.members.every(({ key }) => FIELDS.includes(key))
    ? value.members.find(({ key }) => TEXTS.includes(key))
    : undefined;

/**
 * A key may end in `message` by chance: all entries must be described, and a single one must have more than its text. A
 * list of comments is proof enough.
 */
function isDescribed({ members }: LocatedMapping): boolean {
  if (members.some((member) => textOf(member) && memberOf(member.value, 'comment')?.value.kind === 'list'))
    return true;
  const [first, ...others] = members.filter((member) => whyPassedOver(member) === null);
  if (first?.value.kind !== 'mapping' || first.value.members.length + others.length < 2) return false;
  return [first, ...others].every(textOf);
}

function describedEntries(root: LocatedMapping, report: Report): SourceEntry[] {
  const members = root.members.map((member) => ({ ...member, value: textOf(member)?.value ?? member.value }));
  const described = new Map(root.members.map(({ key, value }) => [key, value]));
  return flatten({ ...root, members }, report).map((entry) => {
    const about = described.get(String(entry.id));
    const comments = memberOf(about, 'comment');
    const own = COMMENTS.map((name) => textOfMember(about, name));
    const comment = [...own, comments && plainValue(comments.value)].flat().filter(Boolean).join('\n');
    return { ...entry, ...noteFields(textOfMember(about, 'context'), comment) };
  });
}
