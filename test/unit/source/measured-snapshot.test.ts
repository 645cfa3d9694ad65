import { measuredSnapshot } from '../../../src/source/read-apart';

const snapshot = (strings: Record<string, string>): Buffer =>
  Buffer.from(
    JSON.stringify(Object.entries(strings).map(([string_id, content]) => ({ string_id, content }))),
  );

describe.each([true, false])('a snapshot, measured by this process: %s', (here) => {
  it('has its words counted, and its changes since the one before', async () => {
    const asked = {
      snapshot: snapshot({ a: 'Start the game', b: 'Quit', c: '' }),
      before: snapshot({ a: 'Start a game', c: '', d: 'Gone' }),
    };
    expect(await measuredSnapshot(asked, here)).toEqual({
      words: 4,
      changes: {
        new: { count: 1, keys: ['b'] },
        changed: { count: 1, keys: ['a'] },
        gone: { count: 1, keys: ['d'] },
        words: 4,
      },
    });
  });

  it('is not counted where that would take too long', async () => {
    const asked = { snapshot: snapshot({ a: 'x'.repeat(10_000_001) }), before: null };
    expect(await measuredSnapshot(asked, here)).toEqual({ words: null, changes: null });
  });
});
