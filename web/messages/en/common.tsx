import type { ComponentChildren } from 'preact';

/** What several rooms say. */
export const common = {
  loading: 'Loading…',
  tryAgain: 'Try again',
  goBack: 'Go back',
  reason: 'Reason',
  reasonOptional: 'Reason (optional)',
  branch: 'Branch',
  notices: 'Notices',
  dismissNotice: 'Dismiss this notice',
  /** Between things that are listed. */
  comma: ', ',
  percent: (percent: number) => `${percent} %`,
  byteUnits: ['bytes', 'kB', 'MB', 'GB'],
  reviewed: (done: string, total: string) => `${done} of ${total} reviewed by you`,

  unreadable: (releases: string, names: string) => `${releases} could not be read: ${names}.`,

  gatewaySilent: 'The gateway does not answer.',
  gatewayStatus: (status: number) => `The gateway answered with status ${status}.`,

  due: (at: ComponentChildren) => <>It is due at {at}.</>,
  /** What happens if nobody decides until then. */
  dueThen: {
    reject: (at: ComponentChildren) => (
      <>If nobody decides by {at}, the terms are rejected and the release ends.</>
    ),
    confirm: (at: ComponentChildren) => <>If nobody decides by {at}, the terms are confirmed as they are.</>,
    end: (at: ComponentChildren) => <>If nobody decides by {at}, the release ends as it is.</>,
  },

  faultTitle: 'Something went wrong on this page',
  faultText: 'Saved changes are not lost. Unsaved changes are kept in this browser.',
  reload: 'Reload the page',

  noRelease: 'Release not found',
  noReleaseText: (id: ComponentChildren) => (
    <>
      There is no release {id}. Its name may be misspelled, or it ended so long ago that its history is no
      longer kept.
    </>
  ),
  findInList: 'Find it in the list of all releases',
  archived: (command: ComponentChildren) => (
    <>Releases that ended long ago are in the archive: {command} lists them.</>
  ),

  noPageTitle: 'Not found',
  noPage: 'Page not found',
  noPageText: (path: ComponentChildren) => (
    <>There is no page at {path}. The address may be misspelled or cut off.</>
  ),
  goToInbox: 'Go to the inbox',
  goToSchedules: 'Go to the schedules',
};
