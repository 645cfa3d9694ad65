/** How long the stages of a project's earlier releases took, as the archive has it: what an estimate goes by. */
import type { ReleaseManifest } from '../domain/manifest-schema';
import type { StageName } from '../domain/stages';
import type { PastRelease } from '../domain/time-left';
import { isReleased, type ArchivedReleases } from './archived-releases';

/** The newest say most; each is a file to read. */
const MOST_READ = 30;

/** The newest first. */
export async function pastReleases(
  archive: Pick<ArchivedReleases, 'entries' | 'open'>,
  project: string,
): Promise<PastRelease[]> {
  const entries = (await archive.entries({ project })).filter(({ kind }) => kind === 'release');
  const found: PastRelease[] = [];
  for (const entry of entries.slice(0, MOST_READ)) {
    const { manifest } = await archive.open(entry);
    if (manifest?.kind === 'release' && isWholeRelease(manifest)) found.push(pastRelease(manifest));
  }
  return found;
}

/** Not one that only added languages to what an earlier run had released. */
function isWholeRelease(manifest: ReleaseManifest): boolean {
  return isReleased(manifest) && manifest.run.runId === manifest.run.firstRunId;
}

function pastRelease(manifest: ReleaseManifest): PastRelease {
  return { rows: rowsOf(manifest.content), stageMs: stageTimes(manifest) };
}

/** 0: it was skipped. A stage is not there where its time says nothing of others. */
export function stageTimes({ content, run }: ReleaseManifest): PastRelease['stageMs'] {
  const stageMs: Partial<Record<StageName, number>> = {};
  for (const [index, { name, state }] of content.stages.entries()) {
    const { startedAt = null, endedAt = null } = run.stages[index] ?? {};
    if (state === 'skipped') stageMs[name] = 0;
    else if (state === 'done' && startedAt !== null && endedAt !== null && !isHeld(name, content.request)) {
      stageMs[name] = Math.max(1, Date.parse(endedAt) - Date.parse(startedAt));
    }
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
