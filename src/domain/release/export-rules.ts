/** Judges which languages of an export are too incomplete to continue with, and words the verdict. */
import type { ReleaseSpec } from './release-file';
import type { Completeness, ExportedFile } from './status';
import { counted } from '../text/counted';

type ExportTo = NonNullable<ReleaseSpec['export']>;
export type Waiver = NonNullable<ExportTo['waivers']>[number];

export function judgeCompleteness(
  { minimumComplete, waivers = [] }: Pick<ExportTo, 'minimumComplete' | 'waivers'>,
  exported: readonly string[],
  completeness: readonly Completeness[],
  nowMs: number,
) {
  // An unknown percentage passes here, and is listed as unknown.
  const percents = new Map(completeness.map(({ language, percent }) => [language, percent]));
  const isBelow = (language: string, least: number): boolean => (percents.get(language) ?? 100) < least;
  const minimums = Object.entries(minimumComplete).filter(([language]) => exported.includes(language));
  const below = minimums
    .filter(([language, least]) => isBelow(language, least))
    .map(([language]) => language);
  const enough = waivers.filter(
    ({ language, minimum }) => below.includes(language) && !isBelow(language, minimum),
  );
  const waived = enough.filter(({ until }) => !hasEnded(until, nowMs));
  return {
    missed: below.filter((language) => !waived.some((waiver) => waiver.language === language)),
    /** Languages with a minimum that could not be checked; they alone stop no release. */
    unknown: minimums
      .filter(([language, least]) => least > 0 && (percents.get(language) ?? null) === null)
      .map(([language]) => language),
    waived,
    /** Waivers that would have let a missed language pass, but have ended. */
    ended: enough.filter((waiver) => !waived.includes(waiver)),
  };
}

/** The last day counts as a whole, in UTC. */
export function hasEnded(date: string, nowMs: number): boolean {
  return nowMs >= Date.parse(`${date}T24:00:00Z`);
}

/** Renders `98.5 %  3 missing`. An unknown value is never shown as 0 %. */
export function completenessLine({ language, percent, missing, otherCase = 0 }: Completeness): string {
  const parts = [
    percent === null ? 'unknown' : `${percent.toFixed(1).padStart(5)} %`,
    ...(missing === null ? [] : [`${missing} missing`]),
    ...(otherCase === 0 ? [] : [`${counted(otherCase, 'key')} matched without case`]),
  ];
  return `${language.padEnd(8)} ${parts.join('  ')}`;
}

/** Why a person must check the files before the export counts as done; null: no check is needed. */
export function exportFault({
  missing,
  unread,
}: Record<'missing' | 'unread', readonly string[]>): string | null {
  const faults: string[] = [];
  if (missing.length > 0) faults.push(`The export has nothing in ${missing.join(', ')}.`);
  if (unread.length > 0)
    faults.push(
      `How much of ${unread.join(', ')} came is unknown: the files could not be read to their end, are shorter than the service told, or have none of the keys of the release.`,
    );
  return faults.length === 0 ? null : faults.join(' ');
}

/** Renders `12 keys of this release`. The file has the whole project, and so may have more keys. */
export function fileNote(file: Pick<ExportedFile, 'checked' | 'keys' | 'keysOf'>): string {
  const { checked, keys, keysOf } = file;
  if (!checked) return 'not checked';
  if (keys === null) return '';
  return keysOf === 'file' ? counted(keys, 'key') : `${counted(keys, 'key')} of this release`;
}

export function uncheckedNotes(files: readonly Pick<ExportedFile, 'checked' | 'path'>[]): string[] {
  const unread = files.filter(({ checked }) => !checked).map(({ path }) => path);
  if (unread.length === 0) return [];
  return [
    `Not checked, because nothing of the release was found in it, or the layout or encoding is not one that locrelease reads: ${unread.join(', ')}. ` +
      'The files are as the service made them.',
  ];
}
