import type { Words } from '../words';
import { counts } from './counts';
import { header } from './header';

/** Names, versions and keys have Latin digits, so numbers have them too. */
export const arabic: Words = { locale: 'ar-u-nu-latn', counts, header };
