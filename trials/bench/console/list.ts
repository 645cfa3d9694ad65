/** The list of releases, when there are very many. */
import { TypedSearchAttributes } from '@temporalio/common';
import type { Page } from 'playwright-core';
import type { EmbeddedSet } from '../../../src/embedded/embedded-set';
import { releaseWorkflowId } from '../../../src/domain/release/identity';
import { searchAttributeKeys } from '../../../src/domain/search-attributes';
import { until } from '../../../test/support/until';

const RELEASES = 10_000;
const AT_ONCE = 50;
const WANTED_FIRST_MS = 1_000;
const WANTED_ROWS = 100;

export async function benchList(set: EmbeddedSet, page: Page): Promise<boolean> {
  console.log(`List of ${RELEASES} releases.`);
  await startReleases(set);
  await page.goto(set.gatewayUrl);
  await page.locator('tr[data-index]').first().waitFor();
  const firstMs = await page.evaluate<number>('performance.now()');
  const startMs = performance.now();
  let mostRows = 0;
  await until('the end of the list is reached', async () => {
    await page.keyboard.press('End');
    mostRows = Math.max(mostRows, await page.locator('tr[data-index]').count());
    return page.locator(`tr[data-index="${RELEASES - 1}"]`).isVisible();
  });
  const wholeMs = performance.now() - startMs;
  const holds = firstMs <= WANTED_FIRST_MS && mostRows <= WANTED_ROWS;
  console.log(
    `  First rows after ${firstMs.toFixed(0)} ms (required: at most ${WANTED_FIRST_MS}), its end ${(wholeMs / 1000).toFixed(1)} s` +
      ` later, with ${mostRows} rows in the page (required: at most ${WANTED_ROWS}): ${holds ? 'ok' : 'MISSED'}`,
  );
  return holds;
}

/** Nobody works on them: they are listed all the same. */
async function startReleases({ client }: EmbeddedSet): Promise<void> {
  let started = 0;
  const lane = async (): Promise<void> => {
    while (started < RELEASES) {
      started += 1;
      await client.workflow.start('localizationRelease', {
        workflowId: releaseWorkflowId({ project: 'many', name: `release-${started}` }),
        taskQueue: 'nobody',
        typedSearchAttributes: new TypedSearchAttributes([
          { key: searchAttributeKeys.state, value: 'running' },
          { key: searchAttributeKeys.stage, value: 'translate' },
        ]),
        args: [],
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await until('Temporal lists all of them', async () => {
    const { count } = await client.workflow.count(`WorkflowType = 'localizationRelease'`);
    return count >= RELEASES;
  });
}
