import type { ExportResult } from '../activities/export-files';
import { asStageProblem, isExportTooSlow } from './problems';

/** The service gives up on an export after five minutes and asks for subsets of the languages instead. */
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
