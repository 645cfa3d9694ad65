import { stringChanges } from '../../../src/domain/source-strings';
import fc from '../../support/fast-check';

const strings = fc
  .dictionary(fc.string({ maxLength: 3 }), fc.string({ maxLength: 3 }))
  .map((record) => new Map(Object.entries(record)));

it('tells every difference of two sources once, and nothing else', () => {
  fc.assert(
    fc.property(strings, strings, (before, after) => {
      const { added, changed, removed } = stringChanges(before, after);
      const made = new Map(before);
      for (const id of removed) made.delete(id);
      for (const id of [...added, ...changed]) made.set(id, after.get(id) ?? '');
      expect(new Map([...made].sort())).toEqual(new Map([...after].sort()));
      expect(new Set([...added, ...changed, ...removed]).size).toBe(
        added.length + changed.length + removed.length,
      );
      expect(changed.filter((id) => before.get(id) === after.get(id))).toEqual([]);
    }),
  );
});
