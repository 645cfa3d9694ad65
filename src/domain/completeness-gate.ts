/** Which languages are too incomplete to go on with, and which of them somebody has let pass for a while. */
import type { ReleaseSpec } from './release-file';
import type { Completeness } from './status';

type ExportTo = NonNullable<ReleaseSpec['export']>;
export type Waiver = NonNullable<ExportTo['waivers']>[number];

export interface CompletenessGate {
  /** Below what is asked of them. */
  missed: string[];
  /** With a minimum that could not be held against them: that alone stops no release. */
  unknown: string[];
  /** Below their minimum, and let pass. */
  waived: Waiver[];
  /** Would have let a missed one pass, and have ended. */
  ended: Waiver[];
}

export function judgeCompleteness(
  { minimumComplete, waivers = [] }: Pick<ExportTo, 'minimumComplete' | 'waivers'>,
  exported: readonly string[],
  completeness: readonly Completeness[],
  nowMs: number,
): CompletenessGate {
  const percents = new Map(completeness.map(({ language, percent }) => [language, percent]));
  const isBelow = (language: string, least: number): boolean => (percents.get(language) ?? 100) < least;
  const asked = Object.entries(minimumComplete).filter(([language]) => exported.includes(language));
  const below = asked.filter(([language, least]) => isBelow(language, least)).map(([language]) => language);
  const enough = waivers.filter(
    ({ language, minimum }) => below.includes(language) && !isBelow(language, minimum),
  );
  const waived = enough.filter(({ until }) => !hasEnded(until, nowMs));
  return {
    missed: below.filter((language) => !waived.some((waiver) => waiver.language === language)),
    unknown: asked
      .filter(([language, least]) => least > 0 && (percents.get(language) ?? null) === null)
      .map(([language]) => language),
    waived,
    ended: enough.filter((waiver) => !waived.includes(waiver)),
  };
}

/** The last day counts as a whole, in UTC. */
export function hasEnded(date: string, nowMs: number): boolean {
  return nowMs >= Date.parse(`${date}T24:00:00Z`);
}
