import { computed, effect, signal } from '@preact/signals';
import { fromAddress, toAddress } from '../address';
import { api, Refusal, type ReleaseName } from '../api';
import { sorted } from '../components/table';
import { asError, counted, errorText } from '../format';
import type { PresentPerson } from '../live-events';
import { me } from '../session';
import { keep, local, ofWindow, onStoredInOtherTab, readAllStored, readStored } from '../storage';
import { toast, toastError } from '../toasts';
import { columnsOf, termColumn } from './list/columns';
import { isSame, type ListDifference, othersChanges, upstreamDifference } from './saving/differences';
import { type Draft, Drafts } from './saving/drafts';
import {
  filterCounts,
  filtered,
  type FilterName,
  filterNames,
  othersProgress,
  type SheetFacts,
} from './list/filters';
import { draftKeys, forgetOutdated, storedUnder } from './saving/saved-review';
import type { Outbox } from './saving/outbox';
import { outboxOf } from './saving/outbox-of-release';
import { reviewedOf } from './preferences';
import { type ReadPage, readTerms, type TermList } from './read-terms';
import { type Change, effectivePart, type SheetTerm, withChanges, withEdit } from './sheet';
import { pushed, type Step, stepOf, termsOf, undoOf } from './saving/undo';

const RELOAD_PAUSE_MS = 400;
const FRESH_MS = 6000;

export class ReviewStore {
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly list = signal<TermList | null>(null);
  /** Whether the whole list is loaded, and not only its first page. */
  readonly whole = signal(false);
  readonly error = signal<Error | null>(null);
  readonly comparing = signal(false);
  /** Why the comparison with the termbase failed; null: it did not. */
  readonly notCompared = signal<string | null>(null);
  /** The change of the list since the operator opened it; null: there is none, or it has been dismissed. */
  readonly difference = signal<ListDifference | null>(null);
  /** Terms that somebody else has just changed. */
  readonly fresh = signal<ReadonlySet<string>>(new Set());

  /** The people with this review open, this operator included. */
  readonly present = signal<readonly PresentPerson[]>([]);
  readonly others = computed(() => this.present.value.filter(({ name }) => name !== me.value));

  readonly filters = signal<ReadonlySet<FilterName>>(filtersOf(fromAddress('filter')));
  readonly text = signal(fromAddress('text'));
  readonly sorting = signal(fromAddress('sort'));
  readonly selected = signal<ReadonlySet<string>>(new Set());
  readonly steps = signal<readonly Step[]>([]);

  readonly terms = computed<readonly SheetTerm[]>(() => {
    const changes = this.outbox.queue.value.map(({ change }) => change);
    return withChanges(this.list.value?.terms ?? [], changes, { by: me.value, at: new Date().toISOString() });
  });
  readonly byId = computed(() => new Map(this.terms.value.map((term) => [term.id, term])));
  readonly facts = computed<SheetFacts>(() => ({
    me: me.value,
    languages: this.list.value?.languages ?? [],
    reviewed: reviewedOf(this.list.value?.languages ?? []),
  }));
  readonly counts = computed(() => filterCounts(this.terms.value, this.facts.value));
  readonly columns = computed(() => columnsOf(this.facts.value.languages));
  readonly shown = computed(() => {
    const wanted = { filters: this.filters.value, text: this.text.value };
    const found = filtered(this.terms.value, wanted, this.facts.value);
    return sorted(found, this.sorting.value, [termColumn, ...this.columns.value]);
  });
  readonly progress = computed(() => {
    const total = this.terms.value.length;
    return { done: total - this.counts.value.open, total };
  });
  readonly othersProgress = computed(() => othersProgress(this.terms.value, me.value));
  readonly categories = computed(() =>
    [...new Set(this.terms.value.map(({ category }) => category))].filter(Boolean).sort(),
  );

  #reloadTimer: ReturnType<typeof setTimeout> | undefined;
  #reading: Promise<void> | null = null;
  #comparing: Promise<void> | null = null;
  #readingsWanted = 0;

  readonly #storageKey: string;
  readonly #stops: readonly (() => void)[];

  constructor(
    readonly release: ReleaseName,
    readonly taskId: string | null,
    private readonly readPage: ReadPage,
  ) {
    this.outbox = outboxOf(release);
    this.#storageKey = storedUnder(release, taskId);
    const drafts = draftKeys(this.#storageKey);
    this.drafts = new Drafts({
      read: () => readAllStored<Draft>(local, drafts),
      write: (termId, draft) => keep(local, drafts + termId, draft),
    });
    this.steps.value = readStored<readonly Step[]>(ofWindow, this.#stepsKey, []);
    this.#stops = [
      onStoredInOtherTab(drafts, () => this.drafts.reread()),
      // The list changed before it was read, so no event will report the change.
      this.outbox.lateSaves.subscribe((count) => {
        if (count > 0) this.loadSoon();
      }),
      this.outbox.lastRefusal.subscribe((refusal) => {
        if (refusal !== null) void this.#keepRefused(refusal);
      }),
      effect(() =>
        toAddress({
          filter: [...this.filters.value].join(','),
          text: this.text.value,
          sort: this.sorting.value,
        }),
      ),
    ];
  }

  /** Applies changes to the page as one undo step, and saves them. */
  change(wanted: readonly Change[]): void {
    const changes = wanted
      .map((change) => effectivePart(this.byId.value, change, me.value))
      .filter((change) => change !== null);
    if (changes.length === 0) return;
    this.#keepSteps(pushed(this.steps.value, stepOf(this.byId.value, changes, me.value)));
    this.outbox.addAll(changes);
  }

  undo(): Step | null {
    const step = this.steps.value.at(-1);
    if (step === undefined) {
      toast('Nothing to undo.');
      return null;
    }
    this.#keepSteps(this.steps.value.slice(0, -1));
    const { changes, left } = undoOf(this.byId.value, step, me.value);
    this.outbox.addAll(changes);
    toast(
      left === 0
        ? `Undone: ${counted(termsOf(step).length, 'term')}.`
        : `${counted(left, 'term')} changed since then and ${left === 1 ? 'was' : 'were'} not undone.`,
    );
    return step;
  }

  /** Removes stored data of earlier tasks of this release, and of this one too once the release has ended. */
  forget({ hasEnded }: { hasEnded: boolean }): void {
    forgetOutdated(this.release, { hasEnded, taskId: this.taskId });
    this.drafts.reread();
  }

  /** Reads the list, once more after a read under way, because that one may have begun too early. */
  async load(): Promise<void> {
    this.#readingsWanted += 1;
    this.#reading ??= this.#readUntilNew().finally(() => (this.#reading = null));
    return this.#reading;
  }

  /** Waits a moment, because several events come together. */
  loadSoon(): void {
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => void this.load(), RELOAD_PAUSE_MS);
  }

  /** Compares with the present termbase, and reads the list again. */
  async compare(): Promise<void> {
    this.#comparing ??= this.#compare().finally(() => (this.#comparing = null));
    return this.#comparing;
  }

  async #compare(): Promise<void> {
    this.comparing.value = true;
    try {
      await api.compareTerms(this.release);
      this.notCompared.value = null;
    } catch (error) {
      this.notCompared.value = errorText(error);
      toastError(error);
    }
    await this.load();
    this.comparing.value = false;
  }

  /** Makes the gateway read the service's list again. */
  async refresh(): Promise<void> {
    try {
      await api.refreshTerms(this.release);
      await this.compare();
      if (this.difference.value === null) toast('The list is up to date.');
    } catch (error) {
      toastError(error);
    }
  }

  async comment(termId: string, comment: string): Promise<void> {
    await api.commentTerm(this.release, { termId, comment });
    await this.load();
  }

  /** `changed`: the list differs from the one that the operator saw, and nothing was confirmed. */
  async confirm(comment: string): Promise<'confirmed' | 'changed'> {
    const { digest = '', compared = false, matches = null } = this.list.value ?? {};
    try {
      await api.confirmTerms(this.release, {
        digest,
        ...(comment === '' ? {} : { comment }),
        // If the comparison failed, the dialog shows that instead.
        ...(compared && matches !== null && this.notCompared.value === null ? { matches } : {}),
      });
      this.#keepSteps([]);
      return 'confirmed';
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'terms_changed') throw error;
      await this.compare();
      // The list is the same, but the marks or the termbase differ: the refusal explains it, and the list shows it now.
      if (this.difference.value === null) throw error;
      return 'changed';
    }
  }

  /** A refused edit becomes a draft: its form shows the other's value, or the text can be copied from it. */
  async #keepRefused(change: Change): Promise<void> {
    this.outbox.lastRefusal.value = null;
    if (change.kind !== 'edit' || change.base === undefined) return;
    const before = this.byId.value;
    await this.load();
    for (const termId of change.termIds) {
      const term = this.byId.value.get(termId) ?? before.get(termId);
      if (term === undefined || this.drafts.all.value.has(termId)) continue;
      this.drafts.keep({ termId, base: withEdit(term, change.base), values: withEdit(term, change.edit) });
    }
  }

  close(): void {
    for (const stop of this.#stops) stop();
    clearTimeout(this.#reloadTimer);
  }

  async #readUntilNew(): Promise<void> {
    let readings: number;
    do {
      readings = this.#readingsWanted;
      await this.#read();
    } while (readings !== this.#readingsWanted);
  }

  async #read(): Promise<void> {
    const savesBefore = this.outbox.saves;
    try {
      const now = await readTerms(this.readPage, (first) => (this.list.value ??= first));
      await this.#take(now, savesBefore);
      this.error.value = null;
    } catch (error) {
      this.error.value = asError(error);
    }
  }

  async #take(now: TermList, savesBefore: number): Promise<void> {
    const before = this.whole.value ? this.terms.value : null;
    this.list.value = now;
    this.whole.value = true;
    this.outbox.settle(savesBefore);
    if (before === null) return;
    const difference = upstreamDifference(before, this.terms.value);
    if (!isSame(difference) && (await this.#isOpen())) this.difference.value = difference;
    const others = othersChanges(before, this.terms.value, me.value);
    if (others.ids.length === 0) return;
    toast(`${others.by.join(', ')} changed ${counted(others.ids.length, 'term')}.`);
    this.fresh.value = new Set(others.ids);
    setTimeout(() => (this.fresh.value = new Set()), FRESH_MS);
  }

  /** A confirmation deletes terms at the service, which may show in the list before it shows in the release. */
  async #isOpen(): Promise<boolean> {
    const { status } = await api.release(this.release);
    return status.waitingFor?.kind === 'terms';
  }

  get #stepsKey(): string {
    return `${this.#storageKey}undo`;
  }

  #keepSteps(steps: readonly Step[]): void {
    this.steps.value = steps;
    keep(ofWindow, this.#stepsKey, steps);
  }
}

const filtersOf = (text: string): ReadonlySet<FilterName> => {
  const wanted = text.split(',');
  return new Set(filterNames.filter((name) => wanted.includes(name)));
};
