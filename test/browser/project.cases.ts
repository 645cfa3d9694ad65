import { until } from '../support/until';
import { BrowserRig } from './browser-rig';

let rig: BrowserRig;
let project: string;
const file = {
  terms: { scan: false },
  targetLanguages: ['ja'],
  supplementLanguages: [],
  export: undefined,
  announce: undefined,
};
beforeAll(async () => {
  rig = await BrowserRig.start();
  ({ project } = rig.releases);
  for (const name of ['game-1', 'game-2'])
    await (
      await rig.releases.release({ ...file, name }, [{ string_id: 'greeting', content: name }])
    ).result();
});
afterEach(() => rig.leave());
afterAll(() => rig.close());

it('a project shows what is live, and an operator goes back to the release before it', async () => {
  const page = await rig.open('operator', `/projects/${project}`);
  const live = page.getByRole('region', { name: 'Live' });
  await live.getByRole('link', { name: 'game-2' }).waitFor();
  await live.getByText(/^Published .*, started by tester, in ja\.$/).waitFor();
  const line = page.getByRole('table').getByRole('row');
  await line.filter({ hasText: 'game-1' }).getByRole('button', { name: 'Roll back to it…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('2 has broken placeholders');
  await dialog.getByRole('button', { name: 'Roll back', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('has begun').waitFor();
  const text = await until('the rollback is live', async () => {
    const shown = await live.innerText();
    return shown.includes('Rolled back') && shown;
  });
  expect(text).toMatch(/Rolled back to it by operator \(“?2 has broken placeholders”?\)/);
  // The releases themselves say so, too.
  await page.goto(`${rig.url}/releases/${project}/game-2`);
  await page.getByText(/^No longer live in .* game-1\. Rolled back to it by operator/).waitFor();
  await page.goto(`${rig.url}/releases/${project}/game-1`);
  await page.getByText(/^Live in .*Rolled back to it by operator/).waitFor();
});

it('a reviewer sees what is live, and is offered no rollback; nothing overflows a narrow window', async () => {
  const narrow = { viewport: { width: 360, height: 800 } };
  const page = await rig.open('reviewer', `/projects/${project}`, narrow);
  await page.getByRole('region', { name: 'Live' }).getByRole('link').waitFor();
  expect(await page.getByRole('button', { name: /Roll back/ }).count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

it('the list sorts by any column, and leads to the project', async () => {
  const page = await rig.open('operator', '/');
  await page.getByLabel('Project').fill(project);
  const names = () => page.locator('table.releases tbody th .name').allInnerTexts();
  await page.locator('table.releases').getByText('game-2', { exact: true }).waitFor();
  await until('only its own are shown', async () => (await names()).length === 2);
  const sort = page.getByRole('columnheader', { name: 'Release' }).getByRole('button');
  await sort.click();
  expect(await names()).toEqual(['game-1', 'game-2']);
  await sort.click();
  expect(await names()).toEqual(['game-2', 'game-1']);
  await page.getByLabel('Project').fill('');
  await page.locator('.project-links').getByRole('link', { name: project }).click();
  await page.getByRole('heading', { name: `Project ${project}` }).waitFor();
});
