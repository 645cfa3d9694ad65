/** Exports the project's strings to INI files on the worker, whole and checked, by halves where it takes too long. */
import type { ExportResult } from '../../activities/export-files';
import { bulky } from '../activity-proxies';
import { asStageProblem, isExportTooSlow, needsDecision } from '../problems';
import type { ReleaseRun } from '../release-run';

export async function exportFiles(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  if (spec.export === undefined) return;
  const languages = spec.export.languages ?? record.languages;
  const { files, completeness } = await exportLanguages(release, languages);
  record.files = files;
  record.completeness = completeness;
  const missed = completeness.filter(
    ({ language, percent }) => percent < (spec.export?.minimumComplete[language] ?? 0),
  );
  if (missed.length === 0) return;
  const table = completeness
    .map(
      ({ language, percent, missing }) =>
        `${language.padEnd(8)} ${percent.toFixed(1).padStart(5)} %  ${missing} missing`,
    )
    .join('\n');
  throw needsDecision(
    'gate_completeness',
    `Below the minimum set in the release file: ${missed.map(({ language }) => language).join(', ')}.\n${table}\n` +
      'The files are written and kept. Complete the translations and retry, or skip to accept the files as they are.',
  );
}

/** The service gives up on an export after five minutes and asks for subsets of the languages instead. */
async function exportLanguages(release: ReleaseRun, languages: readonly string[]): Promise<ExportResult> {
  const { spec, input, record } = release;
  if (spec.export === undefined) return { files: [], completeness: [] };
  try {
    return await bulky.exportFiles({
      release: release.name,
      templateId: record.settings?.templateId ?? spec.export.template,
      languages,
      partial: languages.length < (spec.export.languages ?? record.languages).length,
      export: spec.export,
      source: input.source,
    });
  } catch (error) {
    if (!isExportTooSlow(error)) throw error;
    if (languages.length < 2) throw asStageProblem(error);
    const middle = Math.ceil(languages.length / 2);
    const first = await exportLanguages(release, languages.slice(0, middle));
    const second = await exportLanguages(release, languages.slice(middle));
    return {
      files: [...first.files, ...second.files],
      completeness: [...first.completeness, ...second.completeness],
    };
  }
}
