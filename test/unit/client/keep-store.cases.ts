import { openArchive } from '../../../src/client/records/archived-releases';
import { collectGarbage } from '../../../src/client/records/keep-store';
import { readConfig } from '../../../src/config/config';
import type { ListedContent } from '../../../src/store/content-store';
import { DirectoryStore } from '../../support/directory-store';
import { UndecryptablePayload } from '../../../src/temporal/errors';
import { useScratch } from '../../support/scratch';
import { temporalOfRuns } from '../../support/temporal-of-runs';

const scratch = useScratch();

/** As a server tells times that nobody can read. */
class TimelessStore extends DirectoryStore {
  override async *contents(): AsyncGenerator<ListedContent> {
    for await (const content of super.contents()) yield { ...content, putAtMs: NaN };
  }
}

it.each([false, true])('what has no age that can be read stays (dry run: %s)', async (dryRun) => {
  const store = new TimelessStore(scratch.path('store'));
  const { sha256 } = await store.put('a content');
  const archive = openArchive(readConfig({ LOCRELEASE_STORE: scratch.path('store') }));
  const { client } = temporalOfRuns([]);
  const collected = await collectGarbage({ client, archive, store }, { putBeforeMs: Infinity, dryRun });
  expect(collected).toMatchObject({ objects: 1, removed: 0 });
  expect((await store.get(sha256)).toString()).toBe('a content');
});

it('nothing is removed where a history cannot be read, and it is said of which run and what to do', async () => {
  const store = new DirectoryStore(scratch.path('store'));
  const { sha256 } = await store.put('a content');
  const archive = openArchive(readConfig({ LOCRELEASE_STORE: scratch.path('store') }));
  const runs = [{ workflowId: 'release/game/x', runId: 'run-1' }];
  const { client } = temporalOfRuns(runs, { historyFault: new UndecryptablePayload('no key "theirs"') });
  const collected = collectGarbage({ client, archive, store }, { putBeforeMs: Infinity, dryRun: false });
  await expect(collected).rejects.toThrow(
    '- release/game/x: no key "theirs".\n  If nobody needs it any more: temporal workflow delete --workflow-id \'release/game/x\' --run-id run-1',
  );
  expect((await store.get(sha256)).toString()).toBe('a content');
});
