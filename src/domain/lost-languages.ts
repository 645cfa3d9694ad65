/**
 * Whether a publish takes languages away that its strings have in the project. The service does not document what becomes
 * of languages that the published task lacks, so the configuration may say what was found out about it.
 */

/** Who published the strings last, and in which languages. */
export interface Publication {
  /** Id of the release. */
  id: string;
  at: string;
  languages: readonly string[];
}

/** null: nobody is known to have published them. `unread`: why that cannot be told. */
export type LastPublication = Publication | { unread: string } | null;

export interface Loss {
  /** Languages of the task that is to be published. */
  languages: readonly string[];
  last: LastPublication;
  /** What the configuration says of the service, by the id of the assumption. */
  readings: Readonly<Record<string, string>>;
}

export interface LossFinding {
  kind: 'warning' | 'refusal';
  message: string;
}

interface Judged {
  /** Whether somebody has said that languages may be lost. */
  loseLanguages: boolean;
  /** Who publishes, at the beginning of a sentence. */
  who: string;
  /** What to do about it. */
  remedy: string;
}

/** Languages that the publish takes away, or may take away where that is not known. */
export function lostLanguages({ languages, last, readings }: Loss): string[] {
  if (last === null || 'unread' in last || readingOf(readings) === 'keep') return [];
  return last.languages.filter((language) => !languages.includes(language));
}

/** What is said before anything is published; null: nothing. */
export function lossFinding(loss: Loss, { loseLanguages, who, remedy }: Judged): LossFinding | null {
  const { last, readings } = loss;
  const reading = readingOf(readings);
  if (loseLanguages || last === null || reading === 'keep') return null;
  const kind = reading === 'replace' ? 'refusal' : 'warning';
  if ('unread' in last)
    return { kind, message: `${last.unread} So it is not known which languages would be lost. ${remedy}` };
  const lost = lostLanguages(loss).join(', ');
  if (lost === '') return null;
  const message =
    kind === 'refusal'
      ? `${who} would lose ${lost}, which ${last.id} has published.`
      : `${who} may lose ${lost}, which ${last.id} has published. It is not documented whether a publish takes away languages that its task lacks.`;
  return { kind, message: `${message} ${remedy}` };
}

function readingOf(readings: Loss['readings']): string | undefined {
  return readings['publish-languages'];
}
