/**
 * A release as a gateway tells of it: what has changed as it changes, and every two seconds that all is well. Where
 * nothing is told, the gateway is asked instead, so that what is wrong is said as on a machine of one's own.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { ReleaseView } from '../domain/status';
import type { ReleaseSight } from './backend';
import type { GatewayRequests } from './gateway-requests';
import { EventConnection } from './event-connection';

const A_WHILE_MS = 60_000;

export class StreamedRelease implements ReleaseSight {
  #connection: EventConnection | null = null;
  /** From when on it is worth a try: a gateway may be older, and a proxy may hold back what is told. */
  #tryFromMs = 0;
  /** How it is, or why that cannot be seen; null: nobody knows without asking. */
  #seen: ReleaseView | Error | null = null;

  constructor(
    private readonly requests: GatewayRequests,
    private readonly id: string,
    private readonly ask: () => Promise<ReleaseView>,
  ) {}

  readonly look = async (): Promise<ReleaseView> => {
    const seen = (this.#seen ??= await this.ask());
    if (seen instanceof Error) throw seen;
    return seen;
  };

  readonly rest = async (pauseMs: number, signal: AbortSignal): Promise<void> => {
    if (performance.now() >= this.#tryFromMs && (await this.#hears(signal))) return;
    this.#seen = null;
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  };

  readonly close = (): void => this.#connection?.close();

  async #hears(signal: AbortSignal): Promise<boolean> {
    if (this.#connection === null) {
      const opened = await EventConnection.open(this.requests, this.id, signal);
      if (opened === 'never') this.#tryFromMs = Infinity;
      if (opened === 'in a while') this.#tryFromMs = performance.now() + A_WHILE_MS;
      if (typeof opened === 'string') return false;
      this.#connection = opened;
    }
    const told = await this.#connection.next(signal);
    if (told === 'over') {
      if (!this.#connection.hasBegun) this.#tryFromMs = Infinity;
      this.#connection = null;
      return false;
    }
    if (told !== 'nothing new') this.#seen = told;
    return true;
  }
}
