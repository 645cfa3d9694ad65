import { Fragment, type ComponentChildren } from 'preact';
import { counts } from './counts';
import { number, plural } from './numbers';

/** What a release wrote, where somebody has changed it since. */
interface WrittenField {
  field: string;
  written: ComponentChildren;
  now: ComponentChildren;
}

export const glossary = {
  title: 'Glossary changes',
  intro:
    'What the confirmation of terms changed in the termbase, by release. Terms that the service confirmed by itself are not known here.',
  search: 'Search terms',
  searchHint: 'Part of a term or a translation',
  nothingYet: 'No release has changed the termbase yet. A release does when somebody confirms its terms.',
  noMatch: 'No change matches.',
  cut: 'Not all releases have been searched yet.',
  lookFurther: 'Search older releases',
  showOlder: 'Show older releases',
  columns: { release: 'Release', terms: 'Terms', confirmedBy: 'Confirmed by', when: 'When' },

  kinds: {
    added: 'added',
    changed: 'changed',
    unknown: 'unknown',
    'left out': 'left out',
  },
  meanings: {
    added: 'The termbase had no entry with this text.',
    changed: 'The termbase had other values.',
    unknown: 'Not compared before the confirmation: what the termbase had is not known.',
    'left out': 'Deleted in the review. The termbase stayed as it was.',
  },
  /** `3 added, 1 changed`. */
  counts: {
    added: (count: number) => `${number(count)} added`,
    changed: (count: number) => `${number(count)} changed`,
    unknown: (count: number) => `${number(count)} unknown`,
    'left out': (count: number) => `${number(count)} left out`,
  },
  nothingChanged: 'nothing changed',

  fields: { category: 'Category', pic: 'Image' },
  notKnown: 'not known',
  nothing: 'nothing',
  empty: 'empty',

  ofRelease: {
    title: (release: string) => `Glossary changes of ${release}`,
    heading: (release: ComponentChildren) => <>Glossary changes of {release}</>,
    all: 'All glossary changes',
    confirmed: (release: ComponentChildren, by: ComponentChildren, when: ComponentChildren) => (
      <>
        {release}, confirmed by {by} at {when}.
      </>
    ),
    confirmedAndChanged: (
      release: ComponentChildren,
      by: ComponentChildren,
      when: ComponentChildren,
      changed: ComponentChildren,
    ) => (
      <>
        {release}, confirmed by {by} at {when}: {changed}.
      </>
    ),
    search: 'Search these changes',
    matches: (changes: number) => plural(changes, { one: '# change matches.', other: '# changes match.' }),
    nothingChanged: 'The termbase had all of these terms already. Nothing was changed.',
    showMore: (left: number) => `Show more (${counts.changes(left)} left)`,
    select: (term: string) => `Select ${term}`,
    revert: 'Revert…',
    revertTerm: (term: string) => `Revert ${term}`,
    revertSelected: 'Revert selected…',
    revertSome: (selected: number) => `Revert ${number(selected)} selected…`,
    revertAll: 'Revert all of this release…',
  },

  revert: {
    title: 'Revert in the termbase',
    reading: 'Reading the termbase…',
    what: 'Only the termbase changes. Texts that were translated with these terms stay as they are.',
    goesBack: 'Goes back',
    changedSince: 'Changed again after the release',
    unlessTicked: 'These stay as they are, unless you tick them.',
    overwrite: (term: ComponentChildren) => <>Overwrite {term}</>,
    nothingToDo: 'Nothing to do',
    /** Each after the text of its term. */
    actions: { delete: 'is deleted', update: 'gets its earlier values back' },
    releaseWrote: (fields: readonly WrittenField[]) => (
      <>
        The release wrote{' '}
        {fields.map(({ field, written, now }, index) => (
          <Fragment key={field}>
            {index > 0 && ', '}
            {field}: {written}, now {now}
          </Fragment>
        ))}
        .
      </>
    ),
    reverting: 'Reverting…',
    revert: (terms: number) => `Revert ${counts.terms(terms)}`,
    reverted: (terms: number) => `Reverted ${counts.terms(terms)}.`,
    someFailed: 'Some terms were not reverted.',
    continues: (terms: number) => `The revert of ${counts.terms(terms)} continues without this page.`,
    left: (why: ComponentChildren) => <>left as it is. {why}</>,
    done: 'Done',
  },

  reverts: {
    title: 'Reverts',
    asked: (by: ComponentChildren, terms: number, when: ComponentChildren, reason: ComponentChildren) => (
      <>
        {by} asked to revert {counts.terms(terms)} at {when}: {reason}
      </>
    ),
    terms: 'Terms',
    deleted: 'deleted',
    deletedAlthoughChanged: 'deleted, although it was changed after the release',
    changedBack: 'changed back',
    changedBackAlthoughChanged: 'changed back, although it was changed after the release',
  },
};
