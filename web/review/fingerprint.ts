import { valuesOf, type SheetTerm } from './sheet';

const known = new WeakMap<SheetTerm, string>();

/**
 * A short sign of what a term says now, and whether it is to be deleted: the same for the same values, in practice
 * another one for any other.
 */
export function fingerprint(term: SheetTerm): string {
  let sign = known.get(term);
  if (sign === undefined) {
    const { translations, ...values } = valuesOf(term);
    // An empty translation is none.
    const said = Object.entries(translations).filter(([, text]) => text !== '');
    sign = hashOf(JSON.stringify([values, said.sort(), ...(term.removed === null ? [] : ['removed'])]));
    known.set(term, sign);
  }
  return sign;
}

/** FNV-1a: quick, and nobody gains anything by two texts with the same one. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
