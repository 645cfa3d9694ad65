import type { ComponentChildren } from 'preact';
import { callWords } from '../../../src/domain/call-words';
import type { ReleaseState } from '../../../src/domain/release-states';
import type { StageName } from '../../../src/domain/stages';
import { counts } from './counts';
import { stages } from './stages';
import { states } from './states';

const deeds: Readonly<Record<StageName, string>> = {
  create: 'Creating the task',
  scan: 'Scanning for terms',
  confirm: 'Confirming the terms',
  translate: 'Translating',
  supplement: 'Adding languages',
  publish: 'Publishing',
  export: 'Exporting',
  announce: 'Announcing',
};

export const release = {
  started: (at: ComponentChildren, by: ComponentChildren, task: ComponentChildren) => (
    <>
      Started at {at}
      {by !== null && <> by {by}</>}
      {task !== null && <>, task {task}</>}
    </>
  ),
  report: 'Report',
  startAgain: 'Start again',
  editFile: 'Edit its file',
  duplicate: 'Duplicate',

  waiting: 'Waiting for a person',
  waitingForReview: (terms: number | null, since: ComponentChildren) => (
    <>
      Waiting for a review of <strong>{terms === null ? 'the terms' : counts.terms(terms)}</strong> since{' '}
      {since}.
    </>
  ),
  reminded: (at: ComponentChildren) => <>The next reminder goes out at {at}.</>,
  escalated: (at: ComponentChildren) => <>Others are notified at {at} that the deadline is near.</>,
  restTakes: (left: string) => `The rest takes ${left}.`,
  reviewTerms: 'Review the terms',

  heldBack: 'Held back',
  nobodyHasTo: 'Nobody has to do anything.',

  underWay: 'Under way',
  does: (
    stage: StageName | null,
    work: { strings: number | null; languages: number },
    left: string | null,
    next: readonly StageName[],
  ) => (
    <>
      <strong>{stage === null ? 'Beginning' : deeds[stage]}</strong>
      {stage === 'translate' && work.strings !== null && ` ${counts.strings(work.strings)}`}
      {stage === 'translate' && ` into ${counts.languages(work.languages)}`}
      {left !== null && `, ${left}`}
      {next.length > 0 && `. Then: ${next.map((name) => stages.titles[name]).join(', ')}`}.
    </>
  ),
  paused: 'Paused',

  ended: 'Ended',
  endedSo: (outcome: string, at: ComponentChildren) => (
    <>
      {outcome}
      {at !== null && <>, {at}</>}. Nothing is left to do.
    </>
  ),
  endedUnreleased: (state: ReleaseState) => `The release is ${states.names[state]}`,
  /** `Released in 3 languages: published, 2 files, announced on 2 accounts` */
  released: (done: { isPublished: boolean; languages: number; files: number; accounts: number }) => {
    const listed = [
      ...(done.isPublished ? ['published'] : []),
      ...(done.files > 0 ? [`exported to ${counts.files(done.files)}`] : []),
      ...(done.accounts > 0 ? [`announced on ${counts.accounts(done.accounts)}`] : []),
    ];
    const released = `${done.isPublished ? 'Released' : 'Translated'} in ${counts.languages(done.languages)}`;
    return listed.length === 0 ? released : `${released}: ${listed.join(', ')}`;
  },
  download: (files: number) => `Download ${counts.files(files)}`,
  readReport: 'Read the report',

  problems: {
    partial: 'Announcement failed on some accounts',
    rejected: 'The terms were rejected',
    cancelled: 'The release was cancelled',
    unknown: 'Problem',
    parked: (stage: StageName) => `${stages.titles[stage]} is parked`,
    failed: (stage: StageName) => `${stages.titles[stage]} failed`,
  },
  traceId: (ids: ComponentChildren) => <>Trace id, for the support of the service: {ids}</>,
  waitingForDecision: (since: ComponentChildren) => <>Waiting for a person's decision since {since}.</>,
  seeStory: 'See what happened',
  cannotDecide: 'Your role can see this, but not decide on it.',
  cannotSkip: 'This stage cannot be skipped: the later stages need it.',
  hasEnded: 'The release has ended. Nothing more happens by itself.',

  cannotResolve: 'Your role cannot decide on this.',
  resolved: (id: string, label: string) => `Decision saved for ${id}: ${label}.`,

  course: 'Course of the release',
  stages: 'Stages',
  otherStages: (names: readonly StageName[]) =>
    `Not asked for: ${names.map((name) => stages.titles[name]).join(', ')}`,
  runningFor: (duration: string) => `for ${duration}`,
  progress: 'Progress of the stage',
  stage: 'Stage',
  step: (index: number, of: number) => `step ${index} of ${of}`,
  rows: (done: string, total: string) => `${done} of ${total} rows`,

  stalled: 'Not continuing',
  retrying: 'Trying again',
  nothingLost: 'Nothing is lost.',
  fromHistory: 'This page shows what the history of the release says.',
  /** `next`: when the call is made again; null: now. */
  retries: (call: string, since: ComponentChildren, failed: number, next: ComponentChildren) => (
    <>
      It has been trying to {callWords(call)} since {since}. {counts.attempts(failed)} failed. The next one is{' '}
      {next === null ? 'under way' : <>at {next}</>}. Nothing is lost.
    </>
  ),
  warnings: 'Warnings',

  languages: 'Languages',
  language: 'Language',
  columns: { strings: 'Strings', translated: 'Translated', missing: 'Missing' },
  complete: 'Complete',
  noMemory: 'The service does not say which translations come from its memory.',
  late: { supplement: 'supplement', added: 'added later', 'to come': 'to come' },
  belowMinimum: (percent: number, minimum: number) => `${percent} %, below its minimum of ${minimum} %`,
  unchecked: 'Unknown: exported, not checked',
  unknown: 'Unknown: which strings there are is not known here',
  otherCase: (keys: number) => ` ${keys} matched without case`,
  notExported: 'Not exported',
  notExportedYet: 'Not exported yet',

  announcement: { ahead: 'Will be announced', made: 'Announcement', never: 'Not announced' },
  nothingPosted: 'The release ended before its announcement. Nothing was posted.',
  notBefore: (at: ComponentChildren) => <>Not before {at}</>,
  draft: (postId: ComponentChildren) => <>The draft {postId}, as prepared in the application.</>,
  noResult: 'No account has a result yet.',
  unknownPlatform: 'unknown platform',
  /** An outcome that we do not know is told in the service's own word. */
  outcomes: { published: 'published', failed: 'failed', pending: 'on its way', unsent: 'not sent yet' },
  seePost: 'See the post',
  why: 'Why',
  platformSays: 'The platform says',
  whatToDo: 'What to do',
  textNotThere: 'Text that was not posted',
  length: (length: string, most: number) => `${length} of ${counts.characters(most)}`,
  tooLong: (length: string, most: number, platform: string) =>
    `${length} of ${counts.characters(most)}: too long for ${platform}`,

  files: 'Files',
  downloadAll: 'Download all',
  fileUnchecked: 'not checked',
  checksum: "Checksum of the file's content",
  copy: 'Copy',
  copied: 'Checksum copied.',
  cannotCopy: (sha256: string) => `This browser does not let the page copy. The checksum is ${sha256}.`,

  decisions: 'Decisions',
  decided: (what: ComponentChildren, by: ComponentChildren) => (
    <>
      {what} by {by}
    </>
  ),

  history: 'History',
  showAll: 'Show every call and wait',

  change: 'Change the release',
  changeIt: 'Change it',
  nothingChanged: 'Nothing is changed yet.',
  changed: (id: string) => `Changed ${id}.`,
  changeMeans: 'What has happened already stays as it is. Nothing is changed if any of this comes too late.',
  reviewDays: 'Days for the term review, from its start',
  announcementText: 'Text of the announcement',
  withoutAccounts: 'Do not announce on',
  withoutLanguages: 'Leave out of the files and of the announcement',

  cancel: 'Cancel the release',
  cancelMeans: 'The release ends here. What the services have done so far is kept. Nothing new is started.',
  cancelled: (id: string) => `Cancelled ${id}.`,

  pause: {
    action: 'Pause the release',
    meaning:
      'Work in progress is finished. Until somebody resumes the release, no other stage begins and the review deadline is on hold.',
    done: (id: string) => `Paused ${id}.`,
  },
  resume: {
    action: 'Resume the release',
    meaning: 'The release goes on with its next stage.',
    done: (id: string) => `Resumed ${id}.`,
  },
};
