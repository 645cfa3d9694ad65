/** Term lists under review, by the digest of their content. */
import type { ReviewTerm } from '../release/review-term';
import type { ContentStore } from './content-store';

export async function putTermList(store: ContentStore, terms: readonly ReviewTerm[]): Promise<string> {
  const { sha256 } = await store.put(JSON.stringify(terms));
  return sha256;
}

export async function getTermList(store: ContentStore, digest: string): Promise<ReviewTerm[]> {
  return JSON.parse((await store.get(digest)).toString('utf8')) as ReviewTerm[];
}
