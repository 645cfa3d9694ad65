/**
 * Finds the plural forms in a mapping: `items_one` and `items_other` as i18next has them, or a mapping whose keys are
 * all plural categories, as Rails has them.
 */
import type { Report } from './input-error';
import type { LocatedMapping, Member } from './located';
import { isCount, placeholdersIn } from './placeholders';
import { checkPlural, isPluralCategory, type PluralForm } from './plural-forms';
import { MOST_CHARS } from './source-entry';

/** The prefix is that of the ids in the mapping. */
export function checkPluralsIn({ members }: LocatedMapping, prefix: string, report: Report): void {
  const bare: PluralForm[] = [];
  const suffixed = new Map<string, PluralForm[]>();
  for (const member of members) {
    const cut = member.key.lastIndexOf('_');
    const form = formOf(member, member.key.slice(cut + 1), prefix);
    if (form === null) continue;
    if (cut < 0) bare.push(form);
    else if (cut > 0) {
      const stem = member.key.slice(0, cut);
      const forms = suffixed.get(stem);
      if (forms === undefined) suffixed.set(stem, [form]);
      else forms.push(form);
    }
  }
  // `reason_one` and `reason_other` may be no plural at all: the ending of a key says so only beside a count.
  const doubt: Report = (finding) => report({ ...finding, isDoubt: true });
  for (const [stem, forms] of suffixed) if (forms.some(hasCount)) checkPlural(prefix + stem, forms, doubt);
  if (prefix === '' || bare.length === 0) return;
  const id = prefix.slice(0, -1);
  if (bare.length === members.length) checkPlural(id, bare, report);
  else reportMixture(id, bare, members, report);
}

const hasCount = ({ text }: PluralForm): boolean =>
  text.length <= MOST_CHARS.content && [...placeholdersIn(text)].some(isCount);

function formOf({ key, line, value }: Member, category: string, prefix: string): PluralForm | null {
  if (!isPluralCategory(category) || value.kind !== 'scalar' || typeof value.value !== 'string') return null;
  return { category, id: prefix + key, text: value.value, line };
}

function reportMixture(
  id: string,
  forms: readonly PluralForm[],
  members: readonly Member[],
  report: Report,
): void {
  const has = (name: string): boolean => forms.some(({ category }) => category === name);
  const stranger = members.find(({ key }) => !isPluralCategory(key));
  if (!has('one') || !has('other') || stranger === undefined) return;
  report({
    line: stranger.line,
    key: `${id}.${stranger.key}`,
    message: 'is next to plural forms (one, other), but is not one of them',
    isDoubt: true,
  });
}
