import type { ComponentChildren } from 'preact';
import { holdWords } from '../../../src/domain/holds';
import { counts } from './counts';

export const inbox = {
  title: 'Inbox',
  groups: { overdue: 'Overdue', today: 'Due today', later: 'Later' },
  kinds: { terms: 'Term review', decision: 'Decision' },
  longestWaiting: (shown: string, waiting: string) =>
    `Of ${waiting} releases that wait, these ${shown} have waited longest.`,

  noDeadline: 'no deadline',
  dueIn: {
    nothing: (time: ComponentChildren) => <>due in {time}</>,
    reject: (time: ComponentChildren) => <>due in {time}, then rejected</>,
    confirm: (time: ComponentChildren) => <>due in {time}, then confirmed</>,
    end: (time: ComponentChildren) => <>due in {time}, then closed</>,
  },
  overdueBy: {
    nothing: (time: ComponentChildren) => <>overdue by {time}</>,
    reject: (time: ComponentChildren) => <>overdue by {time}, will be rejected</>,
    confirm: (time: ComponentChildren) => <>overdue by {time}, will be confirmed</>,
    end: (time: ComponentChildren) => <>overdue by {time}, will be closed</>,
  },
  dueAndSince: (due: ComponentChildren, since: ComponentChildren) => (
    <>
      at {due}, waiting since {since}
    </>
  ),
  waitingSince: (since: ComponentChildren) => <>waiting since {since}</>,

  seeTerms: 'See the terms',
  seeProblem: 'See the problem',
  cannotDecide: 'Your role can see it, but not decide on it.',
  continueReview: 'Continue the review',
  reviewTerms: 'Review terms',
  startedByYou: 'You started it. Somebody else must confirm.',
  decide: 'Decide',

  empty: 'No release is waiting for a person.',
  whatComes:
    'Everything that needs a person appears here by itself, and is counted in the header and in the page title:',
  reviews: 'Term reviews',
  reviewsCome:
    'when the term scan of a release has ended. Each has a deadline, and says what happens then if nobody decides.',
  decisions: 'Decisions',
  decisionsCome:
    'when a release is parked because it cannot go on by itself, or when an announcement failed on some accounts.',

  failingRoutes: 'Notices that do not arrive',
  routeFails: (
    route: ComponentChildren,
    since: ComponentChildren,
    why: ComponentChildren,
    waiting: number,
  ) => (
    <>
      Notices have not arrived on {route} since {since}: {why} {counts.notices(waiting)} waiting. Sending is
      retried for three days.
    </>
  ),

  notify: 'Notify me in this browser',
  stopNotifying: 'Stop notifying me in this browser',
  cannotNotify:
    'This browser blocks notifications from this page. Allow them in the browser’s settings for this site.',
  notices: { terms: (id: string) => `Review terms: ${id}`, decision: (id: string) => `Decide: ${id}` },

  allReleases: 'All releases',
  startRelease: 'Start a release',
  noMatch: 'No release matches.',
  columns: { release: 'Release', state: 'State', stage: 'Stage', waitsFor: 'Waits for', started: 'Started' },
  waits: { terms: 'term review', decision: 'decision' },
  holds: holdWords,
  since: (at: ComponentChildren) => <>since {at}</>,

  search: 'Search',
  partOfName: 'Part of a name',
  project: 'Project',
  allProjects: 'All projects',
  state: 'State',
  allStates: 'All states',

  noReleases: (role: ComponentChildren) => (
    <>
      There are no releases yet. Anybody with the role {role} can start the first one with “Start a release”.
      On the command line:
    </>
  ),
  initWrites: (init: ComponentChildren, file: ComponentChildren) => (
    <>
      {init} writes an example, {file}, with its strings.
    </>
  ),
  startStarts: (start: ComponentChildren) => <>{start} starts it. It shows here at once.</>,
};
