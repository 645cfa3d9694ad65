import type { Theme } from '../../themes';

const themes: Readonly<Record<Theme, string>> = { auto: 'auto', light: 'light', dark: 'dark' };

export const header = {
  skip: 'Skip to the content',
  brand: 'locrelease, go to the inbox',
  main: 'Main',
  inbox: 'Inbox',
  schedules: 'Schedules',
  accounts: 'Accounts',
  glossary: 'Glossary',
  insights: 'Insights',
  find: 'Find releases and terms',
  theme: (theme: Theme) => `Theme: ${themes[theme]}`,
  changeTheme: (theme: Theme) => `Theme: ${themes[theme]}. Change`,
  installation: 'This installation',
  lost: 'Reconnecting…',
  stale: 'Temporal does not answer. What is shown may be old.',
  yourRole: (role: string) => `Your role: ${role}`,
  signOut: 'Sign out',
};
