/** Checks ICU messages, such as `{count, plural, one {# item} other {# items}}`. */
import { parse, type Select, type Token } from '@messageformat/parser';
import { isPluralCategory } from './plurals';

interface IcuReading {
  fault: string | null;
  /** A finding that may be intended. */
  warning: string | null;
  /** The names of its arguments. */
  names: ReadonlySet<string>;
}

/** A text with a choice is certainly an ICU message. */
export function hasIcuChoice(text: string): boolean {
  return /\{\s*[\p{L}\p{N}_.$-]{1,200}\s*,\s*(?:plural|select|selectordinal)\s*,/u.test(text);
}

/** The parser is recursive. */
const DEEPEST = 30;

export function readIcu(text: string): IcuReading {
  const refuse = (fault: string): IcuReading => ({ fault, warning: null, names: new Set() });
  if (depthOf(text) > DEEPEST) return refuse(`nests its braces more than ${DEEPEST} levels deep`);
  let tokens: readonly Token[];
  try {
    tokens = parse(text, { strictPluralKeys: true });
  } catch (error) {
    return refuse(`is not a valid ICU message: ${wording(error)}`);
  }
  const choices = [...choicesIn(tokens)];
  const fault = choices.map(choiceFault).find((one) => one !== null) ?? null;
  const warning = choices.map(choiceWarning).find((one) => one !== null) ?? null;
  return { fault, warning: fault === null ? warning : null, names: namesIn(tokens) };
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const [brace] of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function* choicesIn(tokens: readonly Token[]): Generator<Select> {
  for (const token of tokens) {
    if (!('cases' in token)) continue;
    yield token;
    for (const { tokens: inner } of token.cases) yield* choicesIn(inner);
  }
}

function choiceFault({ type, arg, cases }: Select): string | null {
  const seen = new Set<string>();
  for (const { key } of cases) {
    if (seen.has(key)) return `has the form ${key} twice in {${arg}, ${type}}`;
    seen.add(key);
  }
  return seen.has('other') ? null : `has no form other in {${arg}, ${type}}`;
}

/** Only plural categories are compared: `=0` and the words of a select may have a different text. */
function choiceWarning({ type, arg, cases }: Select): string | null {
  if (type === 'select') return null;
  const withoutCount = (tokens: readonly Token[]): Set<string> => {
    const names = namesIn(tokens);
    names.delete(arg);
    return names;
  };
  const wanted = withoutCount(cases.find(({ key }) => key === 'other')?.tokens ?? []);
  for (const { key, tokens } of cases) {
    if (!isPluralCategory(key)) continue;
    const has = withoutCount(tokens);
    const missed = [...wanted].find((name) => !has.has(name));
    if (missed !== undefined) return `leaves out {${missed}} in the form ${key} of {${arg}, ${type}}`;
    const added = [...has].find((name) => !wanted.has(name));
    if (added !== undefined) return `has {${added}} in the form ${key} of {${arg}, ${type}} and not in other`;
  }
  return null;
}

function namesIn(tokens: readonly Token[], names = new Set<string>()): Set<string> {
  for (const token of tokens) {
    if ('arg' in token) names.add(token.arg);
    if ('cases' in token) for (const { tokens: inner } of token.cases) namesIn(inner, names);
  }
  return names;
}

/** The parser's message without its quotation of the text. */
function wording(error: unknown): string {
  const [first = ''] = String(error instanceof Error ? error.message : error).split('\n', 1);
  return first.replace(/ at line \d+ col (\d+):$/, '').slice(0, 200);
}
