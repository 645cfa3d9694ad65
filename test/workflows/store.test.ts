/** A store that lives for years: what nobody needs goes, what somebody needs stays, and damage is found. */
import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { searchAttributeNames } from '../../src/domain/search-attributes';
import { editTermsUpdate } from '../../src/protocol/messages';
import { readSheet } from '../../src/store/stored-term-sheet';
import { findTemporalBinary } from '../../src/temporal/binary';
import { startDevServer, type DevServer } from '../../src/temporal/dev-server';
import { cli, type CliRun } from '../support/cli';
import { ReleaseRig, reviewOnly } from './release-rig';

/** Not the shared one: what others left there needs other stores. */
let server: DevServer;
let rig: ReleaseRig;
beforeAll(async () => {
  const binary = await findTemporalBinary({ report: (line) => process.stderr.write(`${line}\n`) });
  const searchAttributes = Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const));
  server = await startDevServer({ binary, searchAttributes });
  rig = await ReleaseRig.start({ address: server.address, minCheckInterval: '50ms', callbacks: false });
});
afterAll(async () => {
  await rig.close();
  await server.stop();
});

const run = (args: string[], address = server.address): Promise<CliRun> =>
  cli(['store', ...args], {
    ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
    TEMPORAL_ADDRESS: address,
  });

/** As if everything had been stored long ago. */
async function ageStore(): Promise<void> {
  const longAgo = new Date(Date.now() - 30 * 86_400_000);
  const found = await readdir(rig.store.directory, { recursive: true, withFileTypes: true });
  for (const entry of found.filter((one) => one.isFile()))
    await utimes(join(entry.parentPath, entry.name), longAgo, longAgo);
}

const isKept = async (sha256: string): Promise<boolean> =>
  rig.store.get(sha256).then(
    () => true,
    () => false,
  );

it('a release that waits and one that has ended keep all they need; what nobody needs goes', async () => {
  const ended = await rig.release({ terms: { scan: false }, announce: undefined });
  const { files } = await ended.result();
  const names = Array.from({ length: 4 }, (_, n) => ({
    string_id: `hero.${n}`,
    content: `Nobody knows where Keeper K${n} sleeps.`,
  }));
  const waiting = await rig.release(reviewOnly, names);
  const status = await rig.waitingForTerms(waiting);
  const sheetNow = async () => {
    const { terms } = await rig.status(waiting);
    return terms === null ? [] : readSheet(rig.store, terms);
  };
  for (const { id } of (await sheetNow()).slice(0, 3)) {
    const args: [{ by: string; termIds: string[]; edit: { category: string } }] = [
      { by: 'olga', termIds: [id], edit: { category: 'Mentor' } },
    ];
    await waiting.executeUpdate(editTermsUpdate, { args });
  }
  const before = await sheetNow();
  const { sha256: garbage } = await rig.store.put('nobody needs this any more');
  await ageStore();
  const { sha256: young } = await rig.store.put('nobody needs this yet');

  const checked = await run(['check', '-o', 'json']);
  expect([checked.code, checked.stderr]).toEqual([
    0,
    expect.stringContaining('Nothing is damaged or missing.'),
  ]);
  expect(checked.json()).toMatchObject({ damaged: [], missing: [], records: 1, openReleases: 1 });

  const planned = await run(['gc', '--dry-run']);
  expect(planned.stdout).toMatch(/^1 object \(1 kB\) would be removed\. \d+ objects would stay/);
  expect(await isKept(garbage)).toBe(true);
  expect((await run(['gc', '--older-than', '10m'])).code).toBe(2);
  expect((await run(['gc'], '127.0.0.1:1')).code).toBe(9);
  expect(await isKept(garbage)).toBe(true);

  const collected = await run(['gc', '-o', 'json']);
  expect([collected.code, collected.json()]).toEqual([
    0,
    expect.objectContaining({ removed: 1, dryRun: false }),
  ]);
  expect([await isKept(garbage), await isKept(young)]).toEqual([false, true]);
  expect((await run(['check'])).stdout.trim()).toBe('The store is whole.');
  expect(await sheetNow()).toEqual(before);

  // What is damaged and what is gone is named, with who needs it, also while Temporal is away.
  const [file] = files;
  await writeFile(rig.store.pathOf(status.terms?.base ?? ''), 'otherwise');
  await rm(rig.store.pathOf(file?.sha256 ?? ''));
  const faults = await run(['check'], '127.0.0.1:1');
  expect(faults.code).toBe(3);
  expect(faults.stdout).toMatch(new RegExp(`^damaged {2}${status.terms?.base} `, 'm'));
  expect(faults.stdout).toMatch(new RegExp(`^missing {2}${file?.sha256} {2}needed by the record `, 'm'));
  expect(faults.stderr).toContain('Temporal does not answer');
  await waiting.terminate();
});
