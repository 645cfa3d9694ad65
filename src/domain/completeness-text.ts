/** How complete an export is, in words. What is unknown is never told as 0 %. */
import { counted } from './counted';
import type { Completeness } from './status';

/** `98.5 %  3 missing`, and what was counted although its key is in other letters. */
function completenessText({ percent, missing, otherCase = 0 }: Completeness): string {
  return [
    percent === null ? 'unknown' : `${percent.toFixed(1).padStart(5)} %`,
    ...(missing === null ? [] : [`${missing} missing`]),
    ...(otherCase === 0 ? [] : [`${counted(otherCase, 'key')} matched without case`]),
  ].join('  ');
}

export function completenessLine(of: Completeness): string {
  return `${of.language.padEnd(8)} ${completenessText(of)}`;
}

/** Why a person must look at the files of an export before it counts as done; null: nobody must. */
export function exportFault({
  missing,
  unread,
}: {
  missing: readonly string[];
  unread: readonly string[];
}): string | null {
  const faults = [
    ...(missing.length === 0 ? [] : [`The export has nothing in ${missing.join(', ')}.`]),
    ...(unread.length === 0
      ? []
      : [
          `No text of the release was found in ${unread.join(', ')}: the files could not be opened, or have none of its keys.`,
        ]),
  ];
  return faults.length === 0 ? null : faults.join(' ');
}
