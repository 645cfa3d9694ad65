/** Input as somebody with bad intentions or a broken tool would make it, drawn from a seed. */
import fc from 'fast-check';

const traps = [
  '',
  ' ',
  '\0',
  '\r\n',
  '\u001b]52;c;aGk=\u0007',
  '\u202Egnp.exe',
  '\uD800',
  '\uFEFF',
  '../../../etc/passwd',
  '/proc/1/out',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  'toString',
  '::error::taken over',
  '<!channel>',
  '<script>alert(1)</script>',
  '{{7*7}} ${7*7} %s',
  "' OR 1=1 --",
  'ProjectId = "x" OR true',
  '&a *a',
  '<<: *a',
  '!!js/function x',
  '9'.repeat(400),
  '1e999',
  'NaN',
  '-0',
  '2026-13-45T99:99:99Z',
  'ı İ ß ǆ ﬀ',
  '[zh-cn]\n',
  '\n[[[\n=\n',
];

export const text: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...traps) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...traps, 'a', '[', '{"a":', '- '), fc.integer({ min: 2, max: 20_000 }))
      .map(([piece, times]) => piece.repeat(Math.min(times, Math.ceil(200_000 / (piece.length + 1))))),
  },
);

/** What is quick for a few characters, and takes minutes for a million where a pattern goes back. */
export const run: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(
      ...[' ', '\t', '\n', '\r', '\u00a0', '\u2028', '\0', 'a', '0', '9', '.', '-', '_', '/', '\\', "'"],
      ...['"', '`', '?', '#', '&', '=', '%', ',', ':', ';', '*', '(', '[', '{', '<', '>', '@', '$', '😀'],
    ),
    fc.constantFrom(2_000, 50_000, 500_000),
  )
  .map(([sign, times]) => sign.repeat(times));

/** A value of JSON that was right, with a run of one character in one of its strings, or in each. */
export function runsIn(right: unknown): fc.Arbitrary<unknown> {
  const places = pathsIn(right).filter((path) => typeof valueAt(right, path) === 'string');
  return fc
    .tuple(fc.constantFrom([], ...places.map((path) => [path])), run, fc.boolean())
    .map(([chosen, put, isInside]) => {
      const each = (chosen.length === 0 ? places : chosen).slice(0, MOST_RUNS);
      return each.reduce<unknown>((value, path) => {
        const said = String(valueAt(right, path));
        return changed(value, path, isInside ? `${said}${put}${said}` : put);
      }, right);
    });
}

const MOST_RUNS = 8;

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((held, key) => (held as Record<string | number, unknown>)[key], value);
}

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1e9, 1e308, -1e308, 2 ** 53, Number.MIN_VALUE, [], {}),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  text,
);

export const json: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 2, arbitrary: fc.array(scalar, { maxLength: 6 }) },
  { weight: 2, arbitrary: fc.dictionary(text, scalar, { maxKeys: 6 }) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 2000 }).map(nested) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 2, max: 3000 }).map((count) => Array<unknown>(count).fill({ id: 1 })),
  },
);

function nested(depth: number): unknown {
  let value: unknown = null;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

/** Where in a text, from 0 to 1; how much goes; what comes instead, and how often what was there is repeated. */
const textEdit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  gone: fc.nat(12),
  put: text,
  again: fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(400) }),
});

/** As it can stand in an address: without lone halves of characters, and not longer than servers read. */
export function inAddress(drawn: string): string {
  return Buffer.from(drawn.slice(0, 1000)).toString();
}

/** A text that was right, with a few edits. */
export function editsOf(right: string): fc.Arbitrary<string> {
  return fc.array(textEdit, { minLength: 1, maxLength: 4 }).map((edits) =>
    edits.reduce((edited, { at, gone, put, again }) => {
      const place = Math.floor(at * edited.length);
      const kept = edited.slice(place, place + gone).repeat(again);
      return edited.slice(0, place) + kept + put + edited.slice(place + gone);
    }, right),
  );
}

/** Bytes that were right, with a few of them changed, or cut short. */
export function damageOf(right: Buffer): fc.Arbitrary<Buffer> {
  const change = fc.tuple(fc.nat(Math.max(0, right.length - 1)), fc.nat(255));
  return fc
    .tuple(fc.array(change, { maxLength: 8 }), fc.option(fc.nat(right.length), { freq: 4 }))
    .map(([changes, length]) => {
      const damaged = Buffer.from(right);
      for (const [place, byte] of changes) damaged[place] = byte;
      return length === null ? damaged : damaged.subarray(0, length);
    });
}

type Path = readonly (string | number)[];

/** A value of JSON that was right, with a few of its parts gone or replaced. */
export function changesOf(right: unknown): fc.Arbitrary<unknown> {
  const change = fc.record({ path: fc.constantFrom(...pathsIn(right)), put: fc.option(json, { freq: 6 }) });
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce<unknown>((value, { path, put }) => changed(value, path, put), right));
}

function pathsIn(value: unknown, above: Path = []): Path[] {
  const inside =
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, part]) =>
          pathsIn(part, [...above, Array.isArray(value) ? Number(key) : key]),
        )
      : [];
  return [above, ...inside];
}

/** null takes the part away; what an earlier change took away stays so. */
function changed(value: unknown, [key, ...deeper]: Path, put: unknown): unknown {
  if (key === undefined) return put;
  if (Array.isArray(value)) {
    return value.flatMap((part: unknown, index) => {
      if (index !== key) return [part];
      return deeper.length === 0 && put === null ? [] : [changed(part, deeper, put)];
    });
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    if (name !== key) return [[name, part]];
    return deeper.length === 0 && put === null ? [] : [[name, changed(part, deeper, put)]];
  });
  return Object.fromEntries(entries);
}
