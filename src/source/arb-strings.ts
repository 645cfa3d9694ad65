/**
 * Strings in ARB, the JSON of Flutter: a message of ICU each, described by the mapping of the same name behind an `@`.
 * What begins with `@@` is about the file.
 */
import { readIcu } from './icu-message';
import type { Report } from './input-error';
import { plainValue, repetition, reportRepetitions, type LocatedMapping, type Member } from './located';
import { parseJson } from './parse-json';
import { MOST_CHARS, noted, type EntryReader, type SourceEntry } from './source-entry';

export const readArbStrings: EntryReader = (text, report) => {
  const root = parseJson(text, report);
  if (root === null) return null;
  if (root.kind !== 'mapping') {
    report({ line: root.line, key: null, message: 'must map each key to its message' });
    return null;
  }
  const messages = new Map<string, Member>();
  const descriptions = new Map<string, Member>();
  const entries: SourceEntry[] = [];
  for (const member of root.members) {
    const { key, line, value } = member;
    if (key.startsWith('@@')) continue;
    if (key.startsWith('@')) {
      describe(descriptions, member, report);
      continue;
    }
    messages.set(key, member);
    entries.push({ id: key, content: plainValue(value), idLine: line, contentLine: value.line, isIcu: true });
  }
  for (const [key, { line }] of descriptions)
    if (!messages.has(key))
      report({ line, key: `@${key}`, message: 'describes a message that is not there', isDoubt: true });
  return entries.map((entry) => ({ ...entry, ...noteOn(entry, descriptions, report) }));
};

function describe(descriptions: Map<string, Member>, member: Member, report: Report): void {
  const { key, line, value } = member;
  if (value.kind !== 'mapping') {
    report({ line, key, message: 'must be a mapping that describes its message' });
    return;
  }
  const first = descriptions.get(key.slice(1));
  if (first !== undefined) report({ line, key, message: repetition(first.line) });
  reportRepetitions(value, report, [key]);
  descriptions.set(key.slice(1), member);
}

function noteOn(
  { id, content, contentLine }: SourceEntry,
  descriptions: ReadonlyMap<string, Member>,
  report: Report,
): Pick<SourceEntry, 'note'> {
  if (typeof id !== 'string' || typeof content !== 'string') return {};
  // It is refused later, and not looked through before.
  if (content.length > MOST_CHARS.content) return {};
  const described = descriptions.get(id)?.value;
  const about = described?.kind === 'mapping' ? described : null;
  const placeholders = about && memberOf(about, 'placeholders');
  if (placeholders) checkPlaceholders({ id, content, line: contentLine }, placeholders, report);
  const textOf = (name: string): string => {
    const member = about && memberOf(about, name);
    if (!member) return '';
    if (member.value.kind === 'scalar' && typeof member.value.value === 'string') return member.value.value;
    report({ line: member.line, key: `@${id}.${name}`, message: 'must be text' });
    return '';
  };
  return noted(textOf('context'), textOf('description'));
}

const memberOf = ({ members }: LocatedMapping, name: string): Member | null =>
  members.find(({ key }) => key === name) ?? null;

interface Message {
  id: string;
  content: string;
  line: number;
}

/** Whether it is a message at all is asked of every string later. */
function checkPlaceholders({ id, content, line }: Message, placeholders: Member, report: Report): void {
  const { fault, names } = readIcu(content);
  if (fault !== null) return;
  const { value } = placeholders;
  if (value.kind !== 'mapping') {
    report({ line: placeholders.line, key: `@${id}.placeholders`, message: 'must be a mapping' });
    return;
  }
  const declared = new Set(value.members.map(({ key }) => key));
  for (const { key, line: declaredLine } of value.members)
    if (!names.has(key) && !isQuoted(content, key))
      report({
        line: declaredLine,
        key: `@${id}.placeholders.${key}`,
        message: `is not in the message: it has no {${key}}`,
      });
  for (const name of names)
    if (!declared.has(name))
      report({
        line,
        key: id,
        message: `content has {${name}}, which @${id}.placeholders does not have`,
        isDoubt: true,
      });
}

/** Flutter leaves it to a setting whether quotes make a placeholder a text. */
const isQuoted = (content: string, name: string): boolean => content.includes(`'{${name}}'`);
