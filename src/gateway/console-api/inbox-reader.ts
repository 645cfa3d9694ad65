import type { ReleaseRow } from '../../client/release-row';
import { inboxOrder } from '../../domain/inbox-order';
import type { Inbox, InboxItem } from '../../protocol/console-api';
import { roughItem } from './inbox-items';

/** So many are asked at every look, however long it takes; the others as long as it takes no longer than this. */
const SURELY_ASKED = 12;
const ASKING_MS = 300;
const ASKED_AT_ONCE = 8;
/** A worker that does not answer is waited for with every question: then there is no sense in asking on. */
const SLOW_MS = 3000;

export interface InboxSources {
  /** Those that are shown, as Temporal lists them, and how many there are. */
  rows: () => Promise<{ rows: ReleaseRow[]; waiting: number }>;
  /** What the release itself says; null: it waits no longer. */
  ask: (row: ReleaseRow) => Promise<InboxItem | null>;
  /** No time of day, which may be set back. */
  nowMs?: () => number;
}

interface Known {
  item: InboxItem | null;
  /** Whether the release has said so itself. */
  isExact: boolean;
  /** The wait that it is about: after it, another one may have begun. */
  wait: string;
  askedAtMs: number;
}

/**
 * Answers soon, however many wait. What a release said at an earlier look is remembered, and those are asked first of which
 * nothing is known, then those that were asked longest ago.
 */
export class InboxReader {
  readonly #known = new Map<string, Known>();

  constructor(private readonly sources: InboxSources) {}

  async read(): Promise<Inbox> {
    const { rows, waiting } = await this.sources.rows();
    const shown = [...rows].sort(byWait);
    this.#forgetAllBut(shown);
    await this.#ask([...shown].sort((one, other) => this.#askedAtMs(one) - this.#askedAtMs(other)));
    const answers = shown.map((row) => this.#known.get(row.id) ?? { item: roughItem(row), isExact: false });
    const items = answers.flatMap(({ item }) => item ?? []);
    return {
      items: inboxOrder(items),
      // Without those of which the list has not heard yet that they wait no longer.
      waiting: waiting - (shown.length - items.length),
      unread: answers.filter(({ isExact }) => !isExact).length,
    };
  }

  #askedAtMs({ id }: ReleaseRow): number {
    return this.#known.get(id)?.askedAtMs ?? -Infinity;
  }

  #forgetAllBut(rows: readonly ReleaseRow[]): void {
    const waits = new Map(rows.map((row) => [row.id, waitOf(row)]));
    for (const [id, { wait }] of this.#known) if (waits.get(id) !== wait) this.#known.delete(id);
  }

  async #ask(rows: readonly ReleaseRow[]): Promise<void> {
    const { nowMs = () => performance.now() } = this.sources;
    const toAsk = [...rows];
    const beganMs = nowMs();
    let isSlow = false;
    const mayAsk = (): boolean =>
      !isSlow && (rows.length - toAsk.length < SURELY_ASKED || nowMs() - beganMs < ASKING_MS);
    const askInTurn = async (): Promise<void> => {
      for (let row = toAsk.shift(); row !== undefined; row = mayAsk() ? toAsk.shift() : undefined) {
        const askedAtMs = nowMs();
        const answer = await this.#answerOf(row);
        this.#known.set(row.id, { ...answer, wait: waitOf(row), askedAtMs });
        isSlow ||= nowMs() - askedAtMs > SLOW_MS;
      }
    };
    await Promise.all(Array.from({ length: ASKED_AT_ONCE }, askInTurn));
  }

  async #answerOf(row: ReleaseRow): Promise<Pick<Known, 'item' | 'isExact'>> {
    try {
      return { item: await this.sources.ask(row), isExact: true };
    } catch {
      const known = this.#known.get(row.id);
      return { item: known?.item ?? roughItem(row), isExact: false };
    }
  }
}

const sinceOf = ({ waitingSince, startedAt }: ReleaseRow): string => waitingSince ?? startedAt;
const byWait = (one: ReleaseRow, other: ReleaseRow): number =>
  Date.parse(sinceOf(one)) - Date.parse(sinceOf(other));
const waitOf = (row: ReleaseRow): string => [row.state, row.waitingFor, sinceOf(row)].join(' ');
