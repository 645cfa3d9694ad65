/** A release exports what it published: the turn of its project covers both, and who comes back is told who came between. */
import { readFile } from 'node:fs/promises';
import type { ReleaseFile } from '../../src/domain/release-file';
import { expectNoOverlappingPublishes } from './invariants';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';

const file: Partial<ReleaseFile> = {
  targetLanguages: ['ja'],
  terms: { scan: false },
  supplementLanguages: [],
  announce: undefined,
};
/** The same ids, with other texts. */
const strings = (text: string) => [{ string_id: 'greeting', content: text }];
const options = { callbacks: false, minCheckInterval: '200ms' };

async function exported(handle: ReleaseHandle): Promise<string> {
  const { files } = await handle.result();
  return (await Promise.all(files.map(({ path }) => readFile(path, 'utf8')))).join('\n');
}

const named = (rig: ReleaseRig, name: string) => ({
  ...file,
  name,
  export: { template: 'tpl-1a2b3c4d', directory: `${rig.directory}/${name}` },
});

it.concurrent(
  'of two releases with the same strings each file has its own texts, however late it is exported',
  () =>
    withRig(options, async (rig) => {
      rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'refuse', code: 500, nth: '1-2' });
      const first = await rig.release(named(rig, 'first'), strings('Hello from the first.'));
      await rig.reached(first, ({ stage }) => stage === 'export', 'it has published, and exports');
      const second = await rig.release(named(rig, 'second'), strings('Hello from the second.'));
      expect(await exported(first)).toContain('the first.');
      expect(await exported(second)).toContain('the second.');
      expectNoOverlappingPublishes(rig.sandbox);
    }),
);

describe('where a release is parked between publish and export, and another has published since', () => {
  const parkedBetween = async (rig: ReleaseRig): Promise<ReleaseHandle> => {
    rig.sandbox.faults.add({ on: 'POST /export/ini', do: 'refuse', code: 403 });
    const first = await rig.release(named(rig, 'first'), strings('Hello from the first.'));
    await rig.parked(first);
    const second = await rig.release(named(rig, 'second'), strings('Hello from the second.'));
    expect(await exported(second)).toContain('the second.');
    await rig.resolve(first, 'retry');
    const { problem } = await rig.reached(
      first,
      (status) => status.problem?.code === 'published_over',
      'a person is asked',
    );
    expect(problem?.message).toContain(`these have published since: release/${rig.project}/second`);
    return first;
  };

  it.concurrent('retry publishes it again, and exports that', () =>
    withRig(options, async (rig) => {
      const first = await parkedBetween(rig);
      await rig.resolve(first, 'retry');
      expect(await exported(first)).toContain('the first.');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(3);
    }),
  );

  it.concurrent('skip exports what the project has, and the record says so', () =>
    withRig(options, async (rig) => {
      const first = await parkedBetween(rig);
      await rig.resolve(first, 'skip');
      expect(await exported(first)).toContain('the second.');
      const { warnings } = await first.result();
      expect(warnings.join()).toContain('others had published since this release did, and tester chose so');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/publish' })).toHaveLength(2);
    }),
  );
});
