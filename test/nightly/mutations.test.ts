/**
 * A part of all mutations through whole releases: what is not needed, in all replies at once, by one change in a release;
 * what is needed, one in a release. `npm run services -- --mutate` runs all of them.
 */
import { RandomSource } from '../../src/sandbox/random-source';
import {
  culpritsOf,
  describeRun,
  drawn,
  releasesOf,
  shapes,
  type MutatedRelease,
  type Shape,
} from '../../trials/services/mutated-releases';

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
      const culprits = await Promise.all(
        drawn(all[which], RELEASES[which], random).map((release) => culpritsOf(release, options)),
      );
      expect(culprits.flat().map(describeRun)).toEqual([]);
    },
  );
});
