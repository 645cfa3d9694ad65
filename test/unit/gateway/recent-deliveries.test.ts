import { RecentDeliveries, type DeliveryOutcome } from '../../../src/gateway/callback-routes';
import fc from '../../support/fast-check';

/** Counts how often each delivery was really made. */
function deliveries(capacity: number, outcome: () => DeliveryOutcome = () => 'signalled') {
  const recent = new RecentDeliveries(capacity);
  const made: string[] = [];
  const deliver = (id: string) =>
    recent.once(id, () => {
      made.push(id);
      return Promise.resolve(outcome());
    });
  return { deliver, made };
}

describe('recent deliveries', () => {
  it.each(['signalled', 'ended'] as const)('make one that was %s once', async (outcome) => {
    const { deliver, made } = deliveries(10, () => outcome);
    expect(await deliver('a')).toBe(outcome);
    expect(await deliver('a')).toBe('repeated');
    expect(made).toEqual(['a']);
  });

  it('make one once though all its repeats come at once', async () => {
    const { deliver, made } = deliveries(10);
    const outcomes = await Promise.all(Array.from({ length: 1000 }, () => deliver('a')));
    expect(made).toEqual(['a']);
    expect(outcomes.filter((outcome) => outcome === 'signalled')).toHaveLength(1);
  });

  it('make one again that was not acknowledged', async () => {
    const fates: DeliveryOutcome[] = ['unavailable', 'signalled'];
    const { deliver, made } = deliveries(10, () => fates.shift() ?? 'signalled');
    expect(await Promise.all([deliver('a'), deliver('a')])).toEqual(['unavailable', 'unavailable']);
    expect(await deliver('a')).toBe('signalled');
    expect(await deliver('a')).toBe('repeated');
    expect(made).toEqual(['a', 'a']);
  });

  it('forget the one that was longest unused when there are too many', async () => {
    const { deliver, made } = deliveries(2);
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) await deliver(id);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('never make one twice of the last as many different ones as they hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(6), { maxLength: 40 }),
        fc.integer({ min: 1, max: 8 }),
        async (ids, capacity) => {
          const { deliver } = deliveries(capacity);
          for (const [index, id] of ids.entries()) {
            const before = ids.slice(0, index);
            const since = before.slice(before.lastIndexOf(id) + 1);
            const isHeld = before.includes(id) && new Set(since).size < capacity;
            expect(await deliver(String(id))).toBe(isHeld ? 'repeated' : 'signalled');
          }
        },
      ),
    );
  });
});
