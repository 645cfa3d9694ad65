/** Options that several commands share, with the same words and the same checks everywhere. */
import { InvalidArgumentError, Option } from 'commander';
import { durationMs } from '../release/duration';

export const outputOption = (): Option =>
  new Option('-o, --output <format>', 'text for people, json for scripts')
    .choices(['text', 'json'])
    .default('text');

export const asOption = (): Option =>
  new Option('--as <name>', 'who is deciding; your user name where absent');

export const timeoutOption = (): Option =>
  new Option('--timeout <duration>', 'how long to wait, such as 30m; the release goes on').argParser(
    (text) => {
      const value = durationMs(text);
      if (value === null) throw new InvalidArgumentError('Expected a duration such as 30m or 2h.');
      return value;
    },
  );
