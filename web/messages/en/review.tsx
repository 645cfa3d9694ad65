/** The review of a release's terms; its dialogs have a file of their own. */
import type { ComponentChildren } from 'preact';
import { MOST_STRINGS } from '../../../src/domain/term-strings';
import { LOW_SCORE } from '../../review/filters';
import { counts } from './counts';
import { number, plural } from './numbers';

const sources = new Map([
  ['ai', 'by machine'],
  ['tm', 'from memory'],
  ['manual', 'by a person'],
]);

export const review = {
  title: (id: string) => `Terms of ${id}`,
  heading: (release: ComponentChildren) => (
    <>
      {release} <span class="muted">terms</span>
    </>
  ),
  shortcuts: 'Shortcuts',
  refresh: 'Refresh',
  refreshHint: 'Reload the list from the service',
  reject: 'Reject…',
  confirm: 'Confirm…',
  ownRelease: 'You started this release. Somebody else must confirm its terms.',
  listChangesTooFast: 'The list changes faster than it can be read. Try again.',

  closed: {
    toYourRole: 'Your role can see the terms, but not change them.',
    notScanned: 'The term scan has not ended yet.',
    parked:
      'The release is parked. What was changed in the terms is kept. Resolve it on its page, then continue the review.',
    finished: 'The review is finished. The terms can no longer be changed.',
    decided: (what: string, by: string) => `The review is finished: ${what}, by ${by}.`,
  },

  saving: {
    allSaved: 'All saved',
    saving: (terms: number) => `Saving ${counts.terms(terms)}…`,
    failed: (changes: number, why: ComponentChildren) => (
      <>
        Not saved: {counts.changes(changes)}. {why} Unsaved changes are kept in this browser.
      </>
    ),
    failedForNow: (changes: number, why: ComponentChildren) => (
      <>
        Not saved: {counts.changes(changes)}. {why} Unsaved changes are kept in this browser and will be sent
        again.
      </>
    ),
    retry: 'Retry now',
    discard: 'Discard changes',
    refused: (terms: number, release: string, why: string) =>
      terms === 1
        ? `A change in ${release} was not saved: ${why}`
        : `A change to ${number(terms)} terms in ${release} was not saved: ${why}`,
  },

  drafts: {
    left: (drafts: number) => `You have ${counts.unsavedDrafts(drafts)}.`,
    continue: 'Continue',
    discard: 'Discard',
    gone: 'This term is no longer on the list, or is to be deleted.',
  },

  filter: {
    label: 'Filter the terms',
    text: 'Filter by text',
    placeholder: 'Filter by text  /',
    notCompared: 'The terms have not been compared with the termbase yet.',
    titles: {
      open: 'To review',
      new: 'New',
      conflict: 'Conflicts',
      low: `Score below ${LOW_SCORE}`,
      missing: 'Missing translation',
      mine: 'Changed by me',
      removed: 'To be deleted',
    },
    hints: {
      open: 'You have not accepted, edited or deleted it since it last changed.',
      new: 'The termbase has no entry with this text.',
      conflict: 'The termbase has another category or translation.',
      low: 'The term scan gave it a low score.',
      missing: 'The translation into a language of the release is missing.',
      mine: 'You have edited it, or marked it to be deleted.',
      removed: 'Deleted when the terms are confirmed.',
    },
  },

  /** As titles. */
  fields: {
    term: 'Term',
    context: 'Context',
    category: 'Category',
    score: 'Score',
    note: 'Note',
    termbase: 'Termbase',
    changes: 'Changes',
  },
  /** Before what was changed in them. */
  changedFields: {
    term: 'term',
    category: 'category',
    score: 'score',
    judgment: 'note',
    translation: 'translation',
  },
  missing: 'missing',
  nothing: 'nothing',

  table: {
    label: 'Terms',
    accepted: 'Accepted',
    sortBy: (column: string) => `Sort by ${column}`,
    selectAll: 'Select all shown terms',
    select: (term: string) => `Select ${term}`,
    accept: (term: string) => `Accept ${term}`,
    loading: 'Loading the terms…',
    empty: 'No term matches the filter.',
    before: (text: string) => `Before: ${text}`,
    draft: 'unsaved draft',
    deletedBy: (name: ComponentChildren) => <>deleted by {name}</>,
    editedBy: (name: ComponentChildren) => <>edited by {name}</>,
    columns: 'Columns',
    columnsOfTable: 'Columns of the table',
  },

  termbase: {
    new: 'new',
    same: 'the same',
    differs: 'differs',
    differsInCategory: (category: ComponentChildren) => <>differs: {category}</>,
    has: (what: ComponentChildren) => <>Termbase: {what}</>,
  },

  bulk: {
    shown: (shown: number, total: number) => `${number(shown)} of ${number(total)} terms`,
    shownAndSelected: (shown: number, total: number, selected: number) =>
      `${number(shown)} of ${number(total)} terms, ${number(selected)} selected`,
    loadingRest: 'Loading the rest…',
    comparing: 'Comparing with the termbase…',
    undo: 'Undo',
    replace: 'Replace…',
    details: 'Details',
    keepTermbase: 'Keep termbase values',
    clear: 'Clear',
    field: 'Field to set for the selected terms',
    value: (field: string) => `${field} for the selected terms`,
    set: 'Set',
  },

  /** For one term, and for several. */
  actions: {
    accept: 'Accept',
    accepted: 'Accepted',
    edit: 'Edit',
    delete: 'Delete',
    restore: 'Restore',
    revert: 'Revert',
    save: 'Save',
    cancel: 'Cancel',
  },

  details: {
    label: 'Details of the term',
    none: 'No term is chosen.',
    noCategory: 'no category',
    summary: (category: ComponentChildren, score: ComponentChildren) => (
      <>
        {category}, score {score}
      </>
    ),
    translated: (category: ComponentChildren, score: ComponentChildren, source: string) => (
      <>
        {category}, score {score}, translated {sources.get(source) ?? <bdi>{source}</bdi>}
      </>
    ),
    strings: `Strings with this text (at most ${MOST_STRINGS})`,
    atMost: (characters: number) => `at most ${number(characters)} characters`,
    field: 'Field',
    thisRelease: 'This release',
    history: 'History',
    edited: (by: ComponentChildren, when: ComponentChildren) => (
      <>
        Edited by {by} {when}
      </>
    ),
    wantsDeleted: (by: ComponentChildren, when: ComponentChildren) => (
      <>
        Marked for deletion by {by} {when}
      </>
    ),
    translationInto: (language: string) => `${language} translation`,
    scoreLabel: 'Score, from 0 to 10',
  },

  done: {
    allReviewed: 'You have reviewed all terms that are shown.',
    accepted: (terms: number) => `${counts.terms(terms)} accepted.`,
    toReviewAgain: (terms: number) => `${counts.terms(terms)} to review again.`,
    willBeDeleted: (terms: number) => `${counts.terms(terms)} will be deleted. Press u to undo.`,
    restored: (terms: number) => `${counts.terms(terms)} restored.`,
    set: (field: string, terms: number) => `${field} set for ${counts.terms(terms)}.`,
    replaced: (terms: number) => `Replaced in ${counts.terms(terms)}. Press u to undo.`,
    setToTermbase: (terms: number) => `${counts.terms(terms)} set to what the termbase has. Press u to undo.`,
    nothingToUndo: 'Nothing to undo.',
    undone: (terms: number) => `Undone: ${counts.terms(terms)}.`,
    notUndone: (terms: number) =>
      plural(terms, {
        one: '# term changed since then and was not undone.',
        other: '# terms changed since then and were not undone.',
      }),
    upToDate: 'The list is up to date.',
    othersChanged: (names: readonly string[], terms: number) =>
      `${names.join(', ')} changed ${counts.terms(terms)}.`,
    confirmed: 'The terms are confirmed.',
    rejected: 'The terms are rejected.',
  },
};
