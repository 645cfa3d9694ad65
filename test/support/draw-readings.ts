import { RandomSource } from '../../src/sandbox/random-source';
import {
  assumptionIds,
  readingsById,
  type AssumptionId,
  type Readings,
} from '../../src/sandbox/readings/catalogue';

/** About a third of the points differ from the usual. */
const SHARE = 1 / 3;

interface DrawOptions {
  /** Only from these; otherwise from all. */
  from?: Readonly<Partial<Record<AssumptionId, readonly string[]>>>;
  share?: number;
}

/**
 * The readings in which a stranger differs from the usual: a service that answers in its own way wherever the
 * documentation lets it. The same seed gives the same.
 */
export function drawReadings(
  seed: string,
  { from = readingsById, share = SHARE }: DrawOptions = {},
): Partial<Readings> {
  const drawn: Partial<Record<AssumptionId, string>> = {};
  for (const id of assumptionIds) {
    // A seed of its own for every point: it means the same whichever others there are.
    const random = new RandomSource(`stranger ${seed} ${id}`);
    if (random.fraction() >= share) continue;
    const [usual] = readingsById[id];
    const others = (from[id] ?? []).filter((reading) => reading !== usual);
    const reading = others[Math.floor(random.fraction() * others.length)];
    if (reading !== undefined) drawn[id] = reading;
  }
  return drawn as Partial<Readings>;
}
