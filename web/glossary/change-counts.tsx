import type { GlossaryRow } from '../../src/protocol/glossary-api';
import { words } from '../messages/words';

const order = ['added', 'changed', 'unknown', 'left out'] as const;

/** `3 added, 1 changed`; what there is none of is not said. */
export function ChangeCounts({ counts }: { counts: NonNullable<GlossaryRow['counts']> }) {
  const says = words.glossary;
  const said = order.filter((kind) => counts[kind] > 0).map((kind) => says.counts[kind](counts[kind]));
  const list = new Intl.ListFormat(words.locale, { type: 'unit' });
  return <>{said.length === 0 ? says.nothingChanged : list.format(said)}</>;
}
