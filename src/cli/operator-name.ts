import { userInfo } from 'node:os';
import { BadRequest } from '../client/errors';
import { quotable } from '../domain/visible-text';

/** Who is speaking, unless `--as` says otherwise. */
export function operatorName(as: string | undefined): string {
  const name = as ?? process.env.LOCRELEASE_OPERATOR ?? userInfo().username;
  if (quotable(name) === name && name !== '') return name;
  // A name that shows as another one would speak for somebody else.
  throw new BadRequest(
    `${as === undefined ? 'LOCRELEASE_OPERATOR' : '--as'} must be a name on one line, without control characters. Nothing was done.`,
  );
}
