/**
 * Reads ARB, the JSON of Flutter: ICU messages, each described by the mapping of the same name after an `@`. Keys that
 * begin with `@@` are about the file.
 */
import { flatten } from './flatten';
import { readIcu } from './icu-message';
import { FileFault, type Report } from '../input-error';
import { memberOf, textOfMember, type Located, type Member } from '../located';
import { parseJson } from './parse-json';
import { MOST_CHARS, noteFields, type EntryReader, type SourceEntry } from '../source-entry';

export const readArbStrings: EntryReader = (text, report) => {
  const root = parseJson(text);
  if (root.kind !== 'mapping') throw new FileFault('must map each key to its message', root.line);
  const isMessage = ({ key }: Member): boolean => !key.startsWith('@');
  const messages = new Set(root.members.filter(isMessage).map(({ key }) => key));
  const descriptions = new Map<string, Member>();
  for (const member of root.members) {
    const { key, line } = member;
    if (isMessage(member) || key.startsWith('@@')) continue;
    descriptions.set(key.slice(1), member);
    if (!messages.has(key.slice(1)))
      report({ line, key, message: 'describes a message that is not there', isWarning: true });
  }
  return flatten({ ...root, members: root.members.filter(isMessage) }, report).map((entry) => {
    const about = descriptions.get(String(entry.id))?.value;
    checkPlaceholders(entry, memberOf(about, 'placeholders')?.value, report);
    return {
      ...entry,
      isIcu: true,
      ...noteFields(textOfMember(about, 'context'), textOfMember(about, 'description')),
    };
  });
};

/** The message itself is checked later, like every string. */
function checkPlaceholders(
  { id, content, contentLine }: SourceEntry,
  described: Located | undefined,
  report: Report,
): void {
  if (described?.kind !== 'mapping' || typeof id !== 'string' || typeof content !== 'string') return;
  // A longer text is refused later, and not parsed here.
  if (content.length > MOST_CHARS.content) return;
  const { fault, names } = readIcu(content);
  if (fault !== null) return;
  const warn = (line: number, key: string, message: string): void =>
    report({ line, key, message, isWarning: true });
  const declared = new Set(described.members.map(({ key }) => key));
  for (const { key, line } of described.members)
    if (!names.has(key) && !isQuoted(content, key))
      warn(line, `@${id}.placeholders.${key}`, `is not in the message: it has no {${key}}`);
  for (const name of names)
    if (!declared.has(name))
      warn(contentLine, id, `content has {${name}}, which @${id}.placeholders does not have`);
}

/** In Flutter a setting decides whether quotes escape a placeholder. */
const isQuoted = (content: string, name: string): boolean => content.includes(`'{${name}}'`);
