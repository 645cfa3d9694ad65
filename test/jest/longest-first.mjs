// What takes long begins first, so that no core waits for a last long file. How long files take is known from the run
// before; where there was none, tiers stand for it.
import TestSequencer from '@jest/test-sequencer';

const tiersByLength = ['packaging', 'e2e', 'workflows', 'browser', 'temporal', 'services', 'unit'];
const placeOf = ({ context }) => tiersByLength.indexOf(context.config.displayName?.name);

export default class LongestFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const areKnown = sorted.every(({ duration }) => duration !== undefined);
    return areKnown ? sorted : [...sorted].sort((a, b) => placeOf(a) - placeOf(b));
  }
}
