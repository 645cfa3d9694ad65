import { counts } from './counts';

export const insights = {
  title: 'Insights',
  project: 'Project',
  allProjects: 'All projects',
  time: 'Time',
  none: 'No release has ended in these weeks. A release is counted here once it has ended and its record is kept.',
  counted: (releases: number) =>
    `${counts.releases(releases)} that ended in these weeks. Weeks begin on Monday, in UTC.`,
  countedNewest: (releases: string) =>
    `The newest ${releases} releases that ended in these weeks. Weeks begin on Monday, in UTC.`,
  noneInWeeks: 'None in these weeks.',
  numbers: 'Numbers',
  weekOf: 'Week of',

  releasesPerWeek: 'Releases per week',
  releasesOfWeek: (week: string, released: number, unreleased: number) =>
    `Week of ${week}: ${released} released, ${unreleased} not`,
  good: 'released',
  bad: 'rejected, cancelled or failed',
  released: 'Released',
  notReleased: 'Not released',

  reviewTimes: 'Waiting for people: term reviews',
  reviewOfWeek: (week: string, time: string | null) => `Week of ${week}: ${time ?? 'no review'}`,
  reviews: 'Reviews',
  halfWithin: 'Half within',
  mostWithin: '9 of 10 within',
  reviewsInAll: (reviews: number, half: string, most: string) =>
    `${counts.reviews(reviews)}: half ended within ${half}, 9 of 10 within ${most}.`,

  stringsPerWeek: 'Strings released per week',
  stringsOfWeek: (week: string, strings: number) => `Week of ${week}: ${counts.strings(strings)}`,
  strings: 'Strings',

  stageTimes: 'Time per stage',
  stageLegend: 'Bar: half of the releases. Line: 9 of 10.',
  noneEnded: 'No release has ended in these weeks.',
  stage: 'Stage',

  completeness: 'Completeness of exported languages',
  completenessLegend: 'Bar: the least complete release. Line: the average.',
  noneExported: 'Nothing was exported in these weeks.',
  language: 'Language',
  average: 'Average',
  lowest: 'Lowest',
};
