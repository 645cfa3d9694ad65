import { counts } from './counts';
import { glossary } from './glossary';
import { header } from './header';
import { review } from './review';
import { reviewDialogs } from './review-dialogs';
import { search } from './search';
import { strings } from './strings';

export const english = { locale: 'en', counts, header, review, reviewDialogs, strings, glossary, search };
