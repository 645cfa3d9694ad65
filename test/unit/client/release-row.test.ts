import { defaultPayloadConverter } from '@temporalio/common';
import { releaseRow } from '../../../src/client/releases/release-row';
import { searchAttributeKeys } from '../../../src/domain/search-attributes';
import type { Run } from '../../../src/temporal/runs';

it('a row says behind whom a release waits for its turn', () => {
  const hold = { why: 'publish_turn', until: null, of: 'game/first' };
  const status = { id: 'game/second', stages: [], hold };
  const fields = { status: defaultPayloadConverter.toPayload(status) };
  const run = {
    workflowId: 'release/game/second',
    isOpen: true,
    status: 'RUNNING',
    raw: { memo: { fields }, searchAttributes: null },
  } as unknown as Run;
  expect(releaseRow(run)).toMatchObject({ id: 'game/second', heldBehind: 'game/first' });
  expect(releaseRow({ ...run, isOpen: false })).toMatchObject({ heldBehind: null });
});

it('a row of a paused release is paused, whatever it would wait for without the pause', () => {
  const attributes = { state: 'paused', waiting: 'announcement_time' };
  const indexedFields = Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [
      searchAttributeKeys[key as keyof typeof attributes].name,
      defaultPayloadConverter.toPayload(value),
    ]),
  );
  const run = {
    workflowId: 'release/game/held',
    isOpen: true,
    status: 'RUNNING',
    raw: { memo: null, searchAttributes: { indexedFields } },
  } as unknown as Run;
  expect(releaseRow(run)).toMatchObject({ state: 'paused', heldFor: null });
});
