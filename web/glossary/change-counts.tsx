import type { GlossaryRow } from '../../src/protocol/glossary-api';
import { numberText } from '../count-text';

const order = ['added', 'changed', 'unknown', 'left out'] as const;

/** `3 added, 1 changed`; what there is none of is not said. */
export function ChangeCounts({ counts }: { counts: NonNullable<GlossaryRow['counts']> }) {
  const said = order.filter((kind) => counts[kind] > 0).map((kind) => `${numberText(counts[kind])} ${kind}`);
  return <>{said.length === 0 ? 'nothing changed' : said.join(', ')}</>;
}
