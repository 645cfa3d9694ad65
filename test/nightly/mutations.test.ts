/**
 * A part of all mutations through whole releases: of what is not needed, one of each endpoint in a release; of what is
 * needed, one in a release. `npm run strangers -- --mutate` runs all of them.
 */
import { RandomSource } from '../../src/sandbox/random-source';
import {
  drawn,
  releasesOf,
  runMutated,
  shapes,
  told,
  type MutatedRelease,
  type Shape,
} from '../../strangers/mutated-releases';

const SEED = 'seven';
const RELEASES = { unneeded: 5, needed: 4 };
const options = { silentMs: 90_000 };

describe.each(Object.keys(shapes) as Shape[])('a release that is %s', (shape) => {
  const random = new RandomSource(`${SEED} ${shape}`);
  let all: { unneeded: MutatedRelease[]; needed: MutatedRelease[] };
  beforeAll(async () => {
    all = await releasesOf(shape, options);
  });

  it.each(['unneeded', 'needed'] as const)(
    'ends well or names the field, with %s fields otherwise',
    async (which) => {
      const runs = await Promise.all(
        drawn(all[which], RELEASES[which], random).map((release) => runMutated(release, options)),
      );
      const faulty = runs.filter(({ faults }) => faults.length > 0);
      expect(faulty.map(told)).toEqual([]);
    },
  );
});
