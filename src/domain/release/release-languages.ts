/** The languages of a release: those added late, those it exports, and those that a publish may remove. */
import type { ReleaseSpec } from './release-file';
import type { ReleaseRecord } from './release-record';

/** Requested languages that the release already has, or is about to have, are no fault. */
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

export function reopenFault({ state }: ReleaseRecord): string | null {
  return state === 'done' || state === 'partial'
    ? null
    : `The release is ${state}: nothing was released. Add the languages to its file, and start it again.`;
}

/** The record with which a new run continues an ended release: the same task, and only these languages left to do. */
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

export interface Publication {
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
  /** The configured assumptions about the service, by their ids. */
  readings: Readonly<Record<string, string>>;
}

const PUBLISH_READING = 'publish-languages';

interface Judged {
  /** Whether a person allowed languages to be lost. */
  loseLanguages: boolean;
  /** The publisher, as the beginning of a sentence. */
  who: string;
  /** The advice, for a refusal and for a warning. */
  remedy: { refused: string; warned: string };
}

/** It is not documented what a publish does to languages that the task lacks, so the configuration may set it. */
export function lostLanguages({ languages, last, readings }: Loss): string[] {
  if (last === null || 'unread' in last || readings[PUBLISH_READING] === 'keep') return [];
  return last.languages.filter((language) => !languages.includes(language));
}

export function lossFinding(loss: Loss, { loseLanguages, who, remedy }: Judged) {
  const { last, readings } = loss;
  const reading = readings[PUBLISH_READING];
  if (loseLanguages || last === null || reading === 'keep') return null;
  const kind = reading === 'replace' ? ('refusal' as const) : ('warning' as const);
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

/** The languages that a rollback to a release may remove because it lacks them. The newest publish comes first. */
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
  /** Whether the template sets the languages, so that the export may leave them out. */
  byTemplate: boolean;
}

/** Those that the file names, or else the release's own that the template names; if it names none of them, all. */
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

/** The template does not decide when a language was removed from the release, because it may still name that one. */
export function languagesToExport(
  { export: exportTo, targetLanguages }: Pick<ReleaseSpec, 'export' | 'targetLanguages'>,
  { languages: ofRelease, settings }: Pick<ReleaseRecord, 'languages' | 'settings'>,
): LanguagesToExport {
  const ofTemplate = settings?.templateLanguages ?? [];
  const { languages, byTemplate } = exportLanguages(exportTo?.languages, { ofTemplate, ofRelease });
  const isTakenOut = (code: string): boolean => ofTemplate.includes(code) && !ofRelease.includes(code);
  return { languages, byTemplate: byTemplate && !targetLanguages.some(isTakenOut) };
}
