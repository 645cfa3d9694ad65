import type { ComponentChildren } from 'preact';
import type { StageName } from '../../../src/domain/stages';
import { counts } from './counts';
import { plural } from './numbers';

const waits: Readonly<Partial<Record<StageName, string>>> = {
  scan: 'the term scan',
  confirm: 'an operator',
  translate: 'the translation',
  supplement: 'their translation',
  publish: 'the publish job',
  announce: 'the post on each account',
};

/** A release that is written, planned and started, or changed by its file. */
export const begin = {
  titles: { new: 'Start a release', copy: 'Duplicate a release', again: 'Start again' },
  needsRole: (role: ComponentChildren) => <>To start a release, you need the role {role}.</>,
  open: 'Open a release file',
  example: 'Begin with an example',
  releaseFile: 'Release file (YAML or JSON)',
  wrong: 'What is wrong',
  line: (line: number) => `Line ${line}`,
  showPlan: 'Show the plan',
  planning: 'Planning…',
  nothingStarted: 'Nothing is started by this.',
  started: (id: string) => `Started ${id}.`,
  attached: (id: string) => `${id} is running already.`,
  planFirst: 'Show the plan first.',

  sourceFiles: 'Source files',
  addFiles: 'Add files',
  addFolder: 'Add a folder',
  dropFiles: (file: ComponentChildren, url: ComponentChildren) => (
    <>
      Add the files that {file} names, or drop them here. A {url} needs none.
    </>
  ),
  keptStrings: (strings: number, id: ComponentChildren) => (
    <>
      The {counts.strings(strings)} of {id} are used, unless you add other files.
    </>
  ),
  stringsByAddress: (id: ComponentChildren) => (
    <>The service reads the strings from the address that {id} had.</>
  ),
  remove: (path: string) => `Remove ${path}`,
  tooLarge: (size: string, most: string) =>
    `Together, the files are ${size}. A browser can send at most ${most}. For more, use the command line.`,
  unreadable: (name: string) => `${name} cannot be read. It may have changed since. Add it again.`,

  outdated: 'The draft was changed. Show the plan again.',
  planOf: (id: ComponentChildren) => <>Plan of {id}</>,
  fixMarked: 'Fix what is marked beside the text first.',
  fixFirst: (faults: number) => plural(faults, { one: 'Fix this first:', other: 'Fix these first:' }),
  announceAgain: (key: ComponentChildren) => (
    <>
      An earlier run of this release was announced. Announce it once more. (To release without an
      announcement, remove “{key}” from the text.)
    </>
  ),
  nothingToStart: {
    attach: 'This release is running already, with the same content: there is nothing to start.',
    nothing: 'This release has ended already, with the same content: there is nothing to start.',
  },
  goToRelease: 'Go to the release',
  costs: 'A start orders a translation, which costs money.',
  publishes: 'It publishes to the project.',
  announces: 'It announces in public.',
  publishesAndAnnounces: 'It publishes to the project and announces in public.',
  replaces: 'It replaces a run in which nothing was paid for.',
  start: (id: string) => `Start ${id}`,
  starting: 'Starting…',

  source: 'Source',
  readByService: 'read by the service',
  languages: 'Languages',
  language: (name: string, code: string) => `${name} (${code})`,
  addedLater: (languages: string, later: string) => `${languages}; added later: ${later}`,
  newStrings: 'New strings',
  noEarlier: 'No earlier release of the project is on record here.',
  changesUnknown: (id: ComponentChildren) => (
    <>Not known since {id}: the strings of one of the two are not in the store.</>
  ),
  noChanges: 'None',
  changes: {
    new: (count: string) => `${count} new`,
    changed: (count: string) => `${count} changed`,
    gone: (count: string) => `${count} gone`,
  },
  since: (id: ComponentChildren) => <>since {id}</>,
  sinceWords: (id: ComponentChildren, words: number) => (
    <>
      since {id}, {counts.words(words)}
    </>
  ),
  atMost: 'At most',
  cost: (amount: string, words: number) => (
    <>
      <strong>{amount}</strong>, {counts.words(words)}.
    </>
  ),
  noPrices: (words: number) => (
    <>
      <strong>{counts.words(words)}</strong>. No prices are configured.
    </>
  ),
  mayCostLess: 'Texts that the translation memory has may cost less.',
  budget: 'Budget',
  review: 'Term review',
  reviewWithin: (deadline: string, reminders: string, onDeadline: 'reject' | 'confirm') =>
    `within ${deadline}${reminders === '' ? '' : `, reminders after ${reminders}`}. At the deadline: ${onDeadline}.`,
  files: 'Files',
  exported: (languages: ComponentChildren, template: ComponentChildren, directory: ComponentChildren) => (
    <>
      {languages} with the template {template}, into {directory}
    </>
  ),
  announcement: 'Announcement',
  preparedPost: (id: ComponentChildren) => <>The prepared post {id}.</>,
  notBefore: (at: ComponentChildren) => <>Not before {at}.</>,
  account: (handle: ComponentChildren, platform: ComponentChildren) => (
    <>
      {handle} on {platform}
    </>
  ),
  length: (length: string, most: number) => `${length} of ${counts.characters(most)}`,
  quota: (left: string, limit: string) => `${left} of ${limit} scheduled posts left this month.`,
  minimums: 'Minimums',
  minimum: (language: string, percent: string) => `${language}: ${percent} % of the strings`,
  waived: (percent: string, by: ComponentChildren, until: string) => (
    <>
      {percent} % until {until}, waived by {by}
    </>
  ),
  notes: 'Good to know',
  warnings: 'Warnings',
  unchecked: 'Not checked here',

  stagesCaption: (calls: string) => `Stages: ${calls} in all, if no call fails and nobody edits terms`,
  stage: 'Stage',
  calls: 'Calls',
  waitsFor: 'Waits for',
  callsBetween: (least: string, most: number) => `${least} to ${counts.calls(most)}`,
  skipped: 'skipped',
  waits,
  atMostFor: (what: string, duration: string) => `${what}, at most ${duration}`,

  changeTitle: (id: string) => `Change ${id}`,
  change: (id: ComponentChildren) => <>Change {id}</>,
  changeNeedsRole: (role: ComponentChildren) => <>To change a release, you need the role {role}.</>,
  unchangeable:
    'What has happened already stays as it is. The strings, the target languages and the budget cannot be changed.',
  showChanges: 'Show what changes',
  nothingChanged: 'Nothing is changed by this.',
  whatChanges: 'What changes',
  noDifference: 'Nothing: the release asks for this already.',
  takesBack: 'This takes back what others have changed since:',
  cannotBeDone: 'This cannot be done:',
  changeRelease: 'Change the release',
};
