/** Term lists under review, by the digest of their content. */
import { createHash } from 'node:crypto';
import type { ReviewTerm } from '../domain/review-term';
import type { ContentStore } from './content-store';

export async function putTermList(store: ContentStore, terms: readonly ReviewTerm[]): Promise<string> {
  const { sha256 } = await store.put(JSON.stringify(terms));
  return sha256;
}

export async function getTermList(store: ContentStore, digest: string): Promise<ReviewTerm[]> {
  return JSON.parse((await store.get(digest)).toString('utf8')) as ReviewTerm[];
}

/** Under which the list would be kept. */
export function termListDigest(terms: readonly ReviewTerm[]): string {
  return createHash('sha256').update(JSON.stringify(terms)).digest('hex');
}
