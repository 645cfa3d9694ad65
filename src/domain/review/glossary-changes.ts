/** What a confirmation changed in the termbase. The earlier values are those of the comparison before it. */
import type { FieldChange, GlossaryChange, PlannedStep } from './glossary-schema';
import { textIn, type SheetTerm } from './term-sheet';

export type * from './glossary-schema';

export type GlossaryCounts = Record<GlossaryChange['kind'], number>;

type Confirmed = Pick<SheetTerm, 'term' | 'category' | 'translations' | 'existing' | 'compared'>;

/** `deleted` are the texts of terms that reviewers deleted. Terms that did not change the termbase are left out. */
export function glossaryChanges(
  confirmed: readonly Confirmed[],
  deleted: readonly string[],
): GlossaryChange[] {
  // Of two terms with the same text, the later one wins at the service.
  const byText = new Map(confirmed.map((term) => [term.term, changeOf(term)]));
  const leftOut = deleted.filter((term) => !byText.has(term));
  return [
    ...[...byText.values()].filter((change) => change !== null),
    ...leftOut.map((term): GlossaryChange => ({ term, kind: 'left out', fields: [] })),
  ];
}

function changeOf({ term, category, translations, existing, compared }: Confirmed): GlossaryChange | null {
  const written: [string, string][] = [['category', category], ...Object.entries(translations)];
  const before = (field: string): string | null => {
    if (!compared) return null;
    if (existing === null) return '';
    return valueOf(existing, field);
  };
  const fields = written
    .filter(([, after]) => after !== '')
    .map(([field, after]): FieldChange => ({ field, before: before(field), after }))
    .filter((change) => change.before !== change.after);
  if (!compared) return { term, kind: 'unknown', fields };
  if (existing === null) return { term, kind: 'added', fields };
  return fields.length === 0 ? null : { term, kind: 'changed', fields };
}

export function glossaryCounts(changes: readonly GlossaryChange[]): GlossaryCounts {
  const counts: GlossaryCounts = { added: 0, changed: 0, unknown: 0, 'left out': 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return counts;
}

/** Searches the text and all its values, before and after, ignoring case. */
export function isAbout({ term, fields }: GlossaryChange, search: string): boolean {
  const wanted = search.toLowerCase();
  const texts = [term, ...fields.flatMap(({ before, after }) => [before ?? '', after])];
  return texts.some((text) => text.toLowerCase().includes(wanted));
}

export interface TermbaseEntry {
  id: string;
  category: string;
  pic: string;
  translations: Readonly<Record<string, string>>;
}

export interface RevertStep extends PlannedStep {
  entryId: string | null;
}

type RevertedField = RevertStep['fields'][number];

/** A value that somebody has changed since is shown, and overwritten only if a person requests that for this value. */
export function revertStep(change: GlossaryChange, entry: TermbaseEntry | null): RevertStep {
  const fields = change.fields.map((field) => ({
    ...field,
    now: entry === null ? '' : valueOf(entry, field.field),
  }));
  const step = { term: change.term, isChangedSince: false, entryId: entry?.id ?? null, fields };
  const none = (why: string): RevertStep => ({ ...step, action: 'none', why });
  if (change.kind === 'left out') return none('It was left out of the termbase. There is nothing to revert.');
  if (change.kind === 'unknown')
    return none(
      'The terms were not compared with the termbase before the confirmation. What it had is not known.',
    );
  if (entry === null) return none('The termbase no longer has it.');
  return change.kind === 'added'
    ? { ...step, action: 'delete', ...addedSince(entry, fields), why: null }
    : changedBack({ ...step, action: 'update', why: null });
}

/** Only entries as the release left them are reverted, unless the person allows overwriting. */
export function isReverted(step: RevertStep, mayOverwrite: boolean): boolean {
  return step.action !== 'none' && (mayOverwrite || !step.isChangedSince);
}

function valueOf(entry: Pick<TermbaseEntry, 'category' | 'translations'>, field: string): string {
  return field === 'category' ? entry.category : textIn(entry, field);
}

/** Deleting the entry would also delete what it has beyond the values that the release wrote. */
function addedSince(
  entry: TermbaseEntry,
  fields: readonly RevertedField[],
): Pick<RevertStep, 'isChangedSince' | 'fields'> {
  const written = new Set(fields.map(({ field }) => field));
  const more = [['category', entry.category] as const, ...Object.entries(entry.translations)]
    .filter(([field, now]) => now !== '' && !written.has(field))
    .map(([field, now]): RevertedField => ({ field, before: '', after: '', now }));
  const image = entry.pic === '' ? [] : [{ field: 'pic', before: '', after: '', now: entry.pic }];
  const all = [...fields, ...more, ...image];
  return { fields: all, isChangedSince: all.some(({ after, now }) => now !== after) };
}

function changedBack(step: RevertStep): RevertStep {
  const open = step.fields.filter(({ before, now }) => now !== before);
  if (open.length === 0)
    return { ...step, action: 'none', why: 'It is already as it was before the release.' };
  return { ...step, isChangedSince: open.some(({ after, now }) => now !== after) };
}
