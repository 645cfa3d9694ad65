import type { ComponentChildren } from 'preact';
import { counts } from './counts';

export const search = {
  title: 'Search',
  titleOf: (asked: string) => `Search: ${asked}`,
  box: 'Releases and terms',
  placeholder: 'Find releases and terms ( / )',
  whatIsFound: () => (
    <>
      Releases are found by a part of their project and name, by a language (<code>ja</code> or Japanese), and
      by the id of their task or post. Terms are found by their text and their translations.
    </>
  ),
  searching: 'Searching…',
  nothing: 'Nothing was found.',
  found: (releases: number, terms: number) =>
    `${counts.releases(releases)} and ${counts.terms(terms)} found.`,
  outOfTime: (releases: number) =>
    `The search ran out of time after the newest ${counts.releases(releases)}. Older ones were searched by name only. Search again to continue, or enter more of the text.`,
  enough: (releases: number) =>
    `There were enough results after the newest ${counts.releases(releases)}. Enter more of the text to see others.`,

  releases: 'Releases',
  by: {
    language: (name: ComponentChildren) => <>Language {name}</>,
    task: (id: ComponentChildren) => <>Task {id}</>,
    post: (id: ComponentChildren) => <>Post {id}</>,
  },
  started: (when: ComponentChildren) => <>started at {when}</>,

  terms: 'Terms',
  termsOf: (release: string) => `Terms of ${release}`,
  more: (terms: number) => `${counts.andMore(terms)}.`,
  allTerms: 'All terms',
  glossaryChanges: 'Glossary changes',
};
