/** The termbase changes that releases made by confirming their terms, and the reverts of these. */
import {
  glossaryChanges,
  glossaryCounts,
  isAbout,
  type GlossaryChange,
} from '../../domain/review/glossary-changes';
import { releaseId, type ReleaseName } from '../../domain/release/identity';
import { sentence } from '../../domain/text/sentence';
import type { TermSheetRef } from '../../domain/release/status';
import { quotable } from '../../domain/text/visible-text';
import type { GlossaryDetails, GlossaryPage, GlossaryRow } from '../../protocol/glossary-api';
import type { ContentStore } from '../../store/content-store';
import type { Config } from '../../config/config';
import { Archive } from '../../store/archive';
import { openStorage } from '../../store/open-store';
import { TermbaseArchive, type UploadRecord } from '../../store/termbase-archive';
import { StoreError } from '../../store/store-error';
import { deletedTerms, readSheet } from '../../store/stored-term-sheet';
import { NotThere, Refused } from '../errors';
import { cachedByKey } from '../shared-read';
import type { KnownReleases, ReleaseFacts } from '../releases/known-releases';
import type { UnreadableRelease } from '../releases/unreadable-release';

interface GlossaryRequest extends Partial<Record<'project' | 'search', string | undefined>> {
  /** How many releases to skip. */
  from: number;
  most: number;
  timeMs: number;
}

export const openTermbaseArchive = ({ store }: Pick<Config, 'store'>): TermbaseArchive =>
  new TermbaseArchive(new Archive(openStorage(store)));

/** Writes the entry before the change, so that there is no change without one. */
export function noteTermbaseChange(
  config: Pick<Config, 'store'>,
  {
    reason,
    ...change
  }: Pick<UploadRecord, 'project' | 'mode' | 'by' | 'terms'> & { reason: string | undefined },
): Promise<void> {
  return openTermbaseArchive(config).put({
    schemaVersion: 1,
    kind: 'termbase-upload',
    ...change,
    at: new Date().toISOString(),
    reason: reason === undefined ? null : quotable(reason),
  });
}

/** A change takes some hundred bytes. */
const MAX_CACHED_CHANGES = 50_000;

export class Glossary {
  readonly #changes = cachedByKey(
    { maxSize: MAX_CACHED_CHANGES, sizeCalculation: ({ length }: GlossaryChange[]) => length + 1 },
    ({ base, marks, matches }: TermSheetRef) => JSON.stringify([base, marks, matches]),
    async (terms) =>
      glossaryChanges(await readSheet(this.store, terms), await deletedTerms(this.store, terms)),
  );

  constructor(
    private readonly known: KnownReleases,
    private readonly store: ContentStore,
    readonly archive: TermbaseArchive,
  ) {}

  /** The newest first, each release once. */
  async page({ project, search = '', from, most, timeMs }: GlossaryRequest): Promise<GlossaryPage> {
    const giveUpAtMs = Date.now() + timeMs;
    const releases: GlossaryRow[] = [];
    const unreadable: UnreadableRelease[] = [];
    const all = this.#confirmed({ ...(project !== undefined && { project }) }, (one) => unreadable.push(one));
    let place = 0;
    for await (const confirmed of all) {
      place += 1;
      if (place <= from) continue;
      if (releases.length === most) return { releases, next: place - 1, isCut: false, unreadable };
      if (Date.now() >= giveUpAtMs) return { releases, next: place - 1, isCut: true, unreadable };
      const found = await this.#found(confirmed, search);
      if (found !== null) releases.push(found);
    }
    return { releases, next: null, isCut: false, unreadable };
  }

  async ofRelease(release: ReleaseName): Promise<GlossaryDetails> {
    const refuse = ({ id, why }: UnreadableRelease): never => {
      throw new Refused(`Release ${id} cannot be read: ${sentence(why)}`);
    };
    for await (const confirmed of this.#confirmed(release, refuse)) {
      const changes = await this.#changes(confirmed.terms);
      const counts = glossaryCounts(changes);
      const reverts = await this.archive.revertsOf(release);
      return { ...headOf(confirmed), counts, trouble: null, changes, reverts };
    }
    throw new NotThere(
      `Release ${releaseId(release)} has changed nothing in the termbase: nobody has confirmed terms of it.`,
    );
  }

  /** A release that runs again, or ended again with more languages, has the same confirmation. */
  async *#confirmed(
    of: Partial<ReleaseName>,
    reportUnreadable: (release: UnreadableRelease) => void,
  ): AsyncGenerator<ConfirmedRelease> {
    const seen = new Set<string>();
    for await (const facts of this.known.newestFirst(of, reportUnreadable)) {
      const { id, terms, confirmed } = facts;
      if (terms === null || confirmed === null || seen.has(id)) continue;
      seen.add(id);
      yield { ...facts, terms, confirmed };
    }
  }

  async #found(release: ConfirmedRelease, search: string): Promise<GlossaryRow | null> {
    try {
      const all = await this.#changes(release.terms);
      const changes = search === '' ? all : all.filter((change) => isAbout(change, search));
      if (search !== '' && changes.length === 0) return null;
      return { ...headOf(release), counts: glossaryCounts(changes), trouble: null };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      return { ...headOf(release), counts: null, trouble: error.message };
    }
  }
}

type ConfirmedRelease = ReleaseFacts & {
  terms: NonNullable<ReleaseFacts['terms']>;
  confirmed: NonNullable<ReleaseFacts['confirmed']>;
};

const headOf = ({ id, project, name, confirmed }: ConfirmedRelease) => ({
  id,
  project,
  name,
  confirmedBy: confirmed.by,
  confirmedAt: confirmed.at,
});
