/** The options with which a term is changed, of a release or of a task. */
import { InvalidArgumentError } from 'commander';
import { BadRequest } from '../../client/errors';
import type { TermEdit } from '../../protocol/message-schemas';
import { given, type Values } from '../command';
import { parsed, text, translationOption } from '../command-options';

export const EDIT_TERM =
  'Change a term, by its id or its text. When the command ends, the service has the change.';

export const editOptions = {
  term: text('<text>', 'New text of the term.'),
  category: text('<name>', 'New category.'),
  score: parsed('<number>', 'Importance from 0 to 10.', score),
  note: text('<text>', 'Note for the next reader.'),
  translation: translationOption,
};

export function editOf({ translation: translations, ...same }: Values<typeof editOptions>): TermEdit {
  const edit = { ...same, ...given({ translations }) };
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
