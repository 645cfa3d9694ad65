/** Plans the changes that a file of decisions makes in a term review, and sends them as messages. */
import {
  editLines,
  missingValues,
  shownChanges,
  type ShownChange,
  replacedValues,
} from '../../domain/review/term-changes';
import { termbaseEdit } from '../../domain/review/termbase-conflicts';
import type { SeenValues, SheetTerm } from '../../domain/review/term-sheet';
import { TERMS_PER_MESSAGE, termEdit, type TermEdit } from '../../protocol/message-schemas';
import type { TermDecision } from '../../source/check-terms';
import { shapeFaults } from '../../source/check-shape';
import type { FindingInFile } from '../../source/input-error';
import { nearestWord } from '../../domain/text/suggest-word';

/** `base`: the values that the reviewer saw, so that nothing else is overwritten. */
type Act =
  { kind: 'edit'; edit: TermEdit; base: SeenValues } | { kind: 'delete' | 'restore' | 'keep-termbase' };

export interface PlannedDecision {
  termId: string;
  act: Act;
  changes: ShownChange[];
}

interface Plan {
  planned: PlannedDecision[];
  settled: number;
  faults: FindingInFile[];
}

export function planDecisions(
  decisions: readonly TermDecision[],
  terms: readonly SheetTerm[],
  /** The reason why a translation into a language cannot be right, or null. */
  languageFault: (language: string) => string | null,
): Plan {
  const plan: Plan = { planned: [], settled: 0, faults: [] };
  const firstLines = new Map<string, number>();
  for (const decision of decisions) {
    const { id, line, edit } = decision;
    const name = id ?? edit.term ?? '';
    const fault = (message: string): void => void plan.faults.push({ line, key: name, message });
    const term = termCalled(name, terms);
    if (typeof term === 'string') {
      fault(term);
      continue;
    }
    const firstLine = firstLines.get(term.id);
    if (firstLine !== undefined) fault(`is decided twice; the first is on line ${firstLine}`);
    firstLines.set(term.id, line);
    const found = plannedDecision(term, decision, fault, languageFault);
    if (found === null) plan.settled += 1;
    else plan.planned.push(found);
  }
  return plan;
}

/** null: nothing to do. */
function plannedDecision(
  term: SheetTerm,
  { decision, edit: wanted }: TermDecision,
  fault: (message: string) => void,
  languageFault: (language: string) => string | null,
): PlannedDecision | null {
  const done = (act: Act, changes: ShownChange[]): PlannedDecision => ({ termId: term.id, act, changes });
  if (decision === 'delete')
    return term.removed === null
      ? done({ kind: 'delete' }, shownChanges(term, [['delete', '', 'deleted at the confirmation']]))
      : null;

  const edit = missingValues(term, wanted);
  if (
    term.removed !== null &&
    decision !== 'keep' &&
    (decision !== undefined || Object.keys(edit).length > 0)
  )
    fault('is marked to be deleted at the confirmation; decide keep to restore it, and change it after that');
  const changes = shownChanges(term, editLines(term, edit));
  if (changes.length > 0) for (const problem of shapeFaults(termEdit, edit)) fault(problem);
  for (const language of Object.keys(edit.translations ?? {})) {
    const problem = Object.hasOwn(term.translations, language) ? null : languageFault(language);
    if (problem !== null) fault(`translations.${problem}`);
  }
  if (decision === 'keep' || decision === 'keep-termbase') {
    if (changes.length > 0) {
      const fields = changes.map(({ what }) => what).join(', ');
      fault(`is decided as ${decision}, but changes ${fields}; leave its decision empty to change it`);
    }
    if (decision === 'keep')
      return term.removed === null
        ? null
        : done({ kind: 'restore' }, shownChanges(term, [['restore', 'deleted at the confirmation', '']]));
    const termbase = termbaseEdit(term);
    if (termbase === null) return null;
    return done({ kind: 'keep-termbase' }, shownChanges(term, editLines(term, termbase)));
  }
  return changes.length === 0
    ? null
    : done({ kind: 'edit', edit, base: replacedValues(term, edit) }, changes);
}

interface Terms {
  id: string;
  termIds: string[];
}

export interface Review {
  editTerms: (message: Terms & { edit: TermEdit; base: SeenValues }) => Promise<unknown>;
  keepTermbase: (message: Terms) => Promise<unknown>;
  markTerms: (message: Terms & { removed: boolean }) => Promise<unknown>;
}

/** Sends the planned messages, and reports after each how many terms are done. */
export async function applyDecisions(
  review: Review,
  { id, planned }: { id: string; planned: readonly PlannedDecision[] },
  /** False ends it before the next message. */
  goesOn: (done: number) => boolean,
): Promise<void> {
  let done = 0;
  for (const { act, termIds } of messagesOf(planned)) {
    if (!goesOn(done)) return;
    switch (act.kind) {
      case 'edit':
        await review.editTerms({ id, termIds, edit: act.edit, base: act.base });
        break;
      case 'keep-termbase':
        await review.keepTermbase({ id, termIds });
        break;
      case 'delete':
      case 'restore':
        await review.markTerms({ id, termIds, removed: act.kind === 'delete' });
        break;
    }
    done += termIds.length;
  }
  goesOn(done);
}

/** Terms with the same act go in one message. */
function messagesOf(planned: readonly PlannedDecision[]): { act: Act; termIds: string[] }[] {
  const open = new Map<string, string[]>();
  const messages: { act: Act; termIds: string[] }[] = [];
  for (const { act, termId } of planned) {
    const what = JSON.stringify(act);
    const termIds = open.get(what) ?? [];
    if (termIds.length % TERMS_PER_MESSAGE === 0) {
      messages.push({ act, termIds: [termId] });
      open.set(what, messages.at(-1)?.termIds ?? []);
    } else termIds.push(termId);
  }
  return messages;
}

interface Called {
  id: string;
  term: string;
}

/** Each text is compared letter by letter. */
const MOST_COMPARED = 2000;

/** The term, or what is wrong with its name. An id comes first: a text may look like one. */
export function termCalled<Term extends Called>(
  name: string,
  terms: readonly Term[],
  list = 'term list',
): Term | string {
  const found = terms.find(({ id }) => id === name);
  if (found !== undefined) return found;
  const called = terms.filter(({ term }) => term === name);
  const [term] = called;
  if (term === undefined) {
    const texts = terms.slice(0, MOST_COMPARED).map(({ term }) => term);
    const nearest = nearestWord(name, texts);
    return `is not in the ${list}${nearest === null ? '' : ` (did you mean "${nearest}"?)`}`;
  }
  if (called.length === 1) return term;
  return `is the text of ${called.length} terms; give the id of one: ${called.map(({ id }) => id).join(', ')}`;
}
