import type { Assumption } from './assumption';
import { localizationAssumptions } from './localization';
import { socialAssumptions } from './social';

export const assumptions: readonly Assumption[] = [...localizationAssumptions, ...socialAssumptions];

export function assumptionOf(id: string): Assumption | null {
  return assumptions.find((assumption) => assumption.id === id) ?? null;
}
