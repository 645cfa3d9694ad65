const letters = new Intl.Segmenter();

/** `OP` for Olga Petrova, `RE` for reviewer. */
export function initials(name: string): string {
  const words = name.split(/[\s._@-]+/).filter(Boolean);
  const [first = [], ...others] = words.map((word) =>
    Array.from(letters.segment(word), ({ segment }) => segment),
  );
  const last = others.at(-1);
  const short = last === undefined ? first.slice(0, 2) : [first[0], last[0]];
  return short.join('').toUpperCase();
}
