import { snapshotOf } from '../../../src/client/plans/prepare-release';
import { releaseSpec } from '../../../src/domain/release/release-file';
import { InputError } from '../../../src/source/input-error';
import { getSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

async function snapshot(text: string, preflight?: 'strict') {
  const file = await scratch.write('a.json', text);
  const spec = releaseSpec.parse({ name: 'a', source: { file }, targetLanguages: ['ja'], preflight });
  const store = new DirectoryStore(scratch.path('store'));
  const { input, doubts } = await snapshotOf(spec, store, 'ann');
  return { told: doubts, source: input.source, store };
}

const doubtful = '{"a": "Ann", "b": "Ben", "c": 5}';

describe('the strings of a release that is started', () => {
  it('are kept, and what is doubtful in them is told', async () => {
    const { told, source, store } = await snapshot(doubtful);
    expect(told).toEqual([
      expect.stringContaining(
        'a.json:1: leaves out 1 string with a number, a flag or a list instead of a text: c',
      ),
    ]);
    if (source.kind !== 'snapshot') throw new Error('a snapshot was expected');
    expect(await getSnapshot(store, source.sha256)).toHaveLength(2);
  });

  it('are refused for a doubt where the release is strict', async () => {
    await expect(snapshot(doubtful, 'strict')).rejects.toThrow(InputError);
    const described = '{"a": {"message": "x", "description": "y"}}';
    await expect(snapshot(described, 'strict')).resolves.toMatchObject({ told: [] });
    await expect(snapshot('{"a": "x"}', 'strict')).resolves.toMatchObject({ told: [] });
  });
});
