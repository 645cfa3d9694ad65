/**
 * The address from which the service reads the strings of a release. Its query may be a signature, as good as a
 * password, so the whole address is in the store, and a release carries only the rest of it and a digest.
 */
import { createHash } from 'node:crypto';
import type { ReleaseInput, ReleaseSource } from '../domain/release/release-input';
import type { StoreReader, StoreWriter } from './unwritten-store';

type AddressSource = Extract<ReleaseSource, { kind: 'url' }>;

export async function putAddress(store: StoreWriter, address: string): Promise<AddressSource> {
  const source = closedAddress(address);
  if (source.sha256 !== undefined) await store.put(address);
  return source;
}

export async function getAddress(store: StoreReader, { url, sha256 }: AddressSource): Promise<string> {
  return sha256 === undefined ? url : (await store.get(sha256)).toString('utf8');
}

/** Converts the input of a release that was started before addresses were stored separately. */
export function withClosedAddress<Input extends Pick<ReleaseInput, 'spec' | 'source'>>(input: Input): Input {
  const { source } = input;
  if (source.kind !== 'url' || source.sha256 !== undefined) return input;
  const closed = closedAddress(source.url);
  return { ...input, source: closed, spec: { ...input.spec, source: { url: closed.url } } };
}

export function closedAddress(address: string): AddressSource {
  const { origin, pathname } = new URL(address);
  const url = origin + pathname;
  if (new URL(address).href === url) return { kind: 'url', url: address };
  return { kind: 'url', url, sha256: createHash('sha256').update(address).digest('hex') };
}
