/** What the archive says of earlier releases: how long their stages took, which estimates go by, and the last weeks. */
import { LRUCache } from 'lru-cache';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { StageName } from '../../domain/release/stages';
import { isDecidedIn, type PastRelease } from '../../domain/release/time-left';
import { firstWeekMs, insightsOf, type EndedRelease } from '../../domain/insights';
import type { InsightsResponse } from '../../protocol/console-api';
import type { ArchiveEntry } from '../../store/manifest-archive';
import { isReleased, type ArchivedReleases } from '../records/archived-releases';
import { archivedView } from '../records/archived-view';

/** The newest say most; each is a file to read. */
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
    // Not one that only added languages to what an earlier run had released.
    if (manifest?.kind !== 'release' || manifest.run.runId !== manifest.run.firstRunId) continue;
    if (isReleased(manifest)) found.push({ rows: rowsOf(manifest.content), stageMs: stageTimes(manifest) });
  }
  return found;
}

/** 0: it was skipped. A stage is not there where its time says nothing of others. */
function stageTimes(manifest: Parameters<typeof archivedView>[0]): PastRelease['stageMs'] {
  const { content } = manifest;
  const stageMs: Partial<Record<StageName, number>> = {};
  const { stages, decisions } = archivedView(manifest);
  for (const { name, state, startedAt, endedAt } of stages) {
    if (state === 'skipped') stageMs[name] = 0;
    if (state !== 'done' || startedAt === null || endedAt === null) continue;
    const isReviewOfNothing = name === 'confirm' && content.terms?.total === 0;
    const isOfPeople = isHeld(name, content.request) || isDecidedIn({ startedAt, endedAt }, decisions);
    if (!isReviewOfNothing && !isOfPeople)
      stageMs[name] = Math.max(1, Date.parse(endedAt) - Date.parse(startedAt));
  }
  return stageMs;
}

/** An announcement that had to wait for its time tells nothing of how long it takes. */
function isHeld(name: StageName, { announce }: Readonly<Record<string, unknown>>): boolean {
  return name === 'announce' && typeof announce === 'object' && announce !== null && 'at' in announce;
}

function rowsOf({ source, request }: ReleaseManifest['content']): number | null {
  const { targetLanguages } = request;
  if (source.kind !== 'snapshot' || !Array.isArray(targetLanguages)) return null;
  return Math.max(1, source.strings * targetLanguages.length);
}

/** The newest; a team that has more in half a year sees the newest of them. */
const MOST_READ = 500;
const READ_AT_ONCE = 8;

export class InsightsReader {
  /** null: it cannot be read, and tells nothing. */
  readonly #read = new LRUCache<string, { release: EndedRelease | null }>({ max: 4 * MOST_READ });

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
    const releases = await this.#releases(wanted.slice(0, MOST_READ));
    return {
      ...insightsOf(releases, { nowMs, weeks }),
      projects: [...new Set(entries.map((entry) => entry.project))].sort(),
      releases: releases.length,
      isCut: wanted.length > MOST_READ,
    };
  }

  async #releases(entries: readonly ArchiveEntry[]): Promise<EndedRelease[]> {
    const found: EndedRelease[] = [];
    for (let at = 0; at < entries.length; at += READ_AT_ONCE) {
      const some = await Promise.all(
        entries.slice(at, at + READ_AT_ONCE).map((entry) => this.#release(entry)),
      );
      found.push(...some.filter((release) => release !== null));
    }
    return found;
  }

  async #release(entry: ArchiveEntry): Promise<EndedRelease | null> {
    const known = this.#read.get(entry.key);
    if (known !== undefined) return known.release;
    const { manifest } = await this.archive.open(entry);
    const release = manifest?.kind === 'release' ? endedRelease(manifest) : null;
    this.#read.set(entry.key, { release });
    return release;
  }
}

function endedRelease(manifest: Parameters<typeof stageTimes>[0]): EndedRelease {
  const { content, run } = manifest;
  return {
    state: content.state,
    endedAt: run.endedAt,
    strings: content.source.kind === 'snapshot' ? content.source.strings : null,
    // A run that only added languages to an earlier one has the stages of both.
    stageMs: run.runId === run.firstRunId ? stageTimes(manifest) : {},
    completeness: content.completeness,
  };
}
