/** Options that several commands share, with the same words and the same checks everywhere. */
import { InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../domain/duration';

export const outputOption = (): Option =>
  new Option('-o, --output <format>', 'text for people, json for scripts')
    .choices(['text', 'json'])
    .default('text');

export const projectOption = (): Option =>
  new Option('--project <name>', 'whose credentials to use').default('default');

export const asOption = (): Option =>
  new Option('--as <name>', 'who is deciding; your user name where absent');

export const githubOption = (): Option =>
  new Option('--github', 'tell a GitHub workflow: outputs and a step summary; by itself in one of its steps');

export const limitOption = (): Option =>
  new Option('--limit <number>', 'at most this many').default(100).argParser((text) => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('Expected a whole number.');
    return value;
  });

/** Collects `ja=ミラ` and its like; may be given again. */
export const translationOption = (): Option =>
  new Option('--translation <language=text>', 'a translation; may be given again').argParser(
    (text, before: Record<string, string> | undefined) => {
      const equals = text.indexOf('=');
      if (equals < 1) throw new InvalidArgumentError('Expected <language>=<text>, such as ja=ミラ.');
      return { ...before, [text.slice(0, equals)]: text.slice(equals + 1) };
    },
  );

export const timeoutOption = (what = 'the release'): Option =>
  new Option('--timeout <duration>', `how long to wait, such as 30m; ${what} goes on`).argParser((text) => {
    const value = durationMs(text);
    if (value === null) throw new InvalidArgumentError('Expected a duration such as 30m or 2h.');
    return value;
  });
