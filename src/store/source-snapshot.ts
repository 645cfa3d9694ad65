/** The strings of a source as they were when their release was started. */
import { z } from 'zod';
import type { SourceString } from '../localization/requests';
import type { StoreReader, StoreWriter } from './unwritten-store';

export interface SourceSnapshot {
  sha256: string;
  /** How many. */
  strings: number;
}

const snapshot = z.array(z.strictObject({ string_id: z.string(), content: z.string() }));

/** The same strings in the same order have the same digest, whatever file they were read from. */
export async function putSnapshot(
  store: StoreWriter,
  strings: readonly SourceString[],
): Promise<SourceSnapshot> {
  const canonical = strings.map(({ string_id, content }) => ({ string_id, content }));
  const { sha256 } = await store.put(JSON.stringify(canonical));
  return { sha256, strings: strings.length };
}

export async function getSnapshot(store: StoreReader, sha256: string): Promise<SourceString[]> {
  const value: unknown = JSON.parse((await store.get(sha256)).toString('utf8'));
  return snapshot.parse(value);
}
