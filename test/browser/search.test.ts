/** One search for releases and terms, from every page. */
import { reviewOnly, type ReleaseHandle } from '../workflows/release-rig';
import { BrowserRig, releasePath, reviewPath } from './browser-rig';
import { openReview } from './term-reviews';

let rig: BrowserRig;
let waiting: ReleaseHandle;
let done: ReleaseHandle;
let taskId: string;
beforeAll(async () => {
  rig = await BrowserRig.start();
  const { handle, status } = await openReview(rig.releases, 30, 'Keeper', reviewOnly);
  waiting = handle;
  taskId = status.taskId ?? '';
  done = await rig.releases.release({ ...reviewOnly, terms: { scan: false }, targetLanguages: ['ko'] });
  await done.result();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

const nameOf = ({ workflowId }: ReleaseHandle): string => workflowId.split('/').at(-1) ?? '';

it('is one key away, and finds releases by name, task and language', async () => {
  const page = await rig.open('reader', '/schedules');
  await page.getByRole('heading', { name: 'Schedules' }).waitFor();
  const field = page.getByRole('searchbox', { name: 'Find releases and terms' });
  await page.keyboard.press('/');
  await page.keyboard.type(nameOf(done));
  await page.keyboard.press('Enter');
  const releases = page.getByRole('region', { name: 'Releases' });
  await releases.getByRole('link', { name: nameOf(done) }).waitFor();
  expect(new URL(page.url()).search).toBe(`?q=${encodeURIComponent(nameOf(done))}`);

  for (const [asked, handle] of [
    [taskId, waiting],
    ['Korean', done],
  ] as const) {
    await field.fill(asked);
    await field.press('Enter');
    await page.waitForURL(`**/search?q=${encodeURIComponent(asked)}`);
    await releases.getByRole('link', { name: nameOf(handle) }).waitFor();
  }
  await page.goBack();
  await releases.getByRole('link', { name: nameOf(waiting) }).waitFor();
  await releases.getByRole('link', { name: nameOf(waiting) }).click();
  await page.waitForURL(`**${releasePath(waiting)}`);
});

it('finds terms, says how many more there are, and a link shows the same', async () => {
  const page = await rig.open('reader', '/search?q=keeper%20k');
  await page.getByText('0 releases and 30 terms found.').waitFor();
  const terms = page.getByRole('region', { name: `Terms of ${rig.releases.project}/${nameOf(waiting)}` });
  await terms.getByText('and 10 more.').waitFor();
  await page.goto(`${rig.url}/search?q=nobody+is+called+so`);
  await page.getByText('Nothing was found.').waitFor();
});

it('has a page of its own on a telephone, and leaves the key to the review', async () => {
  const page = await rig.open('reader', '/', { viewport: { width: 360, height: 700 } });
  await page.getByRole('link', { name: 'Find releases and terms' }).click();
  await page.getByText('Terms are found by their text').waitFor();
  await page.getByRole('searchbox', { name: 'Find releases and terms' }).fill('keeper k7');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: /^Terms of/ }).waitFor();

  const review = await rig.open('reviewer', reviewPath(waiting));
  await review.getByRole('button', { name: 'New 30' }).waitFor();
  await review.keyboard.press('/');
  await review.keyboard.type('K7');
  expect(await review.getByLabel('Filter by text').inputValue()).toBe('K7');
});
