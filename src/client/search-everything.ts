/**
 * One search over all releases and the terms of all of them. Names are found in lists, which costs little. Everything
 * else has to be read release by release, the newest first, for a bounded time; the result shows where that ended too
 * early.
 */
import { releaseId, type ReleaseName } from '../domain/release/identity';
import { isLanguage } from '../domain/release/release-filter';
import type { TermSheetRef } from '../domain/release/status';
import type { Found, FoundRelease, FoundTerms } from '../protocol/console-api';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import { readSheet } from '../store/stored-term-sheet';
import { cachedByKey } from './shared-read';
import type { KnownReleases, ReleaseFacts } from './releases/known-releases';
import type { UnreadableRelease } from './releases/unreadable-release';

type FoundTerm = FoundTerms['terms'][number];

const TERMS_OF_RELEASE = 20;
const TRANSLATIONS_OF_TERM = 3;
/** A term takes some hundred bytes. */
const MAX_CACHED_TERMS = 50_000;
/** A shorter text matches too many ids. */
const SHORTEST_ID = 4;
const SHORTEST_TERM = 2;

type TermText = Pick<FoundTerm, 'term' | 'category'> & { translations: Readonly<Record<string, string>> };

export class SearchEverything {
  readonly #texts = cachedByKey(
    { maxSize: MAX_CACHED_TERMS, sizeCalculation: ({ length }: TermText[]) => length + 1 },
    ({ base, marks }: TermSheetRef) => JSON.stringify([base, marks]),
    (sheet) => this.#readTexts(sheet),
  );

  constructor(
    private readonly known: KnownReleases,
    private readonly store: ContentStore,
  ) {}

  async find(text: string, most: Record<'timeMs' | 'releases' | 'terms', number>): Promise<Found> {
    const wanted = text.trim().toLowerCase();
    const giveUpAtMs = Date.now() + most.timeMs;
    const releases = new Map<string, FoundRelease>();
    const terms = new Map<string, FoundTerms>();
    let termsLeft = most.terms;
    const unreadable: UnreadableRelease[] = [];
    let lookedInto = 0;
    let cut: Found['cut'] = null;
    const named = (await this.known.names()).filter((name) => releaseId(name).toLowerCase().includes(wanted));
    for (const name of named.slice(0, most.releases)) releases.set(releaseId(name), foundByName(name));
    for await (const facts of this.known.newestFirst({}, (one) => unreadable.push(one))) {
      if (Date.now() >= giveUpAtMs) cut = 'time';
      else if (releases.size >= most.releases && termsLeft <= 0) cut = 'number';
      if (cut !== null) break;
      lookedInto += 1;
      const found = releases.get(facts.id);
      if (found?.state === null) releases.set(facts.id, foundRelease(facts, found));
      else if (found === undefined && releases.size < most.releases) {
        const match = matchOf(facts, wanted);
        if (match !== null) releases.set(facts.id, foundRelease(facts, match));
      }
      if (termsLeft <= 0 || terms.has(facts.id)) continue;
      const matching = await this.#terms(facts, wanted, Math.min(termsLeft, TERMS_OF_RELEASE));
      if (matching === null) continue;
      terms.set(facts.id, matching);
      termsLeft -= matching.terms.length;
    }
    if (named.length > most.releases) cut ??= 'number';
    return { releases: [...releases.values()], terms: [...terms.values()], lookedInto, cut, unreadable };
  }

  async #terms(facts: ReleaseFacts, wanted: string, most: number): Promise<FoundTerms | null> {
    if (facts.terms === null || wanted.length < SHORTEST_TERM) return null;
    const matching = (await this.#texts(facts.terms)).filter((term) => isIn(term, wanted));
    if (matching.length === 0) return null;
    const { id, project, name, startedAt } = facts;
    const isConfirmed = facts.confirmed !== null;
    const shown = matching.slice(0, most).map((term) => foundTerm(term, wanted));
    const more = matching.length - shown.length;
    return { id, project, name, startedAt, isConfirmed, terms: shown, more };
  }

  /** A lost or damaged list counts as empty here; the page of the release reports it. */
  async #readTexts(sheet: TermSheetRef): Promise<TermText[]> {
    const texts = await readSheet(this.store, sheet).catch((error: unknown) => {
      if (error instanceof StoreError) return [];
      throw error;
    });
    return texts.map(({ term, category, translations }) => ({ term, category, translations }));
  }
}

function foundByName({ project, name }: ReleaseName): FoundRelease {
  const id = releaseId({ project, name });
  const unknown = { state: null, branch: null, startedBy: null, startedAt: null, endedAt: null };
  return { id, project, name, ...unknown, languages: [], by: 'name', matched: id };
}

function foundRelease(facts: ReleaseFacts, { by, matched }: Match): FoundRelease {
  const { id, project, name, state, branch, startedBy, languages, startedAt, endedAt } = facts;
  return { id, project, name, state, branch, startedBy, languages, startedAt, endedAt, by, matched };
}

type Match = Pick<FoundRelease, 'by' | 'matched'>;

function matchOf({ languages, taskId, postId }: ReleaseFacts, wanted: string): Match | null {
  const language = languages.find((code) => isLanguage(wanted, code));
  if (language !== undefined) return { by: 'language', matched: language };
  const isPart = (id: string | null): id is string =>
    id !== null && wanted.length >= SHORTEST_ID && id.toLowerCase().includes(wanted);
  if (isPart(taskId)) return { by: 'task', matched: taskId };
  return isPart(postId) ? { by: 'post', matched: postId } : null;
}

const isIn = ({ term, translations }: TermText, wanted: string): boolean =>
  [term, ...Object.values(translations)].some((text) => text.toLowerCase().includes(wanted));

/** Shows matching translations, or the first ones when only the term matches. */
function foundTerm({ term, category, translations }: TermText, wanted: string): FoundTerm {
  const all = Object.entries(translations).map(([language, text]) => ({ language, text }));
  const matching = all.filter(({ text }) => text.toLowerCase().includes(wanted));
  return {
    term,
    category,
    translations: (matching.length > 0 ? matching : all).slice(0, TRANSLATIONS_OF_TERM),
  };
}
