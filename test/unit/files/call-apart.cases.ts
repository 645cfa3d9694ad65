import { callApart, onBehalfOf, type ApartBounds } from '../../../src/files/call-apart';
import { InputError } from '../../../src/source/input-error';
import { readSourcesApart, snapshotFaultApart } from '../../../src/source/read-apart';
import { useScratch } from '../../support/scratch';
import type * as apartCalls from './apart-calls';

const call = (name: keyof typeof apartCalls | 'absent', input: unknown, bounds?: ApartBounds) =>
  callApart(require.resolve('./apart-calls'), name, input, bounds);
const scratch = useScratch();

describe('a call in a process of its own', () => {
  it('returns what the function returns, bytes as bytes', async () => {
    const bytes = new Uint8Array([1, 2, 3]);
    expect(await call('doubled', { bytes })).toEqual({ bytes: Buffer.from([1, 2, 3, 1, 2, 3]) });
  });

  it('fails as the function fails', async () => {
    await expect(call('failing', null)).rejects.toThrow('not today');
    await expect(call('absent', null)).rejects.toThrow('has no function absent');
  });

  it('ends alone where it takes too much memory', async () => {
    await expect(call('hoarding', null, { heapMb: 64 })).rejects.toThrow('it takes too much memory');
  });

  it('ends where it takes too long', async () => {
    await expect(call('endless', null, { longestMs: 1000 })).rejects.toThrow('it takes too long');
  });

  it('knows no secret of this process', async () => {
    process.env.LOCALIZATION_APP_SECRET = 'a-secret';
    try {
      expect(await call('variables', null)).not.toContain('LOCALIZATION_APP_SECRET');
    } finally {
      delete process.env.LOCALIZATION_APP_SECRET;
    }
  });

  it('waits while enough others run, and all are done', async () => {
    const all = [1, 2, 3, 4].map((value) => call('same', value));
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('waits for the others of its caller, and for nobody else', async () => {
    const file = scratch.path('go-on');
    const slow = [1, 2, 3].map(() => onBehalfOf('ann', () => call('waiting', file)));
    expect(await onBehalfOf('ben', () => call('same', 5))).toBe(5);
    await scratch.write('go-on', '');
    await Promise.all(slow);
  });
});

describe('a source that is read there', () => {
  it('comes as it would here, with its doubts', async () => {
    const file = await scratch.write('a.json', '{"a": "Ann", "b": 5}');
    const doubts: string[] = [];
    const read = await readSourcesApart({ file }, undefined, (found) =>
      doubts.push(...found.map(({ message }) => message)),
    );
    expect(read).toEqual({
      snapshot: Buffer.from('[{"string_id":"a","content":"Ann"}]'),
      notes: null,
      strings: 1,
      format: 'json',
      files: 1,
    });
    expect(doubts).toEqual([expect.stringContaining('leaves out 1 string')]);
  });

  it('is refused in a sentence where it costs too much', async () => {
    const strings = Array.from({ length: 100_000 }, (_, index) => [`key-${index}`, 'text '.repeat(20)]);
    const file = await scratch.write('a.json', JSON.stringify(Object.fromEntries(strings)));
    const reading = readSourcesApart({ file }, undefined, () => undefined, { heapMb: 20 });
    await expect(reading).rejects.toThrow(InputError);
    await expect(reading).rejects.toThrow(`${file}: is too large to read: it takes too much memory.`);
  });
});

describe('contents that are named as the strings of a release', () => {
  const fault = (snapshot: string, notes: string | null = null, strings = 1) =>
    snapshotFaultApart({
      snapshot: Buffer.from(snapshot),
      notes: notes === null ? null : Buffer.from(notes),
      strings,
    });
  const right = '[{"string_id":"a","content":"Ann"}]';

  it('are what a release keeps of its strings', async () => {
    expect(await fault(right)).toBeNull();
    expect(await fault(right, '[{"string_id":"a","comment":"x"}]')).toBeNull();
  });

  it.each([
    ['{"a":"Ann"}', null],
    ['[{"string_id":"a","content":"Ann","more":1}]', null],
    [` ${right}`, null],
    ['nothing of the kind', null],
    [right, '{"a":1}'],
    [right, right],
    [right, 'nothing of the kind'],
  ])('are refused in a sentence where they are %s with notes %s', async (snapshot, notes) => {
    expect(await fault(snapshot, notes)).toMatch(/^The (source|notes) .+/);
  });

  it('are as many as was said', async () => {
    expect(await fault(right, null, 2)).toBe('The source has 1 string, not 2.');
  });
});
