/** The options with which a term is changed, of a release or of a task. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { BadRequest } from '../client/errors';
import type { TermEdit } from '../protocol/message-schemas';
import { translationOption } from './command-options';

export interface EditOptions {
  term?: string;
  category?: string;
  score?: number;
  note?: string;
  translation?: Record<string, string>;
}

export const EDIT_TERM =
  'Change a term, by its id or its text. When the command ends, the service has the change.';

export function editing(command: Command): Command {
  return command
    .option('--term <text>', 'New text of the term.')
    .option('--category <name>', 'New category.')
    .addOption(new Option('--score <number>', 'Importance from 0 to 10.').argParser(score))
    .option('--note <text>', 'Note for the next reader.')
    .addOption(translationOption());
}

export function editOf(options: EditOptions): TermEdit {
  const { term, category, score: points, note, translation: translations } = options;
  const edit = {
    ...(term !== undefined && { term }),
    ...(category !== undefined && { category }),
    ...(points !== undefined && { score: points }),
    ...(note !== undefined && { note }),
    ...(translations !== undefined && { translations }),
  };
  if (Object.keys(edit).length > 0) return edit;
  throw new BadRequest(
    'Name what to change: --term, --category, --score, --note or --translation. Nothing was changed.',
  );
}

function score(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 10))
    throw new InvalidArgumentError('Expected a number from 0 to 10.');
  return value;
}
