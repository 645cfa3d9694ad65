/** Exports the project's strings to INI files on the worker, by halves where it takes too long. */
import type { ExportResult } from '../../activities/export-files';
import { judgeCompleteness, type Waiver } from '../../domain/completeness-gate';
import { decide } from '../../domain/release-decisions';
import type { ReleaseSpec } from '../../domain/release-file';
import { uncheckedNote } from '../../domain/file-note';
import { warn } from '../../domain/release-transitions';
import { bulky } from '../activity-proxies';
import { exportByHalves } from '../export-by-halves';
import { needsDecision } from '../problems';
import { now, type ReleaseRun } from '../release-run';

export async function exportFiles(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  if (spec.export === undefined) return;
  const languages = spec.export.languages ?? record.languages;
  const { files, completeness, missing = [], notWritten = [] } = await exportLanguages(release, languages);
  // Not what has a language that the new ones lack.
  const replaced = record.files.filter(
    ({ path, languages: held }) =>
      !files.some((file) => file.path === path) && !held.some((code) => missing.includes(code)),
  );
  // Results of before files were looked into say nothing of it.
  record.files = files.map((file) => ({ ...{ keys: null, checked: true }, ...file }));
  record.completeness = completeness;
  record.missingLanguages = missing;
  if (replaced.length > 0 && notWritten.length === 0 && release.has('replaced-files-go'))
    await bulky.removeReplacedFiles({ files: replaced });
  warnOfUnchecked(release);
  if (notWritten.length > 0) {
    throw needsDecision(
      'export_not_written',
      `These exported files could not be written:\n${notWritten.map((line) => `- ${line}`).join('\n')}\n` +
        'They are kept in the store. Make the directory writable for the workers, then retry. Skip goes on; "locrelease files" copies them from the store.',
    );
  }
  requireCompleteness(release, spec.export, languages);
  if (missing.length > 0) {
    throw needsDecision(
      'export_incomplete',
      `The export has nothing in ${missing.join(', ')}. Asked for: ${languages.join(', ')}. ` +
        `${files.length === 0 ? 'No file came.' : 'The files that came are written and kept.'} Nothing is announced yet. ` +
        'Check the languages of the project and of the template, then retry. ' +
        'Skip takes the files as they are, and announces no language that is in none of them.',
    );
  }
}

function warnOfUnchecked({ record, spec }: ReleaseRun): void {
  const unchecked = uncheckedNote(record.files);
  if (unchecked !== null) warn(record, unchecked);
  const left = record.languages.filter((code) => spec.export?.languages?.includes(code) === false);
  if (left.length > 0)
    warn(
      record,
      `Translated but not exported, because export.languages does not name it: ${left.join(', ')}.`,
    );
}

function requireCompleteness(
  { record }: ReleaseRun,
  exportTo: NonNullable<ReleaseSpec['export']>,
  exported: readonly string[],
): void {
  const { completeness } = record;
  const { missed, waived, ended } = judgeCompleteness(exportTo, exported, completeness, Date.now());
  for (const waiver of waived) keepWaiver(record, waiver);
  if (missed.length === 0) return;
  const rows = completeness.map(
    ({ language, percent, missing }) =>
      `${language.padEnd(8)} ${percent.toFixed(1).padStart(5)} %  ${missing} missing`,
  );
  for (const language of missed)
    if (!completeness.some((one) => one.language === language))
      rows.push(`${language.padEnd(8)} could not be counted: its file is not checked`);
  const overs = ended.map(
    ({ language, by, until }) => `The waiver of ${by} for ${language} ended on ${until}.\n`,
  );
  throw needsDecision(
    'gate_completeness',
    `Below the minimum set in the release file: ${missed.join(', ')}.\n${rows.join('\n')}\n${overs.join('')}` +
      'The files are written and kept. Complete the translations and retry, or skip to accept the files as they are.',
  );
}

/** Once, however often the files are exported again. */
function keepWaiver(record: ReleaseRun['record'], { language, by, reason, until }: Waiver): void {
  const what = `waive the minimum of ${language} until ${until}`;
  if (!record.decisions.some((decision) => decision.what === what && decision.by === by))
    decide(record, { at: now(), by, what, why: reason });
}

function exportLanguages(release: ReleaseRun, languages: readonly string[]): Promise<ExportResult> {
  const { spec, input, record } = release;
  const { export: exportTo } = spec;
  if (exportTo === undefined) return Promise.resolve({ files: [], completeness: [] });
  return exportByHalves(languages, (some) =>
    bulky.exportFiles({
      release: release.name,
      templateId: record.settings?.templateId ?? exportTo.template ?? '',
      languages: some,
      partial: some.length < languages.length,
      export: exportTo,
      source: input.source,
    }),
  );
}
