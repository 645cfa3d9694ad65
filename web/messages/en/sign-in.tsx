import type { ComponentChildren } from 'preact';

export const signIn = {
  pageTitle: 'Sign in',
  title: 'Sign in to locrelease',
  lead: 'Review terms, decide on parked releases, and see what each release does.',
  token: 'Your token',
  signIn: 'Sign in',
  firstTime: 'Here for the first time?',
  askForToken: (command: ComponentChildren) => (
    <>Ask the person who runs locrelease for a token. They create it with {command}.</>
  ),
  addLines: 'They add the lines that it prints to the configuration, and restart the gateway.',
  enterToken: 'Enter the token here. This browser stays signed in for twelve hours.',
  tryIt: (command: ComponentChildren) => (
    <>To try it on your machine: {command} prints a link that signs you in.</>
  ),
  again: 'Sign in again',
  sessionEnded:
    'Your session has ended. Nothing is lost: your changes are kept here and saved after you sign in.',
};
