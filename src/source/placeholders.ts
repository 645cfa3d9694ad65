/**
 * The placeholders of a text in the notations that source files use: `{{name}}`, `%{name}`, `${name}`, `{name}`,
 * `%(name)s`, and those of printf. A bounded repetition each: a text may be made to be slow to match.
 */
const PLACEHOLDER =
  /%%|\{\{([^{}]*)\}\}|([%$]?)\{([^{}]*)\}|(%\([^()]{1,100}\)[a-zA-Z])|%(\d{1,3}\$)?[-+#']{0,4}\d{0,4}(?:\.\d{1,4})?(?:hh|h|ll|l|q|z|t|j)?([@a-zA-Z])/g;

const NAME = /^[\p{L}\p{N}_.$-]{1,200}$/u;

/** Each in one spelling: `{{- count, number}}` is `{{count}}`, and `%5ld` is `%d`. */
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

/** Whether it is the number that a plural goes by. */
export function isCount(placeholder: string): boolean {
  return /^%(\d+\$)?d$|^\W*(count|n|num|number)\W*$|^%\((count|n|num|number)\)/.test(placeholder);
}
