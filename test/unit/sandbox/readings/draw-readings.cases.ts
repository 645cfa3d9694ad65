import {
  assumptionIds,
  readingsById,
  usualReadings,
  readings,
} from '../../../../src/sandbox/readings/catalogue';
import { drawReadings } from '../../../support/draw-readings';
import fc from '../../../support/fast-check';

describe('a drawn stranger', () => {
  it('is the same for the same seed, differs only where it says so, and is a valid profile', () => {
    fc.assert(
      fc.property(fc.string(), (seed) => {
        const drawn = drawReadings(seed);
        expect(drawReadings(seed)).toEqual(drawn);
        for (const [id, reading] of Object.entries(drawn)) {
          expect(reading).not.toBe(usualReadings[id as keyof typeof usualReadings]);
        }
        expect(readings.parse(drawn)).toEqual({ ...usualReadings, ...drawn });
      }),
    );
  });

  it('differs in about a third of the points, and comes upon every reading', () => {
    const strangers = Array.from({ length: 300 }, (_, index) => drawReadings(`seed-${index}`));
    const able = assumptionIds.filter((id) => readingsById[id].length > 1).length;
    const share =
      strangers.reduce((sum, one) => sum + Object.keys(one).length, 0) / (able * strangers.length);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.37);
    for (const id of assumptionIds) {
      const seen = new Set<string>(strangers.map((one) => one[id] ?? usualReadings[id]));
      expect([...seen].sort()).toEqual([...readingsById[id]].sort());
    }
  });

  it('is drawn from some readings alone where these are given', () => {
    const from = { 'id-type': ['number'], 'cursor-place': ['data', 'none'] } as const;
    expect(drawReadings('any', { from, share: 1 })).toEqual({ 'id-type': 'number', 'cursor-place': 'none' });
    expect(drawReadings('any', { share: 0 })).toEqual({});
  });

  it('draws each point whatever other points there are', () => {
    const all = drawReadings('any');
    for (const id of assumptionIds)
      expect(drawReadings('any', { from: { [id]: readingsById[id] } })[id]).toBe(all[id]);
  });
});

describe('the readings of a profile', () => {
  it('are the usual ones where nothing is said', () => {
    expect(readings.parse({})).toEqual(usualReadings);
  });

  it.each([
    [{ 'job-word': 'DONE' }, 'job-word', /^unknown assumption; there are create-request-fields, /],
    [{ 'job-words': 'ENDED' }, 'job-words', /^ENDED is not one of its readings: COMPLETED, SUCCEEDED, /],
  ])('refuse %j', (given, id, message) => {
    const { error } = readings.safeParse(given);
    expect(error?.issues).toEqual([expect.objectContaining({ path: [id] })]);
    expect(error?.issues[0]?.message).toMatch(message);
  });

  it.each([[null], ['DONE'], [['DONE']]])('refuse %j', (given) => {
    expect(readings.safeParse(given).success).toBe(false);
  });
});
