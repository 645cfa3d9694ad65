/**
 * Whether the forms of one plural fit together. What holds for every language is checked; which categories a language
 * has is not known here.
 */
import type { Report } from './input-error';
import { isCount, placeholdersIn } from './placeholders';
import { MOST_CHARS } from './source-entry';

const categories: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

export const isPluralCategory = (word: string): boolean => categories.has(word);

export interface PluralForm {
  category: string;
  id: string;
  text: string;
  line: number;
}

/** The categories that stand for one number in most languages: a text for it need not name the number. */
const mayLeaveOutCount: ReadonlySet<string> = new Set(['zero', 'one', 'two']);

/**
 * Forms without `other` are a plural where one of them has the count as i18next and Rails write it. `one` and `two` below
 * `player` may be two players.
 */
export function checkPlural(id: string, forms: readonly PluralForm[], report: Report): void {
  const other = forms.find(({ category }) => category === 'other');
  const [first] = forms;
  if (first === undefined || (other !== undefined && forms.length === 1)) return;
  // Such a text is refused for its length, and not looked through.
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

/** A form may leave out what it has no need to say, and say what `other` leaves out: only a person can tell. */
function compare(form: PluralForm, other: PluralForm, wanted: ReadonlySet<string>, report: Report): void {
  const has = placeholdersIn(form.text);
  const added = [...has].filter((one) => !wanted.has(one) && !isCount(one));
  const mayLack = mayLeaveOutCount.has(form.category);
  const lacking = [...wanted].filter((one) => !has.has(one) && !(mayLack && isCount(one)));
  const tell = (message: string): void => report({ line: form.line, key: form.id, message, isDoubt: true });
  if (added.length > 0) tell(`content has ${listed(added)}, which ${other.id} does not have`);
  if (lacking.length > 0) tell(`content leaves out ${listed(lacking)}, which ${other.id} has`);
}

const MOST_LISTED = 5;

function listed(placeholders: readonly string[]): string {
  const named = placeholders.slice(0, MOST_LISTED).join(', ');
  return placeholders.length > MOST_LISTED ? `${named}, …` : named;
}
