/** The strings of one language as a release exported them, compared with those of the previous release. */
export const stringChangeKinds = ['added', 'changed', 'removed', 'same', 'missing'] as const;
export type StringChangeKind = (typeof stringChangeKinds)[number];

export interface TranslatedString {
  id: string;
  /** The source text; null: the source has no such string, or it is not known. */
  source: string | null;
  /** null: it has no translation. */
  text: string | null;
  /** The previous release's text; null: it had none, or it is not known. */
  before: string | null;
  change: StringChangeKind;
}

type Texts = ReadonlyMap<string, string>;

/** In the order of the source, then those only in the files, then removed ones. No `before`: nothing has changed. */
export function translatedStrings({
  source,
  texts,
  before,
}: {
  source: Texts | null;
  texts: Texts;
  before: Texts | null;
}): TranslatedString[] {
  const ids = new Set([...(source?.keys() ?? []), ...texts.keys(), ...(before?.keys() ?? [])]);
  return Array.from(ids, (id) => {
    const text = texts.get(id) ?? null;
    const earlier = before?.get(id) ?? null;
    const change = before === null ? (text === null ? 'missing' : 'same') : changeOf(text, earlier);
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
