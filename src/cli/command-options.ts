/** Options that several commands share, with the same words and the same checks everywhere. */
import { InvalidArgumentError, Option } from 'commander';
import { BadRequest } from '../client/errors';
import { nameFault } from '../domain/identity';
import { sentence } from '../domain/sentence';
import { durationMs } from '../domain/duration';
import { language } from '../domain/fields';

const formatWords = { text: 'text for people', json: 'json for scripts', csv: 'csv for spreadsheets' };
type Format = keyof typeof formatWords;
/** Of terms, which people also decide about in a spreadsheet. */
export const TABLE_FORMATS: readonly Format[] = ['text', 'json', 'csv'];

export const outputOption = (formats: readonly Format[] = ['text', 'json']): Option =>
  new Option('-o, --output <format>', `Output format: ${formats.map((one) => formatWords[one]).join(', ')}.`)
    .choices(formats)
    .default('text');

export const projectOption = (): Option =>
  new Option('--project <name>', 'Project whose credentials to use.').default('default');

/** Of a filter: what cannot name a project would find nothing, and the reason would stay untold. */
export function requireProjectName(project: string | undefined): void {
  const fault = project === undefined ? null : nameFault(project);
  if (fault !== null) throw new BadRequest(`--project ${sentence(fault)}`);
}

export const asOption = (): Option =>
  new Option('--as <name>', 'Your name, kept with what you do. Default: your user name.');

export const githubOption = (): Option =>
  new Option(
    '--github',
    'Require GitHub outputs and a step summary. In a GitHub step they are always written.',
  );

export const allowUnlistedOption = (): Option =>
  new Option('--allow-unlisted', 'Allow languages that the localization service does not list.');

export const limitOption = (): Option =>
  new Option('--limit <number>', 'Maximum number of results.').default(100).argParser((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1)
      throw new InvalidArgumentError('Expected a whole number of at least 1.');
    return value;
  });

/** Of a list that a limit has cut. What is left is counted by what Temporal keeps, so it is not exact. */
export function moreText(limit: number, left: number): string {
  const many = left > 0 ? `about ${left} more` : 'more';
  return `Only the newest ${limit} are shown. There are ${many}: raise --limit to see them.`;
}

/** `--languages fr,de` */
export const languagesOption = (): Option =>
  new Option('--languages <codes>', 'Languages, separated by commas.').argParser((text) => {
    const codes = [...new Set(text.split(',').map((code) => code.trim()))];
    const stray = codes.find((code) => !language.safeParse(code).success);
    if (stray === undefined) return codes;
    throw new InvalidArgumentError(
      `"${stray}" is not a language code. Expected lower case with hyphens, such as zh-cn.`,
    );
  });

export const clearEmptyOption = (): Option =>
  new Option('--clear-empty', 'Empty cells of a CSV clear the field. Without it, they change nothing.');

/** Collects `ja=ミラ` and its like; may be given again. */
export const translationOption = (): Option =>
  new Option('--translation <language=text>', 'Translation of the term. Can be repeated.').argParser(
    (text, before: Record<string, string> | undefined) => {
      const equals = text.indexOf('=');
      if (equals < 1) throw new InvalidArgumentError('Expected <language>=<text>, such as ja=ミラ.');
      const code = text.slice(0, equals);
      if (before !== undefined && Object.hasOwn(before, code))
        throw new InvalidArgumentError(`${code} has a translation already.`);
      return { ...before, [code]: text.slice(equals + 1) };
    },
  );

export const timeoutOption = (what = 'the release', byDefault?: string): Option =>
  durationOption(
    '--timeout <duration>',
    `How long to wait, for example 30m. After that, ${what} continues.${byDefault === undefined ? '' : ` Default: ${byDefault}.`}`,
  );

export const durationOption = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text) => {
    const value = durationMs(text);
    if (value === null) throw new InvalidArgumentError('Expected a duration such as 30m or 2h.');
    return value;
  });
