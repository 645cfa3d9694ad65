import { Archive } from '../../../src/store/archive';
import { DirectoryStorage } from '../../../src/store/directory-storage';
import { ManifestArchive } from '../../../src/store/manifest-archive';
import { endedInput, manifestBody, publishedBody } from '../../support/manifest';
import { useScratch } from '../../support/scratch';
import { type RevertRecord, TermbaseArchive, type UploadRecord } from '../../../src/store/termbase-archive';
import { generateKeyPairSync } from 'node:crypto';
import { isOfSignature, opened, sealed } from '../../../src/store/manifest-seal';
import fc from '../../support/fast-check';
import type { ReleaseRollback } from '../../../src/domain/service-work';
import type { ReleaseSource } from '../../../src/domain/release/release-input';
import { type EndedRollback, rollbackManifest } from '../../../src/domain/release/release-manifest';
import { lastPublication } from '../../../src/store/last-publication';
import { putSnapshot } from '../../../src/store/source-snapshot';
import { DirectoryStore } from '../../support/directory-store';

describe('archive', () => {
  const scratch = useScratch();

  it('keeps entries under their names, and lists them by their beginning', async () => {
    const archive = new Archive(new DirectoryStorage(scratch.path('store')));
    expect(await archive.list('')).toEqual([]);
    expect(await archive.get('a/b.json')).toBeNull();
    await archive.put('a/b.json', 'one');
    await archive.put('a/b.json', 'two');
    await archive.put('ab/c.json', 'three');
    expect(await archive.list('a')).toEqual(['a/b.json']);
    expect(await archive.list('')).toEqual(['a/b.json', 'ab/c.json']);
    // What it tells has happened.
    expect((await archive.get('a/b.json'))?.toString()).toBe('one');
  });

  it.each(['../a', 'a/../../b', '/etc/passwd', '.hidden', 'a//b', ''])(
    'refuses the name %j',
    async (name) => {
      const archive = new Archive(new DirectoryStorage(scratch.path('store')));
      await expect(archive.put(name, '')).rejects.toThrow('cannot name an object');
    },
  );

  it('has the newest end of a release first, and loses none before it', async () => {
    const manifests = new ManifestArchive(new Archive(new DirectoryStorage(scratch.path('store'))));
    const ends = [
      ['game-1', '2026-11-02T10:00:00.000Z', 'run-1'],
      ['game-2', '2026-11-03T10:00:00.000Z', 'run-2'],
      ['game-1', '2026-11-04T10:00:00.000Z', 'run-3'],
    ] as const;
    for (const [name, at, runId] of ends) {
      await manifests.put(manifestBody({}, { input: endedInput(name), at, runId }), null);
      await manifests.put(manifestBody({}, { input: endedInput(name), at, runId }), null);
    }
    const all = await manifests.entries();
    expect(all.map(({ runId }) => runId)).toEqual(['run-3', 'run-2', 'run-1']);
    const own = await manifests.entries({ project: 'default', name: 'game-1' });
    expect(own).toMatchObject([
      { at: '2026-11-04T10:00:00.000Z', kind: 'release' },
      { at: '2026-11-02T10:00:00.000Z', kind: 'release' },
    ]);
  });
});

describe('termbase archive', () => {
  const scratch = useScratch();

  const record = (at: string, reason: string): RevertRecord => ({
    schemaVersion: 1,
    kind: 'termbase-revert',
    project: 'default',
    name: 'game-1',
    by: 'olga',
    at,
    reason,
    terms: [{ term: 'Mira', action: 'delete', overwrites: false, fields: [] }],
  });

  const upload = (project: string, at: string, reason: string | null): UploadRecord => ({
    schemaVersion: 1,
    kind: 'termbase-upload',
    project,
    mode: 'upload',
    by: 'ivan',
    at,
    reason,
    terms: ['Mira'],
  });

  it('has the newest first, of this release or project alone, and none of them is taken for a record', async () => {
    const archive = new Archive(new DirectoryStorage(scratch.path('store')));
    const changes = new TermbaseArchive(archive);
    const manifests = new ManifestArchive(archive);
    await manifests.put(manifestBody(), null);
    await changes.put(record('2026-11-16T09:00:00.000Z', 'first'));
    await changes.put(record('2026-11-16T10:00:00.000Z', 'second'));
    await archive.put('default/game-1/20261116T110000000Z.revert.r3.json', 'not JSON');
    const reverts = await changes.revertsOf({ project: 'default', name: 'game-1' });
    expect(reverts.map(({ reason }) => reason)).toEqual(['second', 'first']);
    expect(await changes.revertsOf({ project: 'default', name: 'game-2' })).toEqual([]);

    await changes.put(upload('default', '2026-11-16T09:00:00.000Z', 'new names'));
    await changes.put(upload('default', '2026-11-16T10:00:00.000Z', null));
    await changes.put(upload('other', '2026-11-16T11:00:00.000Z', null));
    expect((await changes.uploadsOf('default')).map(({ reason }) => reason)).toEqual([null, 'new names']);
    expect(await manifests.entries()).toHaveLength(1);
  });
});

describe('manifest seal', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = Buffer.from(sealed(manifestBody(), privateKey));

  it('opens what it sealed, with its signature', () => {
    expect(opened(bytes, [publicKey])).toMatchObject({
      faults: [],
      signature: 'valid',
      manifest: { kind: 'release' },
    });
    expect(opened(bytes, [])).toMatchObject({ faults: [], signature: 'unchecked' });
    expect(opened(Buffer.from(sealed(manifestBody(), null)), [publicKey])).toMatchObject({
      signature: 'none',
    });
  });

  it('finds any byte that was changed, added or lost', () => {
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 1, max: 255 }),
        fc.constantFrom('change', 'add', 'lose'),
        (at, by, how) => {
          const other = Buffer.from([(bytes[at] ?? 0) ^ by]);
          const middle =
            how === 'lose'
              ? Buffer.alloc(0)
              : how === 'add'
                ? Buffer.concat([other, bytes.subarray(at, at + 1)])
                : other;
          const changed = Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(at + 1)]);
          fc.pre(!changed.equals(bytes));
          expect(opened(changed, [publicKey]).faults).not.toEqual([]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['olga', 'olgb', 'content.decisions is not as it was written.'],
    ['"state":"done"', '"state":"failed"', 'content.state is not as it was written.'],
    ['run-1', 'run-2', 'run.firstRunId is not as it was written.'],
    ['"kind":"release"', '"kind":"rollback"', 'digest does not match schemaVersion, kind and checksums.'],
  ])('names what was changed: %s', (from, to, fault) => {
    const changed = bytes.toString('utf8').replaceAll(from, to);
    expect(opened(Buffer.from(changed), [publicKey]).faults).toContain(fault);
  });

  it('is not taken in by checksums that were made anew, where it is signed', () => {
    const forged = sealed(
      manifestBody({ languages: ['ja', 'fr'] }),
      generateKeyPairSync('ed25519').privateKey,
    );
    expect(opened(Buffer.from(forged), [publicKey])).toMatchObject({ signature: 'invalid' });
  });

  it('tells a signature of another key from a record that was changed', () => {
    const { faults } = opened(bytes, [generateKeyPairSync('ed25519').publicKey]);
    expect(faults).toEqual([expect.stringContaining('signed with another key')]);
    expect(faults.every(isOfSignature)).toBe(true);
    const changed = Buffer.from(bytes.toString('utf8').replaceAll('olga', 'olgb'));
    expect(opened(changed, [publicKey]).faults.some(isOfSignature)).toBe(false);
  });
});

describe('last publication', () => {
  const scratch = useScratch();
  let store: DirectoryStore;
  let archive: Archive;
  let manifests: ManifestArchive;
  beforeEach(() => {
    store = new DirectoryStore(scratch.path('store'));
    archive = new Archive(new DirectoryStorage(scratch.path('store')));
    manifests = new ManifestArchive(archive);
  });

  const timeOf = (hour: number): string => `2026-11-02T${String(hour).padStart(2, '0')}:00:00.000Z`;

  async function sourceOf(...ids: string[]): Promise<ReleaseSource> {
    const strings = ids.map((string_id) => ({ string_id, content: `Text of ${string_id}` }));
    return { kind: 'snapshot', ...(await putSnapshot(store, strings)) };
  }

  interface Ended {
    languages: string[];
    source: ReleaseSource;
    publishedAt: number | null;
    endedAt: number;
  }

  async function release(name: string, { languages, source, publishedAt, endedAt }: Ended): Promise<void> {
    const ended = { input: { ...endedInput(name), source }, runId: name, at: timeOf(endedAt) };
    const body =
      publishedAt === null
        ? manifestBody({ languages }, ended)
        : publishedBody(languages, { ...ended, publishedAt: timeOf(publishedAt) });
    await manifests.put(body, null);
  }

  async function rollback(
    name: string,
    {
      languages,
      endedAt,
      ...ended
    }: Pick<EndedRollback, 'state' | 'jobId'> & Pick<Ended, 'languages' | 'endedAt'>,
  ): Promise<void> {
    const work: ReleaseRollback = {
      kind: 'rollback',
      project: 'default',
      release: name,
      taskId: 'task',
      languages,
      lostLanguages: [],
      export: null,
      source: await sourceOf('a'),
      by: 'olga',
      reason: null,
      of: 'a'.repeat(64),
    };
    const at = timeOf(endedAt);
    const rest = { problem: null, files: [], completeness: [], runId: `back-${endedAt}` };
    const body = rollbackManifest({ ...ended, ...rest, work, startedAt: at, endedAt: at }, '1.0.0');
    await manifests.put(body, null);
  }

  const last = async (source: ReleaseSource, open: Parameters<typeof lastPublication>[1]['open'] = []) =>
    lastPublication({ manifests, store }, { project: 'default', source, open });

  it('is null where nobody has published', async () => {
    const source = await sourceOf('a');
    await release('game-1', { languages: ['ja'], source, publishedAt: null, endedAt: 9 });
    expect(await last(source)).toBeNull();
  });

  it('goes by when it was published, not by when the release ended', async () => {
    const source = await sourceOf('a');
    await release('game-1', { languages: ['ja', 'ko'], source, publishedAt: 5, endedAt: 12 });
    await release('game-2', { languages: ['ja'], source, publishedAt: 7, endedAt: 8 });
    await release('game-3', { languages: ['fr'], source, publishedAt: 3, endedAt: 4 });
    expect(await last(source)).toEqual({ id: 'default/game-2', at: timeOf(7), languages: ['ja'] });
    const open = [
      { id: 'default/game-0', at: timeOf(1), languages: [] },
      { id: 'default/game-4', at: timeOf(9), languages: ['de'] },
    ];
    expect(await last(source, open)).toEqual(open[1]);
  });

  it('passes over releases of other strings', async () => {
    const source = await sourceOf('a', 'b');
    await release('game-1', {
      languages: ['ja', 'ko'],
      source: await sourceOf('b', 'c'),
      publishedAt: 5,
      endedAt: 6,
    });
    await release('web-1', {
      languages: ['fr'],
      source: await sourceOf('x', 'y'),
      publishedAt: 7,
      endedAt: 8,
    });
    expect(await last(source)).toMatchObject({ id: 'default/game-1' });
    const url = { kind: 'url', url: 'https://files.example/en.xlsx' } as const;
    expect(await last(url)).toMatchObject({ id: 'default/web-1' });
  });

  it('takes strings that the store has no more for the same', async () => {
    const gone = { kind: 'snapshot', sha256: 'b'.repeat(64), strings: 1 } as const;
    await release('game-1', { languages: ['ja'], source: gone, publishedAt: 5, endedAt: 6 });
    expect(await last(await sourceOf('a'))).toMatchObject({ id: 'default/game-1' });
  });

  it('counts a rollback that has published, with or without its files', async () => {
    const source = await sourceOf('a');
    await release('game-1', { languages: ['ja', 'ko'], source, publishedAt: 5, endedAt: 6 });
    await rollback('game-0', { languages: ['ja'], state: 'blocked', jobId: 'job', endedAt: 7 });
    await rollback('game-9', { languages: ['de'], state: 'blocked', jobId: null, endedAt: 8 });
    await rollback('game-8', { languages: ['de'], state: 'failed', jobId: 'job', endedAt: 9 });
    expect(await last(source)).toEqual({ id: 'default/game-0', at: timeOf(7), languages: ['ja'] });
  });

  it('says so where a record cannot be read', async () => {
    const source = await sourceOf('a');
    await release('game-1', { languages: ['ja'], source, publishedAt: 5, endedAt: 6 });
    const key = 'default/game-2/20261102T070000000Z.release.run.json';
    await archive.put(key, '{');
    expect(await last(source)).toEqual({ unread: `The record ${key} cannot be read.` });
  });
});
