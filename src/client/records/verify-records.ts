import { type ReleaseName, releaseId } from '../../domain/release/identity';
import type { ContentStore } from '../../store/content-store';
import type { StoredManifest } from '../../store/manifest-archive';
import { type SignatureState, NOT_SIGNED } from '../../store/manifest-seal';
import { StoreError } from '../../store/store-error';
import type { ArchivedReleases } from './archived-releases';

export interface VerifiedRecord {
  key: string;
  signature: SignatureState;
  /** Changes since it was written, and faults of its signature. */
  faults: string[];
}

/** The newest first. */
export async function verifyRecords(
  { archive, store }: { archive: ArchivedReleases; store: ContentStore },
  release: ReleaseName,
  { demandSignature }: { demandSignature: boolean },
): Promise<{ id: string; records: VerifiedRecord[] }> {
  const records: VerifiedRecord[] = [];
  for (const entry of await archive.entries(release)) {
    const record = await archive.open(entry);
    const faults = [...record.faults, ...(await fileFaults(store, record))];
    if (demandSignature && record.signature === 'none') faults.push(NOT_SIGNED);
    records.push({ key: entry.key, signature: record.signature, faults });
  }
  if (records.length === 0) throw await archive.noRecord(release);
  return { id: releaseId(release), records };
}

async function fileFaults(store: ContentStore, { manifest }: StoredManifest): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, sha256, bytes } of manifest?.content.files ?? []) {
    try {
      let read = 0;
      for await (const chunk of store.read(sha256)) read += chunk.byteLength;
      if (read !== bytes) faults.push(`${name}: has ${read} bytes, and had ${bytes}.`);
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      faults.push(`${name}: ${error.message}`);
    }
  }
  return faults;
}
