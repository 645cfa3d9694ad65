/** What a manifest can still tell of the course of a release: its stages, who decided what, and the calls that stay. */
import type { Client } from '@temporalio/client';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { ArchivedReleases } from './archived-releases';
import { NotThere } from '../errors';
import { explainRelease } from '../stories/read-story';
import { named } from '../releases/release-name';
import type { StoryEntry } from '../stories/story-from-history';

/** From the histories that Temporal keeps, or from the archive where it keeps none. */
export async function explainOrRecall(
  client: Client,
  archive: ArchivedReleases,
  id: string,
): Promise<{ story: StoryEntry[]; archived: boolean }> {
  try {
    return { story: await explainRelease(client, id), archived: false };
  } catch (error) {
    const record = error instanceof NotThere ? await archive.newest(named(id)) : null;
    if (record === null) throw error;
    return { story: archivedStory(record.manifest), archived: true };
  }
}

function archivedStory({ content, run }: ReleaseManifest): StoryEntry[] {
  const { startedAt, endedAt } = run;
  const begunAt = new Map(run.stages.map(({ name, startedAt: at }) => [name, at ?? startedAt]));
  const entries: StoryEntry[] = [
    ...run.stages.flatMap(({ name, startedAt: at }): StoryEntry[] =>
      at === null ? [] : [{ kind: 'stage', at, state: 'running', stage: name, waitingFor: null, why: null }],
    ),
    ...run.calls.map(({ stage, traceId }): StoryEntry => ({
      kind: 'call',
      at: begunAt.get(stage) ?? startedAt,
      call: stage,
      outcome: 'done',
      attempts: 1,
      tookMs: null,
      failure: null,
      isReplyLost: false,
      did: null,
      nextAt: null,
      traceId,
    })),
    ...content.decisions.map(({ by, what, why, changes }, index): StoryEntry => ({
      kind: 'message',
      at: run.decidedAt[index] ?? endedAt,
      by,
      why,
      ...(changes === undefined ? saidIn(what) : { message: 'amend', details: { changes } }),
      outcome: 'done',
      repeated: false,
      failure: null,
    })),
  ];
  return [
    {
      kind: 'start',
      at: startedAt,
      by: content.startedBy,
      branch: run.branch ?? null,
      languages: content.languages,
      lateLanguages: [],
      continued: false,
      added: null,
    },
    // The same time keeps the order in which they stand here.
    ...entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)),
    { kind: 'end', at: endedAt, state: content.state, why: run.problem?.message ?? null },
  ];
}

/** The message that a decision came by, as the words that were kept of it tell. */
function saidIn(what: string): { message: string; details: Record<string, unknown> } {
  const [, verb = what, rest = ''] =
    /^(confirm|reject|resolve|add languages|pause|resume|cancel)\b ?(.*)$/.exec(what) ?? [];
  if (verb === 'resolve') return { message: verb, details: { action: rest } };
  if (verb === 'add languages') return { message: 'addLanguages', details: { languages: rest.split(', ') } };
  return { message: verb, details: {} };
}
