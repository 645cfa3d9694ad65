/** The completeness of each language, from the export and from the request. */
import { endedStates } from '../../src/domain/release/release-states';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';

export interface LanguageRow {
  language: string;
  /** The number to translate; null where it is not known. */
  strings: number | null;
  translated: number | null;
  missing: number | null;
  /** The translated strings whose keys differ in case from the release's. */
  otherCase: number;
  /** Rounded down to one digit. null: the strings were not counted. */
  percent: number | null;
  /** The minimum percentage; null where none was set, or where it is met. */
  belowMinimum: number | null;
  /** How a language that was not requested from the beginning came into the release, or only into its files. */
  late: 'supplement' | 'added' | 'exported' | 'to come' | null;
  /** The reason where nothing is counted. */
  note: string | null;
  isReadable: boolean;
}

export function languageRows(status: ReleaseStatus, plan: ReleaseDetails['plan']): LanguageRow[] {
  const counted = new Map((status.export?.completeness ?? []).map((entry) => [entry.language, entry]));
  const coming = status.comingLanguages;
  const languages = [...new Set([...status.languages, ...coming, ...counted.keys()])];
  const { strings } = plan;
  return languages.map((language) => {
    const { percent = null, missing = null, otherCase = 0 } = counted.get(language) ?? {};
    const minimum = plan.minimumComplete[language] ?? 0;
    return {
      language,
      strings,
      translated: missing === null || strings === null ? null : strings - missing,
      missing,
      otherCase,
      percent: percent === null ? null : Math.floor(percent * 10) / 10,
      belowMinimum: percent !== null && percent < minimum ? minimum : null,
      late: lateness(language, status, plan),
      note: percent === null ? languageNote(status, language) : null,
      isReadable:
        status.export?.files.some((file) => file.checked && file.languages.includes(language)) === true,
    };
  });
}

function lateness(
  language: string,
  { languages, comingLanguages }: ReleaseStatus,
  { targetLanguages, supplementLanguages }: ReleaseDetails['plan'],
): LanguageRow['late'] {
  if (targetLanguages.includes(language)) return null;
  if (comingLanguages.includes(language)) return 'to come';
  if (!languages.includes(language)) return 'exported';
  return supplementLanguages.includes(language) ? 'supplement' : 'added';
}

export function languageNote({ state, stages, export: exported }: ReleaseStatus, language: string): string {
  const holding = exported?.files.filter(({ languages }) => languages.includes(language)) ?? [];
  if (holding.some(({ checked }) => !checked)) return 'Unknown: exported, not checked';
  if (holding.length > 0) return 'Unknown: which strings there are is not known here';
  const stage = stages.find(({ name }) => name === 'export')?.state;
  return stage === 'done' || stage === 'skipped' || endedStates.has(state)
    ? 'Not exported'
    : 'Not exported yet';
}
