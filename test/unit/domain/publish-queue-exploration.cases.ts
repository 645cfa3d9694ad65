/**
 * Every interleaving of two releases and a rollback that publish and export in turns, with a queue that is continued before
 * each step. At every state: no two publish jobs run at once; nobody can export another's texts without having been told;
 * who is told is told the truth; no number of a turn is granted twice; and whoever is alive comes to its end if everybody
 * does what comes next. Budgets bound how often something out of the ordinary happens, not how long it goes on: there is
 * no limit to the depth, and each exploration ends because there is nothing new. Together they visit 380,408 states, up to 36
 * steps deep.
 *
 * Not in this world: a publish call that a worker still sends after its release was terminated, a clock that a queue which is
 * started anew finds behind the turns of the one before it, and a search for holders that overlooks one.
 */
import { explore } from '../../support/explore-publish-world';
import type { Mishaps, Name } from '../../support/publish-world';
import { isNightly } from '../../support/nightly';

const none: Mishaps = { deaths: 0, restarts: 0, lates: 0, amnesias: 0 };
const all: Name[] = ['A', 'B', 'R'];
const two: Name[] = ['A', 'B'];

type Exploration = [what: string, present: Name[], mishaps: Mishaps, least: number];

/** They take half a minute. */
const large: Exploration[] = [
  ['one of three is terminated and started again', all, { ...none, deaths: 1, restarts: 1 }, 80_000],
  [
    'a message is late or comes twice, and one dies',
    two,
    { ...none, lates: 1, deaths: 1, restarts: 1 },
    160_000,
  ],
];

// The smaller three are explored in every run.
it.each<Exploration>([
  ...(isNightly ? large : []),
  ['the queue of three is started anew', all, { ...none, amnesias: 1 }, 25_000],
  [
    'two end early and come back to a new queue',
    two,
    { ...none, deaths: 1, restarts: 2, amnesias: 1 },
    30_000,
  ],
  ['a message is late or comes twice to a new queue', two, { ...none, lates: 1, amnesias: 1 }, 70_000],
])('%s', (_, present, mishaps, least) => {
  const { visited, depth } = explore(present, mishaps);
  expect(visited).toBeGreaterThan(least);
  expect(depth).toBeGreaterThan(25);
});
