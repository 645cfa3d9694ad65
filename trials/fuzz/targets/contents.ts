/** Contents that are named as the strings or notes of a release: what is taken can be read by all that read it later. */
import fc from 'fast-check';
import { parseNotes, parseSnapshot } from '../../../src/localization/snapshot-text';
import { snapshotFault } from '../../../src/source/snapshot-jobs';
import { changesOf, editsOf, json } from '../hostile';
import { TakenBadly, type Target } from '../fuzz-target';

const strings = [
  { string_id: 'greeting', content: 'Hello' },
  { string_id: 'farewell', content: 'Bye' },
];
const notes = [{ string_id: 'greeting', context: 'menu', comment: 'Said first', maxLength: 9 }];

const shapesOf = (right: unknown): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constant(JSON.stringify(right)),
    changesOf(right).map((value) => JSON.stringify(value)),
    editsOf(JSON.stringify(right)),
    json.map((value) => JSON.stringify(value)),
    fc.constantFrom(JSON.stringify(strings), JSON.stringify(notes), '{"greeting":"Hello"}', ''),
  );

export function contents(): Promise<Target> {
  const input = fc.record({
    snapshot: shapesOf(strings),
    notes: fc.option(shapesOf(notes)),
    strings: fc.nat(3),
  });
  return Promise.resolve({
    property: fc.asyncProperty(input, ({ snapshot, notes: said, strings: count }) => {
      const sent = { snapshot: Buffer.from(snapshot), notes: said === null ? null : Buffer.from(said) };
      if (snapshotFault({ ...sent, strings: count }) !== null) return Promise.resolve();
      if (parseSnapshot(snapshot).length !== count)
        throw new TakenBadly('another number of strings is taken');
      if (said !== null) parseNotes(said);
      return Promise.resolve();
    }),
    close: () => Promise.resolve(),
  });
}
