import type { Page } from 'playwright-core';

/** Presses a button of the panel to decide in, and gives the reason that it asks for, without which it does nothing. */
export async function decide(page: Page, label: string, reason: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click();
  const form = page.getByRole('region', { name: label, exact: true });
  const deed = form.getByRole('button', { name: label, exact: true });
  expect(await deed.isDisabled()).toBe(true);
  await form.getByLabel('Reason').fill(reason);
  await deed.click();
  await form.waitFor({ state: 'detached' });
}

/** Chooses what stands in the menu of a release, by its name. */
export async function choose(page: Page, name: string): Promise<void> {
  const menu = page.locator('.menu');
  await menu.getByText('More', { exact: true }).click();
  await menu.getByText(name, { exact: true }).click();
}

/** The same, with the reason that its dialog asks for. */
export async function chooseFor(page: Page, name: string, reason: string): Promise<void> {
  await choose(page, name);
  const dialog = page.getByRole('dialog');
  const deed = dialog.getByRole('button', { name, exact: true });
  expect(await deed.isDisabled()).toBe(true);
  await dialog.getByLabel('Reason').fill(reason);
  await deed.click();
  await dialog.waitFor({ state: 'detached' });
}

export const history = (page: Page) => page.getByRole('region', { name: 'History' });
