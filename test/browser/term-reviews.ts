/** Releases with terms to review, what the page shows of them, and what the service has in the end. */
import type { Locator, Page } from 'playwright-core';
import { Secret } from '../../src/http/secret';
import type { LocalizationClient } from '../../src/localization/localization-client';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { clientOf } from '../support/localization-client';
import { reviewOnly, type ReleaseHandle, type ReleaseRig } from '../workflows/release-rig';

/** Each has a name of its own that a scan finds: Keeper K1, Keeper K2 and so on. */
const namesOf = (guild: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    string_id: `${guild}.${index + 1}`,
    content: `Nobody knows where ${guild} K${index + 1} sleeps.`,
  }));

export interface OpenReview {
  handle: ReleaseHandle;
  status: ReleaseStatus;
}

/** A release that waits for somebody to review that many terms, of a guild that no termbase knows of yet. */
export async function openReview(
  rig: ReleaseRig,
  terms: number,
  guild: string,
  file: Partial<ReleaseFile> = reviewOnly,
): Promise<OpenReview> {
  const handle = await rig.release(file, namesOf(guild, terms));
  return { handle, status: await rig.waitingForTerms(handle) };
}

/** Somebody else, who works at the service itself. */
export async function atService(
  rig: ReleaseRig,
  work: (service: LocalizationClient) => Promise<unknown>,
): Promise<void> {
  const appSecret = new Secret('sandbox-app-secret');
  const service = clientOf(rig.sandbox.url, { appKey: 'sandbox-app-key', appSecret });
  try {
    await work(service);
  } finally {
    await service.close();
  }
}

/** The task's terms as the service has them, by their text. */
export function termsAtService(rig: ReleaseRig, { taskId }: ReleaseStatus) {
  const task = rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
  return new Map(task?.terms.map((term) => [term.term, term]));
}

/** A row of the table by the text of its term; only those in view are in the page. */
export function termRow(page: Page, term: string): Locator {
  return page.getByRole('row').filter({ has: page.getByLabel(`Select ${term}`, { exact: true }) });
}

/** What stands beside the table: all of the term that one is at, and what can be done with it. */
export const details = (page: Page): Locator =>
  page.getByRole('complementary', { name: 'Details of the term' });

/** With a pointer: the buttons are those of the row that one is at. */
export async function pressOnRow(page: Page, term: string, button: string): Promise<void> {
  await termRow(page, term).getByText(term, { exact: true }).click();
  await details(page).getByRole('button', { name: button }).click();
}

/** Sets a term's category beside the table. */
export async function setCategory(page: Page, term: string, category: string): Promise<void> {
  await pressOnRow(page, term, 'Edit');
  await page.getByLabel('Category', { exact: true }).fill(category);
  await page.keyboard.press('Enter');
}

export const allSaved = (page: Page): Promise<void> => page.getByText('All saved').waitFor();
