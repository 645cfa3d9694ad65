/**
 * Checks whether the forms of one plural fit together, by rules that hold for every language; the categories of each
 * language are not known here.
 */
import { firstNamed, type Report } from '../input-error';
import { MOST_CHARS } from '../source-entry';
import type { LocatedMapping, Member } from '../located';

export const pluralCategories: readonly string[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

export const isPluralCategory = (word: string): boolean => pluralCategories.includes(word);

export interface PluralForm {
  category: string;
  id: string;
  text: string;
  line: number;
}

/** In most languages these categories stand for one number, so that their text need not have the count. */
const mayLeaveOutCount: ReadonlySet<string> = new Set(['zero', 'one', 'two']);

/**
 * Forms without `other` count as a plural if one of them has a count in the notation of i18next or Rails. `one` and
 * `two` below `player` may be two players.
 */
export function checkPlural(id: string, forms: readonly PluralForm[], report: Report): void {
  const other = forms.find(({ category }) => category === 'other');
  const [first] = forms;
  if (first === undefined || (other !== undefined && forms.length === 1)) return;
  // A longer text is refused for its length, and is not parsed.
  if (forms.some(({ text }) => text.length > MOST_CHARS.content)) return;
  if (other !== undefined) {
    const wanted = placeholdersIn(other.text);
    for (const form of forms) if (form !== other) compare(form, other, wanted, report);
  } else if (forms.some(({ text }) => counts.some((count) => placeholdersIn(text).has(count)))) {
    const named = forms.map(({ category }) => category).join(', ');
    report({ line: first.line, key: id, message: `has the plural form ${named}, but not the form other` });
  }
}

const counts = ['{{count}}', '%{count}'];

/** A form may omit or add a placeholder on purpose: only a person can decide. */
function compare(form: PluralForm, other: PluralForm, wanted: ReadonlySet<string>, report: Report): void {
  const has = placeholdersIn(form.text);
  const added = [...has].filter((one) => !wanted.has(one) && !isCount(one));
  const mayLack = mayLeaveOutCount.has(form.category);
  const lacking = [...wanted].filter((one) => !has.has(one) && !(mayLack && isCount(one)));
  const warn = (message: string): void => report({ line: form.line, key: form.id, message, isWarning: true });
  const named = (placeholders: readonly string[]): string => firstNamed(placeholders, (one) => one);
  if (added.length > 0) warn(`content has ${named(added)}, which ${other.id} does not have`);
  if (lacking.length > 0) warn(`content leaves out ${named(lacking)}, which ${other.id} has`);
}

/**
 * The placeholders of a text in the notations that source files use: `{{name}}`, `%{name}`, `${name}`, `{name}`,
 * `%(name)s`, and those of printf. Repetitions are bounded, because a text may be made to be slow to match.
 */
const PLACEHOLDER =
  /%%|\{\{([^{}]*)\}\}|([%$]?)\{([^{}]*)\}|(%\([^()]{1,100}\)[a-zA-Z])|%(\d{1,3}\$)?[-+#']{0,4}\d{0,4}(?:\.\d{1,4})?(?:hh|h|ll|l|q|z|t|j)?([@a-zA-Z])/g;

const NAME = /^[\p{L}\p{N}_.$-]{1,200}$/u;

/** Placeholders are normalised: `{{- count, number}}` is `{{count}}`, and `%5ld` is `%d`. */
export function placeholdersIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [, doubled, mark, single, python, position = '', conversion] of text.matchAll(PLACEHOLDER)) {
    const braced = doubled ?? single;
    if (braced !== undefined) {
      const name = (braced.split(',', 1)[0] ?? '').replace(/^-/, '').trim();
      if (!NAME.test(name)) continue;
      found.add(doubled === undefined ? `${mark ?? ''}{${name}}` : `{{${name}}}`);
    } else if (python !== undefined) found.add(python);
    else if (conversion !== undefined && CONVERSIONS.includes(conversion))
      found.add(`%${position}${conversion === 'i' || conversion === 'u' ? 'd' : conversion}`);
  }
  return found;
}

const CONVERSIONS = '@aAcdeEfFgGiosuxX';

/** Whether the placeholder is the number that selects the plural form. */
function isCount(placeholder: string): boolean {
  return /^%(\d+\$)?d$|^\W*(count|n|num|number)\W*$|^%\((count|n|num|number)\)/.test(placeholder);
}

/**
 * Finds the plural forms in a mapping: `items_one` and `items_other` as in i18next, or a mapping whose keys are all
 * plural categories, as in Rails. The prefix is that of the ids in the mapping.
 */
export function checkPluralsIn({ members }: LocatedMapping, prefix: string, report: Report): void {
  const bare: PluralForm[] = [];
  const suffixed = new Map<string, PluralForm[]>();
  for (const member of members) {
    const cut = member.key.lastIndexOf('_');
    const form = formOf(member, member.key.slice(cut + 1), prefix);
    if (form === null || cut === 0) continue;
    const stem = member.key.slice(0, cut);
    const forms = cut < 0 ? bare : (suffixed.get(stem) ?? []);
    if (cut > 0) suffixed.set(stem, forms);
    forms.push(form);
  }
  // A key's ending means a plural only if a text has a count: `reason_one` and `reason_other` may be no plural at all.
  const reportWarning: Report = (finding) => report({ ...finding, isWarning: true });
  for (const [stem, forms] of suffixed)
    if (forms.some(hasCount)) checkPlural(prefix + stem, forms, reportWarning);
  if (prefix === '' || bare.length === 0) return;
  const id = prefix.slice(0, -1);
  if (bare.length === members.length) {
    checkPlural(id, bare, report);
    return;
  }
  const other = members.find(({ key }) => !isPluralCategory(key));
  if (other === undefined || !['one', 'other'].every((name) => bare.some((form) => form.category === name)))
    return;
  const message = 'is next to plural forms (one, other), but is not one of them';
  report({ line: other.line, key: `${id}.${other.key}`, message, isWarning: true });
}

const hasCount = ({ text }: PluralForm): boolean =>
  text.length <= MOST_CHARS.content && [...placeholdersIn(text)].some(isCount);

function formOf({ key, line, value }: Member, category: string, prefix: string): PluralForm | null {
  if (!isPluralCategory(category) || value.kind !== 'scalar' || typeof value.value !== 'string') return null;
  return { category, id: prefix + key, text: value.value, line };
}
