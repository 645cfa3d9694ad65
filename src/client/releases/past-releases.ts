/** Statistics of earlier releases from the archive: how long their stages took, for estimates, and the last weeks. */
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { StageName } from '../../domain/release/stages';
import { isDecidedIn, type PastRelease } from '../../domain/release/time-left';
import { firstWeekMs, insightsOf, type EndedRelease } from '../../domain/insights';
import type { InsightsResponse } from '../../protocol/console-api';
import type { ArchiveEntry } from '../../store/manifest-archive';
import { isReleased, type ArchivedReleases } from '../records/archived-releases';
import { cachedByKey } from '../shared-read';
import { archivedView } from '../records/archived-view';

/** The newest releases predict best, and each is a file to read. */
const MOST_ESTIMATED_FROM = 30;

/** The newest first. */
export async function pastReleases(
  archive: Pick<ArchivedReleases, 'entries' | 'open'>,
  project: string,
): Promise<PastRelease[]> {
  const entries = (await archive.entries({ project })).filter(({ kind }) => kind === 'release');
  const found: PastRelease[] = [];
  for (const entry of entries.slice(0, MOST_ESTIMATED_FROM)) {
    const { manifest } = await archive.open(entry);
    // Leaves out runs that only added languages to a released one.
    if (manifest?.kind !== 'release' || manifest.run.runId !== manifest.run.firstRunId) continue;
    if (isReleased(manifest)) found.push({ rows: rowsOf(manifest.content), stageMs: stageTimes(manifest) });
  }
  return found;
}

/** 0: the stage was skipped. Stages that waited for people are left out, since they predict nothing. */
function stageTimes(manifest: Parameters<typeof archivedView>[0]): PastRelease['stageMs'] {
  const { content } = manifest;
  const stageMs: Partial<Record<StageName, number>> = {};
  const { stages, decisions } = archivedView(manifest);
  for (const { name, state, startedAt, endedAt } of stages) {
    if (state === 'skipped') stageMs[name] = 0;
    // A rejection also ends the review.
    const isOver = state === 'done' || (name === 'confirm' && content.state === 'rejected');
    if (!isOver || startedAt === null || endedAt === null) continue;
    const isReviewOfNothing = name === 'confirm' && content.terms?.total === 0;
    const isOfPeople = isHeld(name, content.request) || isDecidedIn({ startedAt, endedAt }, decisions);
    if (!isReviewOfNothing && !isOfPeople)
      stageMs[name] = Math.max(1, Date.parse(endedAt) - Date.parse(startedAt));
  }
  return stageMs;
}

/** An announcement that had to wait for its time does not show how long announcing takes. */
function isHeld(name: StageName, { announce }: Readonly<Record<string, unknown>>): boolean {
  return name === 'announce' && typeof announce === 'object' && announce !== null && 'at' in announce;
}

function rowsOf({ source, request }: ReleaseManifest['content']): number | null {
  const { targetLanguages } = request;
  if (source.kind !== 'snapshot' || !Array.isArray(targetLanguages)) return null;
  return Math.max(1, source.strings * targetLanguages.length);
}

/** A bound on the records: a team with more in half a year gets the newest. */
const MOST_READ = 500;
const READ_AT_ONCE = 8;

export class InsightsReader {
  /** null: the record cannot be read. */
  readonly #ofRecord = cachedByKey(
    { max: 4 * MOST_READ },
    ({ key }: ArchiveEntry) => key,
    async (entry) => {
      const { manifest } = await this.archive.open(entry);
      return { release: manifest?.kind === 'release' ? endedRelease(manifest) : null };
    },
  );

  constructor(private readonly archive: Pick<ArchivedReleases, 'entries' | 'open'>) {}

  async read(
    { project, weeks }: { project?: string | undefined; weeks: number },
    nowMs = Date.now(),
  ): Promise<InsightsResponse> {
    const entries = (await this.archive.entries()).filter(({ kind }) => kind === 'release');
    const since = new Date(firstWeekMs(nowMs, weeks)).toISOString();
    const wanted = entries.filter(
      (entry) => entry.at >= since && (project === undefined || entry.project === project),
    );
    const releases = lastEnds(await this.#releases(wanted.slice(0, MOST_READ)));
    return {
      ...insightsOf(releases, { nowMs, weeks }),
      projects: [...new Set(entries.map((entry) => entry.project))].sort(),
      releases: releases.length,
      isCut: wanted.length > MOST_READ,
    };
  }

  async #releases(entries: readonly ArchiveEntry[]): Promise<KeptEnd[]> {
    const found: KeptEnd[] = [];
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      const some = await Promise.all(
        entries.slice(at, at + READ_AT_ONCE).map((entry) => this.#ofRecord(entry)),
      );
      found.push(...some.flatMap(({ release }) => release ?? []));
    }
    return found;
  }
}

interface KeptEnd extends EndedRelease {
  /** Equal in all ends of one release. */
  firstRunId: string;
}

/** Merges the ends of each release into its last one, with stage times of the earlier. The newest come first. */
function lastEnds(ends: readonly KeptEnd[]): EndedRelease[] {
  const last = new Map<string, EndedRelease>();
  for (const { firstRunId, ...end } of ends) {
    const later = last.get(firstRunId);
    last.set(
      firstRunId,
      later === undefined ? end : { ...later, stageMs: { ...end.stageMs, ...later.stageMs } },
    );
  }
  return [...last.values()];
}

function endedRelease(manifest: Parameters<typeof stageTimes>[0]): KeptEnd {
  const { content, run } = manifest;
  return {
    firstRunId: run.firstRunId,
    state: content.state,
    endedAt: run.endedAt,
    strings: content.source.kind === 'snapshot' ? content.source.strings : null,
    // A run that only added languages also lists the stages of the earlier run.
    stageMs: run.runId === run.firstRunId ? stageTimes(manifest) : {},
    completeness: content.completeness,
  };
}
