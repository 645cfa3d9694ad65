/**
 * A store that lives for years, in a directory and in a bucket: what nobody needs goes, what somebody needs stays, and damage
 * is found. What is kept in one kind can go on in the other.
 */
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../src/config/config';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { editTermsUpdate } from '../../src/protocol/messages';
import type { ContentStore } from '../../src/store/content-store';
import { openStore } from '../../src/store/open-store';
import { readSheet } from '../../src/store/stored-term-sheet';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { cli, type CliRun } from '../support/cli';
import { describeWithTool } from '../support/go-tool';
import { startS3Server } from '../support/s3-server';
import { S3_SERVER_VARIABLE } from '../support/versitygw';
import { ReleaseRig, reviewOnly } from './release-rig';
import { isNightly } from '../support/nightly';

interface Place {
  /** The environment of a store. */
  env: Record<string, string>;
  /** Where its objects lie. */
  directory: string;
  remove(): Promise<void>;
}

async function inDirectory(): Promise<Place> {
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-test-'));
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  return { env: { LOCRELEASE_STORE: directory }, directory, remove };
}

async function inBucket(): Promise<Place> {
  const server = await startS3Server();
  await server.makeBucket('releases');
  return {
    env: { ...server.env, LOCRELEASE_STORE: 's3://releases/team/store' },
    directory: join(server.directory, 'releases/team/store'),
    remove: () => server.stop(),
  };
}

function aStore(make: () => Promise<Place>): void {
  /** Not the shared one: what others left there needs other stores. */
  let server: DevServer;
  let place: Place;
  let rig: ReleaseRig;
  let store: ContentStore;
  beforeAll(async () => {
    const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
    const searchAttributes = searchAttributeTypes;
    [server, place] = await Promise.all([startDevServer({ binary, searchAttributes }), make()]);
    const { env } = place;
    rig = await ReleaseRig.start({
      address: server.address,
      minCheckInterval: '50ms',
      callbacks: false,
      env,
    });
    store = openStore(readConfig(rig.env()).store);
  });
  afterAll(async () => {
    await rig.close();
    await server.stop();
    await place.remove();
  });

  const run = (args: string[], address = server.address): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: address,
    });

  const pathOf = (sha256: string): string => join(place.directory, sha256.slice(0, 2), sha256);

  /** As if everything had been stored long ago. */
  async function ageStore(): Promise<void> {
    const longAgo = new Date(Date.now() - 30 * 86_400_000);
    const found = await readdir(place.directory, { recursive: true, withFileTypes: true });
    for (const entry of found.filter((one) => one.isFile()))
      await utimes(join(entry.parentPath, entry.name), longAgo, longAgo);
  }

  const isKept = async (sha256: string): Promise<boolean> =>
    store.get(sha256).then(
      () => true,
      () => false,
    );

  it('a release that waits and one that has ended keep all they need; what nobody needs goes', async () => {
    // Its files come in an archive, which is unpacked.
    const exported = {
      template: 'tpl-1a2b3c4d',
      directory: join(rig.directory, 'out'),
      mode: 'separate',
    } as const;
    const ended = await rig.release({ terms: { scan: false }, announce: undefined, export: exported });
    const { files } = await ended.result();
    expect(files.length).toBeGreaterThan(1);
    const names = Array.from({ length: 4 }, (_, n) => ({
      string_id: `hero.${n}`,
      content: `Nobody knows where Keeper K${n} sleeps.`,
    }));
    const waiting = await rig.release(reviewOnly, names);
    const status = await rig.waitingForTerms(waiting);
    const sheetNow = async () => {
      const { terms } = await rig.status(waiting);
      return terms === null ? [] : readSheet(store, terms);
    };
    for (const { id } of (await sheetNow()).slice(0, 3)) {
      const args: [{ by: string; termIds: string[]; edit: { category: string } }] = [
        { by: 'olga', termIds: [id], edit: { category: 'Mentor' } },
      ];
      await waiting.executeUpdate(editTermsUpdate, { args });
    }
    const before = await sheetNow();
    const { sha256: garbage } = await store.put('nobody needs this any more');
    await ageStore();
    const { sha256: young } = await store.put('nobody needs this yet');

    const checked = await run(['store', 'check', '-o', 'json']);
    expect([checked.code, checked.stderr]).toEqual([
      0,
      expect.stringContaining('Nothing is damaged or missing.'),
    ]);
    expect(checked.json()).toMatchObject({ damaged: [], missing: [], records: 1, openReleases: 1 });

    // The archive that the files came in is of no use either.
    const planned = await run(['store', 'gc', '--dry-run']);
    expect(planned.stdout).toMatch(/^2 objects \(1 kB\) would be removed\. \d+ objects would stay/);
    expect(await isKept(garbage)).toBe(true);
    expect((await run(['store', 'gc', '--older-than', '10m'])).code).toBe(2);
    expect((await run(['store', 'gc'], '127.0.0.1:1')).code).toBe(9);
    expect(await isKept(garbage)).toBe(true);

    const collected = await run(['store', 'gc', '-o', 'json']);
    expect([collected.code, collected.json()]).toEqual([
      0,
      expect.objectContaining({ removed: 2, dryRun: false }),
    ]);
    expect([await isKept(garbage), await isKept(young)]).toEqual([false, true]);
    expect((await run(['store', 'check'])).stdout.trim()).toBe('The store is whole.');
    expect(await sheetNow()).toEqual(before);

    // What is damaged and what is gone is named, with who needs it, also while Temporal is away.
    const [file] = files;
    await writeFile(pathOf(status.terms?.base ?? ''), 'otherwise');
    await rm(pathOf(file?.sha256 ?? ''));
    const faults = await run(['store', 'check'], '127.0.0.1:1');
    expect(faults.code).toBe(3);
    expect(faults.stdout).toMatch(new RegExp(`^damaged {2}${status.terms?.base} `, 'm'));
    expect(faults.stdout).toMatch(new RegExp(`^missing {2}${file?.sha256} {2}needed by the record `, 'm'));
    expect(faults.stderr).toContain('Temporal does not answer');
    await rm(pathOf(status.terms?.base ?? ''));
    await waiting.terminate();
  });

  it('all of it goes on in another store, and what was broken off goes on where it was', async () => {
    const ended = await rig.release({ terms: { scan: false }, announce: undefined });
    const { files } = await ended.result();
    const there = join(rig.directory, 'copy');
    const here = place.env.LOCRELEASE_STORE ?? '';
    const first = await run(['store', 'copy', here, there, '-o', 'json']);
    const { objects, copied, records } = first.json() as Record<string, number>;
    expect([first.code, copied]).toEqual([0, objects]);
    expect(records).toBeGreaterThan(0);
    const copy = openStore({ kind: 'directory', directory: there });
    const [file] = files;
    expect(await copy.get(file?.sha256 ?? '')).toEqual(await store.get(file?.sha256 ?? ''));

    await copy.remove(file?.sha256 ?? '', Infinity);
    const again = await run(['store', 'copy', here, there]);
    expect(again.stdout).toMatch(
      new RegExp(`Copied 1 object .* and 0 records\\. .* and ${records} records? were there already`),
    );

    // And back, where all of it is already.
    const back = await run(['store', 'copy', there, here, '--verify', '-o', 'json']);
    expect(back.json()).toMatchObject({ copied: 0, copiedRecords: 0, damaged: [], differing: [] });

    const listed = await run([
      'files',
      ended.workflowId.replace('release/', ''),
      '--to',
      join(rig.directory, 'copied'),
    ]);
    expect([listed.code, (await readdir(join(rig.directory, 'copied'))).length]).toEqual([0, files.length]);
  });
}

describe('in a directory', () => aStore(inDirectory));
// Both kinds of store keep one contract, which test/store has; commands run on a bucket in test/e2e.
if (isNightly) describeWithTool(S3_SERVER_VARIABLE)('in a bucket', () => aStore(inBucket));
