/**
 * A pattern for paths: `*` and `?` within a name, `**` for any directories, `{a,b}` for alternatives; other characters
 * are literal. The matcher follows all places in the path at once without backtracking, so that no pattern is slow.
 */

type Part = string | Part[][];

export function isPattern(path: string): boolean {
  const open = path.indexOf('{');
  return /[*?]/.test(path) || (open >= 0 && path.includes('}', open));
}

export function pathMatcher(pattern: string): (path: string) => boolean {
  const parts = partsOf(pattern);
  return (path) => {
    const chars = Array.from(path);
    return placesAfter(parts, chars, new Set([0])).has(chars.length);
  };
}

type Places = ReadonlySet<number>;

/** The places in a path to which the parts lead from any of these places. */
function placesAfter(parts: readonly Part[], chars: readonly string[], start: Places): Places {
  return parts.reduce(
    (places, part) => (places.size === 0 ? places : placesAfterOne(part, chars, places)),
    start,
  );
}

function placesAfterOne(part: Part, chars: readonly string[], places: Places): Places {
  if (typeof part !== 'string')
    return new Set(part.flatMap((choice) => [...placesAfter(choice, chars, places)]));
  if (part.startsWith('*')) return placesAfterRun(part, chars, places);
  const isTaken = (char: string | undefined): boolean =>
    part === '?' ? char !== undefined && char !== '/' : char === part;
  return new Set([...places].filter((at) => isTaken(chars[at])).map((at) => at + 1));
}

/** `*` leads to any place in the same name, `**` to any place, and `**` with a slash to the beginning of any name. */
function placesAfterRun(part: string, chars: readonly string[], places: Places): Places {
  const reached = new Set<number>();
  let isRunning = false;
  for (let at = 0; at <= chars.length; at += 1) {
    const isAfterSlash = chars[at - 1] === '/';
    if (part === '*' && isAfterSlash) isRunning = false;
    if (places.has(at) || (isRunning && (part !== '**/' || isAfterSlash))) reached.add(at);
    isRunning ||= places.has(at);
  }
  return reached;
}

/** `**` stands for directories only at the beginning of a name. */
const PART = /(?<![^/])\*\*\/?|./gsu;

function partsOf(pattern: string): Part[] {
  const signs = pattern.match(PART) ?? [];
  const choices = choicesIn(signs);
  const read = (from: number, to: number): Part[] => {
    const parts: Part[] = [];
    for (let at = from; at < to; at += 1) {
      const commas = choices.get(at);
      if (commas === undefined) parts.push(signs[at] ?? '');
      else {
        parts.push(commas.slice(1).map((comma, index) => read((commas[index] ?? at) + 1, comma)));
        at = commas.at(-1) ?? at;
      }
    }
    return parts;
  };
  return read(0, signs.length);
}

/** For every brace that offers a choice: the indexes of the opening brace, its commas, and the closing brace. */
function choicesIn(signs: readonly string[]): Map<number, number[]> {
  const choices = new Map<number, number[]>();
  const open: number[][] = [];
  for (const [at, sign] of signs.entries()) {
    if (sign === '{') open.push([at]);
    else if (sign === ',') open.at(-1)?.push(at);
    else if (sign === '}') {
      const [first, ...commas] = open.pop() ?? [];
      if (first !== undefined && commas.length > 0) choices.set(first, [first, ...commas, at]);
    }
  }
  return choices;
}
