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
import type { ActivityInput } from '../../protocol/activity-inputs';
import type { Run } from '../run';
import { guardedWrite, type Write } from '../write-guard';
import { needsDecision, asStageProblem, failureOf } from '../problems';
import { now, type ReleaseRun } from '../release-run';

export async function exportFiles(release: ReleaseRun): Promise<void> {
  const { record, spec } = release;
  if (spec.export === undefined) return;
  const wanted = languagesToExport(spec, record);
  const { languages, byTemplate } = wanted;
  // The export needs the turn in which the release published, unless nobody else has published since.
  const guard = { inTurn: true, isOvertaken: () => release.spec !== spec };
  const result = await exportByHalves(release, guard, languages, {
    release: release.name,
    templateId: record.settings?.templateId ?? spec.export.template ?? '',
    byTemplate,
    export: spec.export,
    source: release.input.source,
  });
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
  requireCompleteness(release, spec.export, languages);
  const fault = exportFault(result);
  if (fault === null) return;
  if (!spec.publish) {
    addWarning(
      record,
      `${fault} The release does not publish, so the export has what the project had before.`,
    );
    return;
  }
  const { unread } = result;
  throw needsDecision('export_incomplete', { missing, unread, languages, files: files.length });
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

type ExportInput = Omit<ActivityInput<'exportFiles'>, 'languages' | 'partial'>;

/** The service aborts an export after five minutes, and then requires subsets of the languages. */
export async function exportByHalves(
  run: Run,
  guard: Pick<Write<ExportResult>, 'inTurn' | 'isOvertaken'>,
  languages: readonly string[],
  input: ExportInput,
  partial = false,
): Promise<ExportResult> {
  try {
    return await guardedWrite(run, {
      ...guard,
      stage: 'export',
      call: ({ bulk }) => bulk.exportFiles({ ...input, languages, partial }),
    });
  } catch (error) {
    if (failureOf(error)?.details.code !== 'export_too_slow') throw error;
    if (languages.length < 2) throw asStageProblem(error);
    const middle = Math.ceil(languages.length / 2);
    const first = await exportByHalves(run, guard, languages.slice(0, middle), input, true);
    const second = await exportByHalves(run, guard, languages.slice(middle), input, true);
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
