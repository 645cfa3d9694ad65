import { counts } from './counts';
import { header } from './header';

export const english = { locale: 'en', counts, header };
