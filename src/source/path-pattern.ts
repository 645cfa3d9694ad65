/**
 * A pattern for paths: `*` and `?` within a name, `**` for any directories, `{a,b}` for alternatives; other characters
 * are literal. The matcher follows all possible states at once without backtracking, so that no pattern is slow.
 */

/** A state of the matcher: it consumes a character, or (null) leads on without one. */
interface Place {
  takes: ((char: string) => boolean) | null;
  to: Place[];
}

type Part = string | Part[][];

export function isPattern(path: string): boolean {
  const open = path.indexOf('{');
  return /[*?]/.test(path) || (open >= 0 && path.includes('}', open));
}

export function pathMatcher(pattern: string): (path: string) => boolean {
  const end: Place = { takes: null, to: [] };
  const start = before(partsOf(pattern), end);
  return (path) => {
    let places = withFree([start]);
    for (const char of path) {
      const taking = [...places].filter(({ takes }) => takes?.(char) === true);
      places = withFree(taking.flatMap(({ to }) => to));
    }
    return places.has(end);
  };
}

function withFree(places: Iterable<Place>): Set<Place> {
  const reached = new Set(places);
  for (const { takes, to } of reached) if (takes === null) for (const place of to) reached.add(place);
  return reached;
}

function before(parts: readonly Part[], next: Place): Place {
  return parts.reduceRight<Place>((after, part) => placeOf(part, after), next);
}

const isInName = (char: string): boolean => char !== '/';

function placeOf(part: Part, next: Place): Place {
  if (typeof part !== 'string') return { takes: null, to: part.map((choice) => before(choice, next)) };
  if (part === '?') return { takes: isInName, to: [next] };
  if (part === '**/') {
    const inside = anyNumberOf(() => true, { takes: (char) => char === '/', to: [next] });
    return { takes: null, to: [next, inside] };
  }
  if (part === '**') return anyNumberOf(() => true, next);
  if (part === '*') return anyNumberOf(isInName, next);
  return { takes: (char) => char === part, to: [next] };
}

function anyNumberOf(takes: (char: string) => boolean, next: Place): Place {
  const loop: Place = { takes: null, to: [next] };
  loop.to.push({ takes, to: [loop] });
  return loop;
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
