/** Which languages a release has: those that are added late, those that it exports, and those that a publish may take away. */
import type { ReleaseSpec } from './release-file';
import type { ReleaseRecord } from './release-record';

/** The languages that the release neither has nor is about to have. The others are no fault. */
export function newLanguages(
  { languages, lateLanguages }: ReleaseRecord,
  requested: readonly string[],
): string[] {
  return [...new Set(requested)].filter(
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

/** Who published the strings last, and in which languages. */
export interface Publication {
  /** Id of the release. */
  id: string;
  at: string;
  languages: readonly string[];
}

/** null: no release is known to have published them. `unread`: why that cannot be known. */
export type LastPublication = Publication | { unread: string } | null;

export interface Loss {
  /** Languages of the task that is to be published. */
  languages: readonly string[];
  last: LastPublication;
  /** The assumptions about the service from the configuration, by their ids. */
  readings: Readonly<Record<string, string>>;
}

interface LossFinding {
  kind: 'warning' | 'refusal';
  message: string;
}

interface Judged {
  /** Whether a person allowed languages to be lost. */
  loseLanguages: boolean;
  /** Who publishes, at the beginning of a sentence. */
  who: string;
  /** What to do about it: where it is refused, and where it is done all the same. */
  remedy: { refused: string; warned: string };
}

/**
 * Languages that the publish takes away, or may take away where that is not known: the service does not document what
 * happens to languages that the published task lacks, so the configuration may set what a probe found.
 */
export function lostLanguages({ languages, last, readings }: Loss): string[] {
  if (last === null || 'unread' in last || readingOf(readings) === 'keep') return [];
  return last.languages.filter((language) => !languages.includes(language));
}

/** The warning before anything is published. null: none. */
export function lossFinding(loss: Loss, { loseLanguages, who, remedy }: Judged): LossFinding | null {
  const { last, readings } = loss;
  const reading = readingOf(readings);
  if (loseLanguages || last === null || reading === 'keep') return null;
  const kind = reading === 'replace' ? 'refusal' : 'warning';
  const advice = kind === 'refusal' ? remedy.refused : remedy.warned;
  if ('unread' in last)
    return { kind, message: `${last.unread} So it is not known which languages would be lost. ${advice}` };
  const lost = lostLanguages(loss).join(', ');
  if (lost === '') return null;
  const message =
    kind === 'refusal'
      ? `${who} would lose ${lost}, which ${last.id} has published.`
      : `${who} may lose ${lost}, which ${last.id} has published. It is not documented whether a publish takes away languages that its task lacks.`;
  return { kind, message: `${message} ${advice}` };
}

function readingOf(readings: Loss['readings']): string | undefined {
  return readings['publish-languages'];
}

/** Languages that a rollback to a release may take away: it does not have them. The newest publish comes first. */
export function publishedSince(
  published: readonly { id: string; languages: readonly string[] }[],
  id: string,
): string[] {
  const place = published.findIndex((one) => one.id === id);
  const own = published[place]?.languages ?? [];
  const since = published.slice(0, Math.max(0, place)).flatMap(({ languages }) => languages);
  return [...new Set(since)].filter((language) => !own.includes(language));
}

export interface LanguagesToExport {
  languages: string[];
  /** Whether the template sets it, so that the export may leave it out. */
  byTemplate: boolean;
}

/**
 * What is exported of a release: the languages that its file names, or else those of its own that the template names. A
 * template may name none, or none of the release's: then all of them are exported.
 */
export function exportLanguages(
  named: readonly string[] | undefined,
  { ofTemplate, ofRelease }: { ofTemplate: readonly string[]; ofRelease: readonly string[] },
): LanguagesToExport {
  if (named !== undefined) return { languages: [...named], byTemplate: false };
  const both = ofRelease.filter((language) => ofTemplate.includes(language));
  return both.length === 0
    ? { languages: [...ofRelease], byTemplate: false }
    : { languages: both, byTemplate: true };
}

/** Of a release as it is now. What was taken out of it is not left to the template, which may name it. */
export function languagesToExport(
  { export: exportTo, targetLanguages }: Pick<ReleaseSpec, 'export' | 'targetLanguages'>,
  { languages: ofRelease, settings }: Pick<ReleaseRecord, 'languages' | 'settings'>,
): LanguagesToExport {
  const ofTemplate = settings?.templateLanguages ?? [];
  const { languages, byTemplate } = exportLanguages(exportTo?.languages, { ofTemplate, ofRelease });
  const isTakenOut = (code: string): boolean => ofTemplate.includes(code) && !ofRelease.includes(code);
  return { languages, byTemplate: byTemplate && !targetLanguages.some(isTakenOut) };
}
