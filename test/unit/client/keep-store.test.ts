import type { Client } from '@temporalio/client';
import { openArchive } from '../../../src/client/archived-releases';
import { collectGarbage } from '../../../src/client/keep-store';
import { readConfig } from '../../../src/config/config';
import type { KeptContent } from '../../../src/store/content-store';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();

/** As a server tells times that nobody can read. */
class TimelessStore extends DirectoryStore {
  override async *contents(): AsyncGenerator<KeptContent> {
    for await (const content of super.contents()) yield { ...content, putAtMs: NaN };
  }
}

it.each([false, true])('what has no age that can be read stays (dry run: %s)', async (dryRun) => {
  const store = new TimelessStore(scratch.path('store'));
  const { sha256 } = await store.put('a content');
  const archive = openArchive(readConfig({ LOCRELEASE_STORE: scratch.path('store') }));
  const nothing = { workflow: { list: () => [] } } as unknown as Client;
  const collected = await collectGarbage(
    { client: nothing, archive, store },
    { putBeforeMs: Infinity, dryRun },
  );
  expect(collected).toMatchObject({ objects: 1, removed: 0 });
  expect((await store.get(sha256)).toString()).toBe('a content');
});
