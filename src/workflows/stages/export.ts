/** Exports the project's strings to files on the worker, and splits the languages when the export takes too long. */
import type { ExportResult } from '../../activities/export-files';
import {
  judgeCompleteness,
  type Waiver,
  exportFault,
  uncheckedNotes,
} from '../../domain/release/export-rules';
import { languagesToExport, type LanguagesToExport } from '../../domain/release/release-languages';
import { decide } from '../../domain/release/release-decisions';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { addWarning } from '../../domain/release/release-transitions';
import { guardedWrite } from '../write-guard';
import { needsDecision, asStageProblem, isExportTooSlow } from '../problems';
import { now, type ReleaseRun } from '../release-run';

export async function exportFiles(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  if (spec.export === undefined) return;
  const wanted = languagesToExport(spec, record);
  const result = await exportLanguages(release, spec.export, wanted);
  const { files, completeness, missing, notes, notWritten, exportedAs } = result;
  // A replaced file stays if it has a language that the new files lack.
  const replaced = record.files.filter(
    ({ path, languages: held }) =>
      !files.some((file) => file.path === path) && !held.some((code) => missing.includes(code)),
  );
  // Without a publish, the export cannot have the release's strings.
  const missingLanguages = spec.publish ? missing : [];
  Object.assign(record, { files, completeness, exportedAs, missingLanguages });
  if (replaced.length > 0 && notWritten.length === 0)
    await guardedWrite(release, {
      stage: 'export',
      call: ({ bulk }) => bulk.removeReplacedFiles({ files: replaced }),
    });
  for (const note of [...notes, ...uncheckedNotes(files), ...leftOutNotes(release, wanted)])
    addWarning(record, note);
  if (notWritten.length > 0) throw needsDecision('export_not_written', { files: notWritten });
  requireCompleteness(release, spec.export, wanted.languages);
  const fault = exportFault(result);
  if (fault === null) return;
  if (!spec.publish) {
    addWarning(
      record,
      `${fault} The release does not publish, so the export has what the project had before.`,
    );
    return;
  }
  throw needsDecision('export_incomplete', {
    ...{ missing, unread: result.unread },
    ...{ languages: wanted.languages, files: files.length },
  });
}

function leftOutNotes({ record, spec }: ReleaseRun, { languages }: LanguagesToExport): string[] {
  const left = record.languages.filter((code) => !languages.includes(code));
  if (left.length === 0) return [];
  const who = spec.export?.languages === undefined ? 'the template' : 'export.languages';
  return [`Translated but not exported, because ${who} does not name it: ${left.join(', ')}.`];
}

function requireCompleteness(
  { record }: ReleaseRun,
  exportTo: NonNullable<ReleaseSpec['export']>,
  exported: readonly string[],
): void {
  const { completeness } = record;
  const { missed, unknown, waived, ended } = judgeCompleteness(exportTo, exported, completeness, Date.now());
  for (const waiver of waived) keepWaiver(record, waiver);
  if (unknown.length > 0)
    addWarning(
      record,
      `export.minimumComplete could not be held against ${unknown.join(', ')}, because how complete they are is unknown.`,
    );
  const absent = Object.keys(exportTo.minimumComplete).filter((code) => !exported.includes(code));
  if (absent.length > 0)
    addWarning(
      record,
      `export.minimumComplete names languages that are not exported, and was not checked for them: ${absent.join(', ')}.`,
    );
  if (missed.length === 0) return;
  const over = ended.map(({ language, by, until }) => ({ language, by, until }));
  throw needsDecision('gate_completeness', { missed, completeness, ended: over });
}

/** The waiver is recorded once, however often the files are exported again. */
function keepWaiver(record: ReleaseRun['record'], { language, by, reason, until }: Waiver): void {
  const what = `waive the minimum of ${language} until ${until}`;
  if (!record.decisions.some((decision) => decision.what === what && decision.by === by))
    decide(record, { at: now(), by, what, why: reason });
}

/** The export needs the turn in which the release published, unless nobody else has published since. */
function exportLanguages(
  release: ReleaseRun,
  exportTo: NonNullable<ReleaseSpec['export']>,
  { languages, byTemplate }: LanguagesToExport,
): Promise<ExportResult> {
  const { spec, input, record } = release;
  return exportByHalves(languages, (some) =>
    guardedWrite(release, {
      stage: 'export',
      inTurn: true,
      isOvertaken: () => release.spec !== spec,
      call: ({ bulk }) =>
        bulk.exportFiles({
          release: release.name,
          templateId: record.settings?.templateId ?? exportTo.template ?? '',
          languages: some,
          byTemplate,
          partial: some.length < languages.length,
          export: exportTo,
          source: input.source,
        }),
    }),
  );
}

/** The service aborts an export after five minutes, and then requires subsets of the languages. */
export async function exportByHalves(
  languages: readonly string[],
  exportSome: (some: readonly string[]) => Promise<ExportResult>,
): Promise<ExportResult> {
  try {
    return await exportSome(languages);
  } catch (error) {
    if (!isExportTooSlow(error)) throw error;
    if (languages.length < 2) throw asStageProblem(error);
    const middle = Math.ceil(languages.length / 2);
    const first = await exportByHalves(languages.slice(0, middle), exportSome);
    const second = await exportByHalves(languages.slice(middle), exportSome);
    return {
      files: [...first.files, ...second.files],
      completeness: [...first.completeness, ...second.completeness],
      missing: [...first.missing, ...second.missing],
      unread: [...first.unread, ...second.unread],
      exportedAs: {
        mode: sameOf(first.exportedAs.mode, second.exportedAs.mode),
        escape: sameOf(first.exportedAs.escape, second.exportedAs.escape),
      },
      notes: [...new Set([...first.notes, ...second.notes])],
      notWritten: [...first.notWritten, ...second.notWritten],
    };
  }
}

const sameOf = <Word>(first: Word, second: Word): Word | null => (first === second ? first : null);
