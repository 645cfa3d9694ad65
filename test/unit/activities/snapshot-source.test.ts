import { MockActivityEnvironment } from '@temporalio/testing';
import { sourceActivities } from '../../../src/activities/plan-nightly';
import { DirectoryStore } from '../../support/directory-store';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const doubtful = '{"greeting": "Hello", "farewell": "Bye", "blank": ""}';

async function snapshot(strict?: true) {
  const file = await scratch.write('a.json', doubtful);
  const activities = sourceActivities({ store: new DirectoryStore(scratch.path('store')) });
  const input = { file, escape: 'no-escape', ...(strict && { strict }) } as const;
  return new MockActivityEnvironment().run(() => activities.snapshotSource(input));
}

describe('the source of a nightly release', () => {
  it('is kept though something in it is doubtful', async () => {
    expect(await snapshot()).toMatchObject({ strings: 2 });
  });

  it('is refused for a doubt where the release is strict', async () => {
    await expect(snapshot(true)).rejects.toMatchObject({
      type: 'Refused',
      message: expect.stringContaining('leaves out 1 string without a text: blank') as string,
    });
  });
});
