/**
 * Limits what one caller may use, so that it does not affect others. Places, streams and bytes are held until their
 * work ends; work and sign-ins are spent and refill with time. Each kind of caller has its own pool, so people,
 * services and probes do not block each other.
 */
import { LRUCache } from 'lru-cache';
import { Gauge, type Registry } from 'prom-client';
import { exitCode } from '../domain/exit-code';
import { Failed } from '../operations/failure';
import { counterFromZero } from '../health/counter';

const KIB = 1024;
const MIB = 1024 * KIB;
const MINUTE_MS = 60_000;

export const callerKinds = ['operator', 'service', 'address', 'probe'] as const;
export type CallerKind = (typeof callerKinds)[number];

/** An operator by name, a service by the project of its callback, and an anonymous caller by address. */
export interface Caller {
  kind: CallerKind;
  name: string;
}

const heldKinds = ['places', 'streams', 'bytes'] as const;
const spentKinds = ['work', 'signIns'] as const;
const budgetKinds = [...heldKinds, ...spentKinds] as const;
type Held = (typeof heldKinds)[number];
type Spent = (typeof spentKinds)[number];
export type BudgetKind = Held | Spent;

export type Amounts = Readonly<Partial<Record<BudgetKind, number>>>;

export interface Limits {
  /** Limits of one caller: held at a time, and spent in a minute. */
  one: Readonly<Record<BudgetKind, number>>;
  /** Limits on what all callers of the kind hold together. */
  all: Readonly<Record<Held, number>>;
}

export const LIMITS: Readonly<Record<CallerKind, Limits>> = {
  operator: {
    one: { places: 32, streams: 50, bytes: 8 * MIB, work: 6_000, signIns: 10 },
    all: { places: 128, streams: 500, bytes: 64 * MIB },
  },
  service: {
    one: { places: 64, streams: 0, bytes: 8 * MIB, work: 12_000, signIns: 0 },
    all: { places: 256, streams: 0, bytes: 32 * MIB },
  },
  address: {
    one: { places: 32, streams: 8, bytes: MIB, work: 600, signIns: 10 },
    all: { places: 128, streams: 32, bytes: 8 * MIB },
  },
  probe: {
    one: { places: 16, streams: 0, bytes: 64 * KIB, work: 1_200, signIns: 0 },
    all: { places: 256, streams: 0, bytes: MIB },
  },
};

/** Parsing a body is work too: this many bytes count as one request. */
const BYTES_OF_WORK = 64 * KIB;

/** Known callers of a kind. One that is evicted starts with a full budget. */
const MOST_CALLERS = 10_000;

const words: Readonly<Record<BudgetKind, { over: string; retryAfterS: number }>> = {
  places: { over: 'Too many requests are under way', retryAfterS: 1 },
  streams: { over: 'Too many streams are open', retryAfterS: 60 },
  bytes: { over: 'Too many bytes are being sent at the same time', retryAfterS: 1 },
  work: { over: 'Too many requests came within a minute', retryAfterS: 1 },
  signIns: { over: 'Too many sign-ins came from this address', retryAfterS: 1 },
};

/** Becomes a 429 response with Retry-After. */
export class OverBudget extends Failed {
  constructor(
    readonly kind: CallerKind,
    readonly over: BudgetKind,
    readonly retryAfterS = words[over].retryAfterS,
  ) {
    const message = `${words[over].over}. Nothing was done. Try again in ${retryAfterS} ${retryAfterS === 1 ? 'second' : 'seconds'}.`;
    super({ code: 'too_many', message, exitCode: exitCode.badInput }, 429);
  }
}

interface Account {
  held: Record<Held, number>;
  purses: Record<Spent, { left: number; atMs: number }>;
}

export interface Claim {
  caller: Caller;
  /** Takes more for the same work; throws OverBudget and then takes nothing. */
  add: (amounts: Amounts) => void;
  end: () => void;
}

interface BudgetWatcher {
  taken: (kind: CallerKind, work: number) => void;
  refused: (kind: CallerKind, over: BudgetKind) => void;
}

const nothing = (): Record<Held, number> => ({ places: 0, streams: 0, bytes: 0 });

const pool = () => ({ all: nothing(), accounts: new LRUCache<string, Account>({ max: MOST_CALLERS }) });

export class RequestBudget {
  readonly #pools = { operator: pool(), service: pool(), address: pool(), probe: pool() };
  #watcher: BudgetWatcher | null = null;

  constructor(
    private readonly limits = LIMITS,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** Throws OverBudget beyond the caller's limits. A refused request costs nothing. */
  begin(caller: Caller, amounts: Amounts): Claim {
    const { kind, name } = caller;
    const { all, accounts } = this.#pools[kind];
    const account = accounts.get(name) ?? this.#newAccount(kind);
    accounts.set(name, account);
    const held = nothing();
    const change = (by: Amounts): void => {
      for (const each of heldKinds)
        for (const holder of [account.held, all, held]) holder[each] += by[each] ?? 0;
    };
    const claim: Claim = {
      caller,
      add: (more) => {
        this.#spend(kind, account, more);
        change(more);
      },
      end: () => change({ places: -held.places, streams: -held.streams, bytes: -held.bytes }),
    };
    claim.add(amounts);
    return claim;
  }

  /** `bytes` is the largest possible body. One that exceeds the caller's whole limit needs all of it. */
  beginRequest(
    caller: Caller,
    { bytes, isStream = false, isSignIn = false }: { bytes: number; isStream?: boolean; isSignIn?: boolean },
  ): Claim {
    return this.begin(caller, {
      ...(isStream ? { streams: 1 } : { places: 1 }),
      bytes: Math.min(bytes, this.limits[caller.kind].one.bytes),
      work: 1 + Math.floor(bytes / BYTES_OF_WORK),
      signIns: isSignIn ? 1 : 0,
    });
  }

  held(kind: CallerKind): Readonly<Record<Held, number>> {
    return this.#pools[kind].all;
  }

  watch(watcher: BudgetWatcher): void {
    this.#watcher = watcher;
  }

  #newAccount(kind: CallerKind): Account {
    const { work, signIns } = this.limits[kind].one;
    const atMs = this.nowMs();
    return { held: nothing(), purses: { work: { left: work, atMs }, signIns: { left: signIns, atMs } } };
  }

  #spend(kind: CallerKind, account: Account, amounts: Amounts): void {
    const over = this.#over(kind, account, amounts);
    if (over !== null) {
      this.#watcher?.refused(kind, over.over);
      throw over;
    }
    for (const spent of spentKinds) account.purses[spent].left -= amounts[spent] ?? 0;
    this.#watcher?.taken(kind, amounts.work ?? 0);
  }

  #over(kind: CallerKind, { held, purses }: Account, amounts: Amounts): OverBudget | null {
    const { one, all } = this.limits[kind];
    const ofAll = this.#pools[kind].all;
    for (const each of heldKinds) {
      const more = amounts[each] ?? 0;
      if (more > 0 && (held[each] + more > one[each] || ofAll[each] + more > all[each]))
        return new OverBudget(kind, each);
    }
    const nowMs = this.nowMs();
    for (const each of spentKinds) {
      const [amount = 0, most, purse] = [amounts[each], one[each], purses[each]];
      purse.left = Math.min(most, purse.left + ((nowMs - purse.atMs) * most) / MINUTE_MS);
      purse.atMs = nowMs;
      // Work that exceeds a whole minute's budget needs all of it.
      const missing = Math.min(amount, most) - purse.left;
      if (amount > 0 && missing > 0)
        return new OverBudget(kind, each, Math.ceil((missing * MINUTE_MS) / most / 1000));
    }
    return null;
  }
}

const heldGauges: Readonly<Record<Held, { name: string; help: string }>> = {
  places: {
    name: 'locrelease_requests_under_way',
    help: 'Requests and messages of batches whose work has not ended, by kind of caller',
  },
  bytes: {
    name: 'locrelease_request_bytes_under_way',
    help: 'Bytes of the bodies of requests whose work has not ended, by kind of caller',
  },
  streams: { name: 'locrelease_streams_open', help: 'Open event streams, by kind of caller' },
};

/** Exports the budgets to Prometheus by kind of caller, never by name. */
export function measureBudget(budget: RequestBudget, registry: Registry): void {
  for (const kind of heldKinds) {
    new Gauge({
      ...heldGauges[kind],
      labelNames: ['caller'],
      registers: [registry],
      collect() {
        for (const caller of callerKinds) this.set({ caller }, budget.held(caller)[kind]);
      },
    });
  }
  const countWork = counterFromZero({
    name: 'locrelease_request_work_total',
    help: 'Work taken on: one for each request or message, and one for each 64 KiB of a body, by kind of caller',
    series: callerKinds.map((caller) => ({ caller })),
    registry,
  });
  const countRefused = counterFromZero({
    name: 'locrelease_requests_refused_total',
    help: 'Requests refused with 429, by kind of caller and by what there was too much of',
    series: callerKinds.flatMap((caller) => budgetKinds.map((over) => ({ caller, over }))),
    registry,
  });
  budget.watch({
    taken: (caller, amount) => countWork({ caller }, amount),
    refused: (caller, over) => countRefused({ caller, over }),
  });
}
