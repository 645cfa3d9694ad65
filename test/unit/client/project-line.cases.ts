import { projectLine } from '../../../src/client/releases/project-line';
import type { ArchivedReleases } from '../../../src/client/records/archived-releases';
import type { ReleaseClient } from '../../../src/client/releases/release-client';

it('a release that is open and has a record already is listed once', async () => {
  const at = '2026-11-18T23:07:00.000Z';
  const row = { id: 'game/partial', startedBy: 'mei', branch: null, languages: ['ja'] };
  const status = { stages: [{ name: 'publish', state: 'done', startedAt: at, endedAt: at }] };
  const manifest = {
    kind: 'release',
    content: { startedBy: 'mei', languages: ['ja'], stages: [{ name: 'publish', state: 'done' }] },
    run: { stages: [{ startedAt: at, endedAt: at }] },
  };
  const releases = {
    // eslint-disable-next-line @typescript-eslint/require-await
    async *open() {
      yield { row, status };
    },
  } as unknown as ReleaseClient;
  const archive = {
    entries: () => Promise.resolve([{ project: 'game', name: 'partial', kind: 'release' }]),
    open: () => Promise.resolve({ manifest }),
  } as unknown as ArchivedReleases;
  const { published } = await projectLine({ archive, releases }, 'game');
  expect(published).toMatchObject([{ id: 'game/partial', at }]);
});
