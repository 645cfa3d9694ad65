/** What the archive says of the last weeks. Each record is read once: none ever changes. */
import { LRUCache } from 'lru-cache';
import { firstWeekMs, insightsOf, type EndedRelease, type Insights } from '../domain/insights';
import type { ArchiveEntry } from '../store/manifest-archive';
import type { ArchivedReleases } from './archived-releases';
import { stageTimes } from './past-releases';

/** The newest; a team that has more in half a year sees the newest of them. */
const MOST_READ = 500;
const READ_AT_ONCE = 8;

export interface ReadInsights extends Insights {
  /** All that there are records of, by name. */
  projects: string[];
  /** How many releases it is about. */
  releases: number;
  /** Whether there are more in these weeks than were read. */
  isCut: boolean;
}

export class InsightsReader {
  /** null: it cannot be read, and tells nothing. */
  readonly #read = new LRUCache<string, { release: EndedRelease | null }>({ max: 4 * MOST_READ });

  constructor(private readonly archive: Pick<ArchivedReleases, 'entries' | 'open'>) {}

  async read(
    { project, weeks }: { project?: string | undefined; weeks: number },
    nowMs = Date.now(),
  ): Promise<ReadInsights> {
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
