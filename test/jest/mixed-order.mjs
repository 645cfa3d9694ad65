// The order of test files. What takes long begins first, so that no core waits for a last long file; files that keep
// several processes busy are dealt out among those that mostly wait; and what is quick fills up the end.
import TestSequencer from '@jest/test-sequencer';

const busyTiers = ['packaging', 'e2e', 'browser'];
const waitingTiers = ['workflows', 'temporal', 'store'];
const tierOf = ({ context }) => context.config.displayName?.name;

export default class MixedOrder extends TestSequencer {
  sort(tests) {
    // By how long each took the last time, where that is known.
    const sorted = super.sort(tests);
    const of = (tiers) => sorted.filter((test) => tiers.includes(tierOf(test)));
    const [busy, waiting] = [of(busyTiers), of(waitingTiers)];
    const quick = sorted.filter((test) => !busy.includes(test) && !waiting.includes(test));
    return [...dealt(busy, waiting), ...quick];
  }
}

/** Each in its order, and both spread over the whole. */
function dealt(one, other) {
  const place = (index, { length }) => (index + 0.5) / length;
  return [one, other]
    .flatMap((tests) => tests.map((test, index) => ({ test, at: place(index, tests) })))
    .sort((a, b) => a.at - b.at)
    .map(({ test }) => test);
}
