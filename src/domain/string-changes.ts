/** Which strings of a source are new, changed or gone since an earlier one, by their ids. */
export interface StringChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

/** Each maps the id of a string to what it says, or to a digest of that. */
export function stringChanges(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): StringChanges {
  const [old, fresh] = [[...before.keys()], [...after.keys()]];
  return {
    added: fresh.filter((id) => !before.has(id)),
    changed: fresh.filter((id) => before.has(id) && before.get(id) !== after.get(id)),
    removed: old.filter((id) => !after.has(id)),
  };
}
