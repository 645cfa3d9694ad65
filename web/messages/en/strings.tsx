import type { ComponentChildren } from 'preact';
import { counts } from './counts';
import { number } from './numbers';

const shownOf = (shown: number, all: number): string =>
  shown === all ? counts.strings(all) : `${number(shown)} of ${counts.strings(all)}`;

export const strings = {
  title: (release: string) => `Strings of ${release}`,
  heading: (release: ComponentChildren) => <>Strings of {release}</>,
  first: 'This is the first release of the project on record.',
  comparedWith: (release: ComponentChildren) => <>Compared with {release}</>,
  notCompared: (release: ComponentChildren) => (
    <>The files of {release} cannot be read any more, so nothing is compared.</>
  ),
  shown: shownOf,
  shownOfFirst: (shown: number, all: number) =>
    `${shownOf(shown, all)}. There are more: only the first ones are shown, and nothing is compared.`,

  language: 'Language',
  search: 'Search',
  searchHint: 'Id, source or translation',
  changes: 'Change since the release before',
  filters: { added: 'New', changed: 'Changed', removed: 'Gone', missing: 'Missing' },
  tags: { added: 'new', changed: 'changed', removed: 'gone', missing: 'missing' },

  table: 'Strings',
  string: 'String',
  source: 'Source',
  translation: 'Translation',
};
