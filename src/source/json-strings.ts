/** Strings in JSON or YAML: a mapping of string_id to content, or a list of both. */
import type { Report } from './input-error';
import { plainValue, reportRepetitions, type Located } from './located';
import { parseJson } from './parse-json';
import { parseYaml } from './parse-yaml';
import type { EntryReader, SourceEntry } from './source-entry';
import { unknownKey } from '../domain/suggest-word';

export const readJsonStrings: EntryReader = (text, report) => entriesOf(parseJson(text, report), report);
export const readYamlStrings: EntryReader = (text, report) => entriesOf(parseYaml(text, report), report);

function entriesOf(root: Located | null, report: Report): SourceEntry[] | null {
  switch (root?.kind) {
    case undefined:
      return null;
    case 'mapping':
      return root.members.map(({ key, line, value }) => ({
        id: key,
        content: plainValue(value),
        idLine: line,
        contentLine: value.line,
      }));
    case 'list':
      return root.items.flatMap((item) => entryOf(item, report));
    case 'scalar':
      report({ line: root.line, key: null, message: 'must map string_id to content, or list both' });
      return null;
  }
}

const fields = ['string_id', 'content'];

function entryOf(item: Located, report: Report): SourceEntry[] {
  if (item.kind !== 'mapping') {
    report({
      line: item.line,
      key: null,
      message: 'must have string_id and content in each item of the list',
    });
    return [];
  }
  for (const { key, line } of item.members) {
    if (!fields.includes(key)) report({ line, key, message: unknownKey(key, fields) });
  }
  reportRepetitions(item, report);
  const field = (name: string): { value: unknown; line: number } => {
    const member = item.members.find(({ key }) => key === name);
    return member === undefined
      ? { value: undefined, line: item.line }
      : { value: plainValue(member.value), line: member.line };
  };
  const [id, content] = [field('string_id'), field('content')];
  return [{ id: id.value, content: content.value, idLine: id.line, contentLine: content.line }];
}
