/** What a file says of its strings helps whoever reviews the terms in them. */
import { reviewOnly } from '../workflows/release-rig';
import { BrowserRig, reviewPath } from './browser-rig';
import { details, termRow } from './term-reviews';

let rig: BrowserRig;
beforeAll(async () => {
  rig = await BrowserRig.start();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

it('stands beside the term, as text', async () => {
  const note = {
    context: 'On the map of the first level',
    comment: '<b>A name</b>, never translated',
    maxLength: 24,
  };
  const handle = await rig.releases.release(reviewOnly, [
    { string_id: 'map.keeper', content: 'Nobody knows where Keeper Ilo sleeps.', note },
    { string_id: 'map.plain', content: 'Keeper Ilo is gone.' },
  ]);
  await rig.releases.waitingForTerms(handle);
  const page = await rig.open('reader', reviewPath(handle));
  await termRow(page, 'Keeper Ilo').getByText('Keeper Ilo', { exact: true }).first().click();
  const string = details(page).getByRole('listitem').filter({ hasText: 'map.keeper' });
  await string.getByText('at most 24 characters').waitFor();
  await string.getByText('On the map of the first level').waitFor();
  await string.getByText('<b>A name</b>, never translated').waitFor();
  await handle.cancel();
});
