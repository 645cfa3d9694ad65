import { accounts } from './accounts';
import { begin } from './begin';
import { common } from './common';
import { counts } from './counts';
import { glossary } from './glossary';
import { header } from './header';
import { inbox } from './inbox';
import { insights } from './insights';
import { number } from './numbers';
import { release } from './release';
import { review } from './review';
import { reviewDialogs } from './review-dialogs';
import { schedules } from './schedules';
import { search } from './search';
import { signIn } from './sign-in';
import { stages } from './stages';
import { states } from './states';
import { strings } from './strings';
import { times } from './times';

export const english = {
  locale: 'en',
  dates: 'en-GB',
  number,
  languageNames: new Intl.DisplayNames('en', { type: 'language' }),
  accounts,
  begin,
  common,
  counts,
  glossary,
  header,
  inbox,
  insights,
  release,
  review,
  reviewDialogs,
  schedules,
  search,
  signIn,
  stages,
  states,
  strings,
  times,
};
