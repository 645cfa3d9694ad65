/**
 * Strings in JSON that each have a description beside their text, as browser extensions, Docusaurus, FormatJS, Transifex and
 * VS Code write them. The description is for people, and not a text of the product.
 */
import { flatten, whyPassedOver } from './flatten';
import type { Report } from './input-error';
import { memberOf, plainValue, textIn, type LocatedMapping, type Member } from './located';
import { noted, type SourceEntry } from './source-entry';

const TEXTS = ['message', 'defaultMessage', 'string'];
const COMMENTS = ['description', 'developer_comment'];
const OTHERS = ['comment', 'placeholders', 'context', 'character_limit'];
const FIELDS: readonly string[] = [...TEXTS, ...COMMENTS, ...OTHERS];

const textOf = ({ value }: Member): Member | undefined =>
  value.kind === 'mapping' && value.members.every(({ key }) => FIELDS.includes(key))
    ? value.members.find(({ key }) => TEXTS.includes(key))
    : undefined;

/**
 * An id may well end in `message`: all must be so, and one that is alone must say more than its text. A list of comments is
 * plain enough among other texts.
 */
export function isDescribed({ members }: LocatedMapping): boolean {
  if (members.some((member) => textOf(member) && memberOf(member.value, 'comment')?.value.kind === 'list'))
    return true;
  const [first, ...others] = members.filter((member) => whyPassedOver(member) === null);
  if (first?.value.kind !== 'mapping' || first.value.members.length + others.length < 2) return false;
  return [first, ...others].every(textOf);
}

export function describedEntries(root: LocatedMapping, report: Report): SourceEntry[] | null {
  const members = root.members.map((member) => ({ ...member, value: textOf(member)?.value ?? member.value }));
  const described = new Map(root.members.map(({ key, value }) => [key, value]));
  const entries = flatten({ ...root, members }, report);
  if (entries === null) return null;
  return entries.map((entry) => {
    const about = described.get(String(entry.id));
    const comments = memberOf(about, 'comment');
    const comment = [...COMMENTS.map((name) => textIn(about, name)), comments && plainValue(comments.value)];
    return { ...entry, ...noted(textIn(about, 'context'), comment.flat().filter(Boolean).join('\n')) };
  });
}
