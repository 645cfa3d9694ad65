import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SourceString } from '../../src/localization/requests';
import { putSnapshot } from '../../src/store/source-snapshot';
import { readSheet } from '../../src/store/stored-term-sheet';
import { confirmTermsUpdate, editTermsUpdate, resolveUpdate } from '../../src/protocol/messages';
import { eventCount, payloadsOf } from '../support/history';
import { expectDoneOnce } from './invariants';
import { ReleaseRig, type ReleaseHandle } from './release-rig';

const MAX_PAYLOAD_BYTES = 16 * 1024;
const automatic = { terms: { confirmation: 'automatic' as const } };

let rig: ReleaseRig;
afterEach(() => rig.close());

const lines = (count: number): SourceString[] =>
  Array.from({ length: count }, (_, index) => ({
    string_id: `chapter.${Math.floor(index / 100)}.line.${index % 100}`,
    content: `They went on for ${index} days, and found nothing but sand.`,
  }));

/** Each has a name of its own that a scan finds. */
const namesOf = (count: number): SourceString[] =>
  Array.from({ length: count }, (_, index) => ({
    string_id: `hero.${index}`,
    content: `Nobody knows where Keeper K${index} sleeps.`,
  }));

async function expectSmallPayloads(handle: ReleaseHandle): Promise<void> {
  const [largest] = payloadsOf(await handle.fetchHistory());
  expect(largest?.bytes).toBeGreaterThan(0);
  expect(largest?.bytes).toBeLessThan(MAX_PAYLOAD_BYTES);
}

describe('a release of 100,000 strings', () => {
  it('has at most 20 events more than one of 10, and no payload of 16 KB', async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '3s' });
    const few = await rig.release(automatic, lines(10));
    await few.result();
    const many = await rig.release(automatic, lines(100_000));
    const { state, completeness } = await many.result();

    expect(state).toBe('done');
    expect(completeness.map(({ missing }) => missing)).toEqual([0, 0, 0]);
    expect(rig.sandbox.localization.project('sandbox').strings.size).toBe(100_000);
    const events = async (handle: ReleaseHandle) => eventCount(await handle.fetchHistory());
    expect(Math.abs((await events(many)) - (await events(few)))).toBeLessThan(20);
    await expectSmallPayloads(many);
  });
});

describe('a review of 5,000 terms', () => {
  it('is read, edited and confirmed by reference', async () => {
    rig = await ReleaseRig.start();
    const handle = await rig.release({}, namesOf(5000));
    const { terms } = await rig.waitingForTerms(handle);
    if (terms === null) throw new Error('there are no terms');
    expect(terms.total).toBe(5000);
    const last = (await readSheet(rig.store, terms)).at(-1);

    const edited = await handle.executeUpdate(editTermsUpdate, {
      args: [{ by: 'olga', termIds: [last?.id ?? ''], edit: { translations: { ja: '番人' } } }],
    });
    expect((await readSheet(rig.store, edited)).at(-1)).toMatchObject({
      term: 'Keeper K4999',
      translations: { ja: '番人' },
    });
    await handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga', digest: edited.digest }] });
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle));
    await expectSmallPayloads(handle);
  });
});

describe('a snapshot whose bytes were altered in the store', () => {
  it('is refused before anything is created, and taken once it is whole again', async () => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '100ms' });
    const strings = lines(10);
    const input = await rig.input(automatic, strings);
    const { sha256 } = await putSnapshot(rig.store, strings);
    const kept = join(rig.store.directory, sha256.slice(0, 2), sha256);
    await writeFile(kept, JSON.stringify(lines(9)));

    const handle = await rig.startRelease(input);
    const { stage, problem, taskId } = await rig.parked(handle);
    expect({ stage, taskId, code: problem?.code }).toEqual({
      stage: 'create',
      taskId: null,
      code: 'store_damaged',
    });
    expect(problem?.message).toContain(`Content ${sha256} of the store`);
    expect(problem?.message).toContain('its bytes do not match its digest. Nothing was used.');
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toEqual([]);

    await putSnapshot(rig.store, strings);
    await handle.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'retry' }] });
    await handle.result();
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { confirmed: false });
  });
});
