/**
 * The references of archive records to contents, and of contents to each other: marks, and the older decisions of a
 * long release, are stored in parts, each of which begins with the digest of the one before it.
 */
import type { Manifest } from '../domain/release/manifest-schema';
import type { Decision } from '../domain/release/status';
import type { ContentStore } from './content-store';

const DIGESTS = /(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])/g;

export function digestsIn(text: string): string[] {
  return text.match(DIGESTS) ?? [];
}

export function contentsOf({ content, run }: Manifest): string[] {
  const files = content.files.map(({ sha256 }) => sha256);
  if (!('source' in content) || !('terms' in run)) return files;
  const { base = null, marks = null, matches = null } = run.terms ?? {};
  const source = content.source.kind === 'snapshot' ? content.source.sha256 : null;
  return [source, base, marks, matches, ...files].filter((digest) => digest !== null);
}

interface Part {
  earlier: string | null;
}

export async function* partsFrom(store: ContentStore, newest: string | null): AsyncGenerator<Part> {
  for (let digest = newest; digest !== null;) {
    const part = (await store.getJson(digest)) as Part;
    yield part;
    digest = part.earlier;
  }
}

export async function putDecisions(
  store: ContentStore,
  decisions: readonly Decision[],
  earlier: string | null,
): Promise<{ digest: string }> {
  return { digest: await store.putJson({ earlier, decisions }) };
}

export async function getDecisions(store: ContentStore, newest: string | null): Promise<Decision[]> {
  const parts: Decision[][] = [];
  for await (const part of partsFrom(store, newest))
    parts.unshift((part as Part & { decisions: Decision[] }).decisions);
  return parts.flat();
}

/** Adds all earlier parts, with the record that needs them. Throws if a part cannot be read. */
export async function withEarlierParts(
  store: ContentStore,
  needed: ReadonlyMap<string, string>,
  isStored: (sha256: string) => boolean,
): Promise<Map<string, string>> {
  const all = new Map<string, string>();
  for (const [first, neededBy] of needed) {
    for (let digest: string | null = first; digest !== null && !all.has(digest);) {
      all.set(digest, neededBy);
      digest = isStored(digest) ? await earlierPart(store, digest) : null;
    }
  }
  return all;
}

/** Reads only the beginning: most contents are no parts, and may be large. */
async function earlierPart(store: ContentStore, sha256: string): Promise<string | null> {
  for await (const chunk of store.read(sha256))
    return /^\{"earlier":"([0-9a-f]{64})"/.exec(chunk.subarray(0, 100).toString('latin1'))?.[1] ?? null;
  return null;
}
