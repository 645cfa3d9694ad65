import type { Words } from '../words';
import { counts } from './counts';
import { glossary } from './glossary';
import { header } from './header';
import { review } from './review';
import { reviewDialogs } from './review-dialogs';
import { search } from './search';
import { strings } from './strings';

/** Names, versions and keys have Latin digits, so numbers have them too. */
export const arabic: Words = {
  locale: 'ar-u-nu-latn',
  counts,
  header,
  review,
  reviewDialogs,
  strings,
  glossary,
  search,
};
