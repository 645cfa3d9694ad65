/** What there is to see on every page: a release that waits, one that is parked, and what has ended. */
import { confirmTermsUpdate, matchTermbaseUpdate } from '../../src/protocol/messages';
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, reviewPath } from './browser-rig';
import { makeSchedule } from './nightly-schedule';
import { allSaved, openReview, pressOnRow, setCategory } from './term-reviews';

export let rig: BrowserRig;
export let waiting: ReleaseHandle;
export let parked: ReleaseHandle;
export let done: ReleaseHandle;
export let confirmed: ReleaseHandle;
beforeAll(async () => {
  rig = await BrowserRig.start();
  ({ handle: waiting } = await openReview(rig.releases, 40, 'Keeper', {}));
  parked = await rig.releases.release({ announce: { accounts: ['acc_3'], text: '{name} is out.' } });
  await rig.releases.parked(parked);
  done = await rig.releases.release({ terms: { scan: false } });
  await done.result();
  confirmed = await rig.releases.release(reviewOnly);
  await rig.releases.waitingForTerms(confirmed);
  await confirmed.executeUpdate(matchTermbaseUpdate, { args: [{ by: 'confirmer' }] });
  await confirmed.executeUpdate(confirmTermsUpdate, { args: [{ by: 'confirmer' }] });
  await confirmed.result();
  await makeSchedule(rig.releases);
  const page = await rig.open('operator', reviewPath(waiting));
  await setCategory(page, 'Keeper K1', 'Mentor');
  await pressOnRow(page, 'Keeper K2', 'Delete');
  await allSaved(page);
  await rig.leave();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());
