/** Exports the project's strings to INI files on the worker, whole and checked, by halves where it takes too long. */
import type { ExportResult } from '../../activities/export-files';
import { bulky } from '../activity-proxies';
import { exportByHalves } from '../export-by-halves';
import { needsDecision } from '../problems';
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

function exportLanguages(release: ReleaseRun, languages: readonly string[]): Promise<ExportResult> {
  const { spec, input, record } = release;
  const { export: exportTo } = spec;
  if (exportTo === undefined) return Promise.resolve({ files: [], completeness: [] });
  return exportByHalves(languages, (some) =>
    bulky.exportFiles({
      release: release.name,
      templateId: record.settings?.templateId ?? exportTo.template,
      languages: some,
      partial: some.length < languages.length,
      export: exportTo,
      source: input.source,
    }),
  );
}
