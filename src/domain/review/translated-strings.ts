/** The strings of one language as a release exported them, compared with those of the previous release. */
export const stringChangeKinds = ['added', 'changed', 'removed', 'same', 'missing'] as const;
export type StringChangeKind = (typeof stringChangeKinds)[number];

export type TranslatedString = ReturnType<typeof translatedStrings>[number];

type Texts = ReadonlyMap<string, string>;

/** In the order of the source, then those only in the files, then removed ones. No `before`: nothing has changed. */
export function translatedStrings(of: { source: Texts | null; texts: Texts; before: Texts | null }) {
  const { source, texts, before } = of;
  const ids = new Set([...(source?.keys() ?? []), ...texts.keys(), ...(before?.keys() ?? [])]);
  return Array.from(ids, (id) => {
    const text = texts.get(id) ?? null;
    const earlier = before?.get(id) ?? null;
    const change: StringChangeKind =
      before === null ? (text === null ? 'missing' : 'same') : changeOf(text, earlier);
    // null: there is none, or it is not known.
    return { id, source: source?.get(id) ?? null, text, before: earlier, change };
  });
}

function changeOf(text: string | null, before: string | null): StringChangeKind {
  if (text === null) return before === null ? 'missing' : 'removed';
  if (before === null) return 'added';
  return text === before ? 'same' : 'changed';
}

export function countChanges(strings: readonly TranslatedString[]): Record<StringChangeKind, number> {
  const counts = { added: 0, changed: 0, removed: 0, same: 0, missing: 0 };
  for (const { change } of strings) counts[change] += 1;
  return counts;
}

export type StringChanges = ReturnType<typeof stringChanges>;

/** The ids of strings that are new, changed or gone. Each map goes from a string's id to its text, or to a digest of the text. */
export function stringChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>) {
  const [old, fresh] = [[...before.keys()], [...after.keys()]];
  return {
    added: fresh.filter((id) => !before.has(id)),
    changed: fresh.filter((id) => before.has(id) && before.get(id) !== after.get(id)),
    removed: old.filter((id) => !after.has(id)),
  };
}
