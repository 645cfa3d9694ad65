import { accounts } from './accounts';
import { begin } from './begin';
import { common } from './common';
import { counts } from './counts';
import { header } from './header';
import { inbox } from './inbox';
import { insights } from './insights';
import { number } from './numbers';
import { release } from './release';
import { schedules } from './schedules';
import { signIn } from './sign-in';
import { stages } from './stages';
import { states } from './states';
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
  header,
  inbox,
  insights,
  release,
  schedules,
  signIn,
  stages,
  states,
  times,
};
