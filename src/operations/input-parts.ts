/** Parts of what is said that several operations share. */
import * as z from 'zod';
import { name } from '../domain/fields';
import { releaseStates } from '../domain/release-states';
import type { OwnCallback } from '../domain/service-work';
import { putAddress } from '../store/source-address';
import type { StoreWriter } from '../store/unwritten-store';

/** <project>/<name>, or <name>; who speaks hears what is wrong with it from whoever looks for it. */
export const release = z.string().min(1).max(500);
export const project = name;
export const state = z.enum(releaseStates);
export const reason = z.string().max(2000).optional();
export const limit = z.int().min(1).max(1_000_000);
export const text = z.string().max(2000);
export const texts = z.array(z.string().max(500)).max(500);

/** Where the service is to tell whoever asks of what it does. */
export const callback = z
  .strictObject({
    url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(2000),
    events: z.array(z.string().min(1).max(100)).max(100),
  })
  .optional();

/** The address may hold a token of its receiver: what stands behind its path is kept in the store. */
export async function keptCallback(
  store: StoreWriter,
  asked: z.output<typeof callback>,
): Promise<{ callback?: OwnCallback }> {
  if (asked === undefined) return {};
  return { callback: { address: await putAddress(store, asked.url), events: asked.events } };
}
