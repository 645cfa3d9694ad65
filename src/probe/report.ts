/** Compares the probe's observations with the table of assumptions, one row for each. */
import { type AssumptionSettings, assumptions, type Assumption } from '../config/assumptions';
import { localizationEvaluators } from './localization-evaluators';
import type { Evaluator, Observation, Seen } from './seen';
import { socialEvaluators } from './social-evaluators';
import { spendEvaluators } from './spend-evaluators';

type Verdict = 'holds' | 'differs, handled' | 'differs, not handled' | 'not seen' | `differs, set ${string}`;

export interface ProbeRow {
  id: string;
  service: Assumption['service'];
  point: string;
  /** The reading that is in effect: the configured one, or the default. */
  assumed: string;
  observed: Observation | null;
  verdict: Verdict;
  /**
   * A line for the configuration file: the observed reading that it should force, or the one that it forces already.
   */
  setting: string | null;
}

export const evaluators: Readonly<Record<string, Evaluator>> = {
  ...localizationEvaluators,
  ...socialEvaluators,
  ...spendEvaluators,
};

export function reportOn(seen: Seen, settings: AssumptionSettings): ProbeRow[] {
  return assumptions.map((assumption) => {
    const { id, service, point } = assumption;
    const forced = forcedReading(assumption, settings);
    const assumed = forced ?? assumption.readings[0] ?? '';
    const observed = evaluators[id]?.(seen) ?? null;
    const advice = observed === null ? null : adviceOn(assumption, observed, forced);
    return {
      id,
      service,
      point,
      assumed,
      observed,
      verdict: verdictOn(observed, assumed, advice?.isNeeded === true ? advice.line : null),
      setting: advice?.line ?? (forced === null ? null : `${id}: ${forced}`),
    };
  });
}

function forcedReading(
  { id, setting }: Assumption,
  { readings, createFieldNames }: AssumptionSettings,
): string | null {
  if (setting?.kind === 'names') return Object.keys(createFieldNames).length > 0 ? 'renamed' : null;
  return readings[id] ?? null;
}

function verdictOn(observed: Observation | null, assumed: string, needed: string | null): Verdict {
  if (observed === null) return 'not seen';
  if (observed.reading === assumed) return 'holds';
  if (needed !== null) return `differs, set ${needed}`;
  return observed.reading === null ? 'differs, not handled' : 'differs, handled';
}

/** The setting that an observation requires. A setting that is wrong must be changed. */
function adviceOn(
  { id, setting }: Assumption,
  { reading }: Observation,
  forced: string | null,
): { line: string; isNeeded: boolean } | null {
  if (setting?.kind === 'names') {
    return reading === null ? { line: `${id}: { our_name: their_name }`, isNeeded: true } : null;
  }
  if (setting === undefined || reading === null || reading === forced) return null;
  const { values, needed = [], useful = [] } = setting;
  const isNeeded = values.includes(reading) && (forced !== null || needed.includes(reading));
  return isNeeded || useful.includes(reading) ? { line: `${id}: ${reading}`, isNeeded } : null;
}
