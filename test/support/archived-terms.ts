/** Releases that ended, each with the terms that were confirmed, in a store of their own. */
import { ArchivedReleases } from '../../src/client/records/archived-releases';
import type { ReviewTerm, TermbaseMatches } from '../../src/domain/review/term-sheet';
import { Archive } from '../../src/store/archive';
import { putMarks, putMatches, putTermList } from '../../src/store/stored-term-sheet';
import { DirectoryStore } from './directory-store';
import { endedInput, manifestBody } from './manifest';

export const reviewTerm = (id: string, term: string, ja: string): ReviewTerm => ({
  id,
  term,
  context: '',
  category: 'Character',
  score: 5,
  note: '',
  translations: { ja },
});

/** The oldest first. */
export async function archivedTerms(
  directory: string,
  ended: Readonly<Record<string, ReviewTerm[]>>,
  found: TermbaseMatches | null = null,
) {
  const store = new DirectoryStore(directory);
  const archive = new Archive(store.storage);
  const releases = new ArchivedReleases(archive);
  for (const [index, [name, terms]] of Object.entries(ended).entries()) {
    const base = await putTermList(store, terms);
    const matches = found === null ? null : await putMatches(store, found);
    const at = `2026-11-0${index + 1}T10:00:00.000Z`;
    const sheet = await putMarks(store, { base, matches }, { base: terms, marks: new Map() });
    const changes = { terms: sheet, taskId: `task_${name}` };
    await releases.put(manifestBody(changes, { input: endedInput(name), at, runId: `run-${index}` }), null);
  }
  return { store, archive, releases };
}
