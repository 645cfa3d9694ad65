/** A stranger: a service that answers in its own way wherever the documentation lets it. The same seed gives the same. */
import { RandomSource } from '../random-source';
import { assumptionIds, readingsById, type AssumptionId, type Readings } from './catalogue';

/** About a third of the points differ from the usual. */
const SHARE = 1 / 3;

export interface DrawOptions {
  /** Only from these; otherwise from all. */
  from?: Readonly<Partial<Record<AssumptionId, readonly string[]>>>;
  share?: number;
}

/** The readings that differ from the usual. */
export function drawReadings(
  seed: string,
  { from = readingsById, share = SHARE }: DrawOptions = {},
): Partial<Readings> {
  const random = new RandomSource(`stranger ${seed}`);
  const drawn: Partial<Record<AssumptionId, string>> = {};
  for (const id of assumptionIds) {
    // Drawn for every point, so that a seed means the same however many readings another point has.
    const differs = random.fraction() < share;
    const which = random.fraction();
    const [usual] = readingsById[id];
    const others = (from[id] ?? []).filter((reading) => reading !== usual);
    const reading = others[Math.floor(which * others.length)];
    if (differs && reading !== undefined) drawn[id] = reading;
  }
  return drawn as Partial<Readings>;
}
