import { InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../domain/text/duration';
import { language } from '../domain/fields';
import { foldLanguage } from '../domain/text/language-code';
import { nameFault } from '../domain/release/identity';
import { formats, type Format } from './terminal/terminal';

/** An option that gets its name from the command. With `Always`, it has a value even when the user gives none. */
export interface Given<Value, Always extends boolean = boolean> {
  named: (name: string) => Option;
  /** Never set: it carries the value's type for inference. */
  value?: Value;
  always?: Always;
}

const option = (what: string, description: string, more = (made: Option): Option => made) => ({
  named: (name: string) => more(new Option(`--${name} ${what}`.trimEnd(), description)),
});

export const flag = (description: string): Given<boolean, false> => option('', description);

/** `--no-check`: the value is true unless the flag is given. */
export const unless = (description: string): Given<boolean, true> => ({
  named: (name) => new Option(`--no-${name}`, description),
});

export const text = (what: string, description: string): Given<string, false> => option(what, description);

export const list = (what: string, description: string): Given<string[], false> => option(what, description);

export const parsed = <Value>(
  what: string,
  description: string,
  parse: (text: string, before?: Value) => Value,
): Given<Value, false> => option(what, description, (made) => made.argParser(parse));

export const separated = (
  what: string,
  description: string,
  check = (word: string): string => word,
): Given<string[], false> =>
  parsed(what, description, (words) => [...new Set(words.split(',').map((word) => check(word.trim())))]);

export const oneOf = <Value extends string>(
  what: string,
  description: string,
  choices: readonly Value[],
): Given<Value, false> => option(what, description, (made) => made.choices(choices));

export const required = <Value>({ named }: Given<Value>): Given<Value, true> => ({
  named: (name) => named(name).makeOptionMandatory(),
});

export const otherwise = <Value>(
  { named }: Given<Value>,
  value: Value,
  words?: string,
): Given<Value, true> => ({
  named: (name) => named(name).default(value, words),
});

export const without = <Value>({ named }: Given<Value, false>, ...others: string[]): Given<Value, false> => ({
  named: (name) => named(name).conflicts(others),
});

const formatWords = { text: 'text for people', json: 'json for scripts', csv: 'csv for spreadsheets' };

const outputIn = (...choices: readonly Format[]): Given<Format, true> => ({
  named: (name) =>
    new Option(
      `-o, --${name} <format>`,
      `Output format: ${choices.map((one) => formatWords[one]).join(', ')}.`,
    )
      .choices(choices)
      .default('text'),
});
export const outputOption = outputIn('text', 'json');
/** Terms also come as CSV because people edit their decisions in a spreadsheet. */
export const tableOutputOption = outputIn(...formats);

export const projectOption = otherwise(text('<name>', 'Project whose credentials to use.'), 'default');

/** A name that no project can have would silently find nothing, so it is refused. */
export const projectFilter = (description: string): Given<string, false> =>
  parsed('<name>', description, (project) => {
    const fault = project === '' ? null : nameFault(project);
    if (fault !== null) throw new InvalidArgumentError(`It ${fault}.`);
    return project;
  });

/** Marks the option whose value names the person who acts; the command itself does not receive it. */
export interface Speaker {
  isSpeaker: true;
}
export const YOUR_NAME = 'Your name, kept with what you do. Default: your user name.';
export const asOption: Given<Speaker, false> = option('<name>', YOUR_NAME);

export const noteOption = (description: string): Given<string, false> =>
  parsed('<text>', description, (note) => (note === '' ? (undefined as never) : note));
export const decisionOptions = { reason: noteOption('Reason for the decision.'), as: asOption };

export const yesOption = flag('Do not ask, even on a terminal.');
export const dryRunOption = flag('Show what would change, and change nothing.');

export const allowUnlistedOption = flag('Allow languages that the localization service does not list.');

export const limitOption = parsed('<number>', 'Maximum number of results.', (text) => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new InvalidArgumentError('Expected a whole number of at least 1.');
  return value;
});

function languageIn(word: string): string {
  const { success, data } = language.safeParse(foldLanguage(word));
  if (success) return data;
  throw new InvalidArgumentError(`"${word}" is not a language code. Use a code such as zh-cn.`);
}

export const languagesOption = separated('<codes>', 'Languages, separated by commas.', languageIn);

export const languageWords = (description: string): Given<string[], false> =>
  parsed<string[]>('<codes...>', description, (word, before = []) => [
    ...new Set([...before, languageIn(word)]),
  ]);

export const clearEmptyOption = flag(
  'Empty cells of a CSV clear the field. Without it, they change nothing.',
);

export const translationOption = parsed(
  '<language=text>',
  'Translation of the term. Can be repeated.',
  (text, before: Record<string, string> = {}): Record<string, string> => {
    const equals = text.indexOf('=');
    if (equals < 1) throw new InvalidArgumentError('Expected <language>=<text>, such as ja=ミラ.');
    const code = text.slice(0, equals);
    if (Object.hasOwn(before, code)) throw new InvalidArgumentError(`${code} has a translation already.`);
    return { ...before, [code]: text.slice(equals + 1) };
  },
);

export const durationOption = (description: string): Given<number, false> =>
  parsed('<duration>', description, (text) => {
    const value = durationMs(text);
    if (value === null) throw new InvalidArgumentError('Expected a duration such as 30m or 2h.');
    return value;
  });

export const timeoutOption = (what = 'the release', byDefault?: string): Given<number, false> =>
  durationOption(
    `How long to wait, for example 30m. This does not stop ${what}.${byDefault === undefined ? '' : ` Default: ${byDefault}.`}`,
  );
