/** Languages that are asked for while a release is under way, or after it has ended. */
import type { ReleaseRecord } from './release-record';

/** Those that the release does not have and is not about to have: asking again for what is there is no fault. */
export function newLanguages(
  { languages, lateLanguages }: ReleaseRecord,
  asked: readonly string[],
): string[] {
  return [...new Set(asked)].filter(
    (language) => !languages.includes(language) && !lateLanguages.includes(language),
  );
}

/** Late languages go through supplement, publish and export once more; the announcement is not repeated. */
export function reopenStages(record: ReleaseRecord): void {
  for (const stage of record.stages) {
    if (stage.name === 'supplement' || stage.name === 'publish' || stage.name === 'export') {
      Object.assign(stage, { state: 'pending', startedAt: null, endedAt: null });
    }
  }
  record.publishJobId = null;
  record.publishedIn = null;
}

/** Why an ended release cannot go on with more languages, or null. */
export function reopenFault({ state }: ReleaseRecord): string | null {
  return state === 'done' || state === 'partial'
    ? null
    : `The release is ${state}: nothing was released. Add the languages to its file, and start it again.`;
}

/** An ended release as a new run of it continues: on the same task, with nothing left to do but these languages. */
export function reopened(
  record: ReleaseRecord,
  { languages, by, reason, at }: { languages: readonly string[]; by: string; reason?: string; at: string },
): ReleaseRecord {
  const reopenedRecord: ReleaseRecord = {
    ...record,
    state: 'running',
    ended: false,
    resolution: null,
    problem: null,
    paused: null,
    hold: null,
    ticket: null,
    turn: null,
    outbox: [],
    answers: [],
    stages: record.stages.map((stage) => ({ ...stage })),
    lateLanguages: [...record.lateLanguages, ...languages],
    decisions: [
      ...record.decisions,
      { at, by, what: `add languages ${languages.join(', ')}`, why: reason ?? null },
    ],
  };
  reopenStages(reopenedRecord);
  return reopenedRecord;
}
