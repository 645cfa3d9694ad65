import { Client } from '@temporalio/client';
import { dataConverter } from '../../../src/temporal/payloads/data-converter';
import { UndecryptablePayload } from '../../../src/temporal/errors';
import { openedText, sealedText } from '../../../src/temporal/payloads/sealed-text';
import { freshKeyText, keysOf } from '../../support/encryption';

const NOTE = '2026-11-15T03:00:00.000Z olga paused it: the merger';
const clientWith = (...keys: string[]): Client =>
  new Client({ dataConverter: dataConverter({ encryptionKeys: keys.flatMap(keysOf) }) });
const [first, second] = [freshKeyText('first'), freshKeyText('second')];

it('hides a note where there is a key, and opens it also after the key has changed', async () => {
  const sealed = await sealedText(clientWith(first), NOTE);
  expect(sealed).toMatch(/^encrypted:[A-Za-z0-9+/=]+$/);
  expect(Buffer.from(sealed.slice(10), 'base64').toString('latin1')).not.toContain('merger');
  expect(await openedText(clientWith(second, first), sealed)).toBe(NOTE);
});

it('leaves a note as it is without a key, and reads what stands in clear', async () => {
  expect(await sealedText(clientWith(), NOTE)).toBe(NOTE);
  expect(await openedText(clientWith(first), NOTE)).toBe(NOTE);
});

it('says which key is missing', async () => {
  const sealed = await sealedText(clientWith(first), NOTE);
  await expect(openedText(clientWith(second), sealed)).rejects.toThrow(UndecryptablePayload);
});
