/**
 * How a change of the termbase is taken back. What somebody changed again since then is theirs: it is shown, and written
 * over only where a person says so of this very value.
 */
import { textIn, type FieldChange, type GlossaryChange } from './glossary-changes';

/** An entry of the termbase as it is now. */
export interface TermbaseEntry {
  id: string;
  category: string;
  pic: string;
  translations: Readonly<Record<string, string>>;
}

export interface RevertStep {
  term: string;
  /** `delete`: the release had added it. `update`: the values of before come back. `none`: `why` says it. */
  action: 'delete' | 'update' | 'none';
  /** Whether somebody changed the entry after the release: it is left as it is unless that is meant. */
  isChangedSince: boolean;
  /** Of the entry in the termbase; null: there is none. */
  entryId: string | null;
  fields: RevertedField[];
  why: string | null;
}

interface RevertedField extends FieldChange {
  now: string;
}

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

/** Only what is still as the release left it, or is meant to be written over, goes back. */
export function isReverted(step: RevertStep, mayOverwrite: boolean): boolean {
  return step.action !== 'none' && (mayOverwrite || !step.isChangedSince);
}

function valueOf({ category, translations }: TermbaseEntry, field: string): string {
  return field === 'category' ? category : textIn(translations, field);
}

/** What the entry has beyond what the release wrote would be lost with it. */
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
