import type { ReleaseSpec } from './release-file';
import type { ReleaseRecord } from './release-record';

export interface LanguagesToExport {
  languages: string[];
  /** Whether the template says so, and the export need not. */
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
