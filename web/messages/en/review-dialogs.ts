import { counts } from './counts';
import { number, plural } from './numbers';

export const reviewDialogs = {
  confirm: {
    title: 'Confirm the terms',
    kept: 'kept',
    edited: 'edited',
    deleted: 'deleted',
    reviewed: (done: number, total: number) =>
      `You have reviewed ${number(done)} of ${counts.terms(total)}. The others are confirmed as they are.`,
    drafts: (terms: readonly string[]) =>
      `You have ${counts.unsavedDrafts(terms.length)}: ${terms.join(', ')}. ` +
      plural(terms.length, {
        one: 'Save or discard it before you confirm.',
        other: 'Save or discard them before you confirm.',
      }),
    saveDrafts: 'Save drafts',
    discardDrafts: 'Discard drafts',
    notCompared: 'The terms could not be compared with the termbase. Entries that it has may be overwritten.',
    overwrites: (entries: number) =>
      plural(entries, {
        one: '# entry of the termbase will be overwritten',
        other: '# entries of the termbase will be overwritten',
      }),
    keepTermbase: 'Keep termbase values',
    what: 'The translation then starts with these terms. This cannot be undone.',
    comment: 'Comment (optional)',
    saving: 'Saving your last changes…',
    checking: 'Checking the list and the termbase again…',
    leave: 'Continue the review',
    confirm: (terms: number) => `Confirm ${counts.terms(terms)}`,
  },

  reject: {
    title: 'Reject the terms',
    what: 'The release ends as rejected. Nothing is translated. You can start it again.',
  },

  difference: {
    title: 'The list has changed since you opened it',
    what: 'Nothing was confirmed. Your changes are kept. Check what is different, then confirm again.',
    same: 'The list now shows the latest terms.',
    added: (terms: number) => `New: ${counts.terms(terms)}`,
    gone: (terms: number) => `Removed: ${counts.terms(terms)}`,
    changed: (terms: number) => plural(terms, { one: '# changed term', other: '# changed terms' }),
    leave: 'Continue with the new list',
  },

  replace: {
    title: 'Find and replace',
    inSelected: (terms: number) =>
      `In the selected ${counts.terms(terms)}. Terms that are to be deleted stay as they are.`,
    inShown: (terms: number) =>
      `In the shown ${counts.terms(terms)}. Terms that are to be deleted stay as they are.`,
    find: 'Find',
    replacement: 'Replace with',
    lookIn: 'Look in',
    field: 'Field to look in',
    allTranslations: 'All translations',
    matchCase: 'Match upper and lower case',
    found: (terms: number) => `Found in ${counts.terms(terms)}.`,
    tooLong: (terms: number) =>
      plural(terms, {
        one: '# term would become too long, and stays as before.',
        other: '# terms would become too long, and stay as before.',
      }),
    leave: 'Go back',
    replace: (terms: number) => `Replace in ${counts.terms(terms)}`,
  },

  help: {
    title: 'Keyboard shortcuts',
    letters: 'Use single letters as shortcuts',
    close: 'Close',
    /** What the keys do. */
    keys: {
      next: 'next term',
      previous: 'previous term',
      accept: 'accept this term, or the selected ones, and go on to the next; take it back',
      nextOpen: 'next term to review',
      edit: 'edit; Enter saves, Esc discards, Tab goes to the next field',
      translate:
        'edit the translation that is missing, or the first; 1 to 9: that of the first to ninth language',
      select: 'select, or deselect',
      selectAll: 'select all shown terms, or none',
      delete: 'delete the selected terms, or this one; restore deleted ones',
      undo: 'undo',
      filter: 'filter by text',
      replace: 'find and replace',
      details: 'show or hide the details',
      firstAndLast: 'first, last term',
      leave: 'clear the selection',
      help: 'this help',
    },
  },
};
