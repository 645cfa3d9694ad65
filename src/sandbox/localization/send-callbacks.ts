/** Sends callbacks as the service does: signed, in four attempts, and with the faults of the rules. */
import { randomUUID } from 'node:crypto';
import { Agent } from 'undici';
import * as z from 'zod';
import { exchange, ExchangeFailure } from '../../http/exchange';
import { isPrivateAddress } from '../../http/ip-networks';
import { Secret } from '../../http/secret';
import { limits, translateSteps } from '../../localization/vocabulary';
import type { SandboxProfile } from '../profile';
import { idsForm } from '../readings/forms';
import { readInput, Refusal } from '../refusal';
import type { SandboxContext } from '../service';
import type { BackgroundWork, Subscription } from './project-state';
import { callbackHeaders } from './signature';

/** Real time, because the receiver runs in real time. */
const ATTEMPT_TIMEOUT_MS = 5_000;
const MAX_REPLY_BYTES = 1024 * 1024;
/** The longest sandbox time for which a reordered callback waits for another one. */
const HOLD_MS = 60_000;

interface Delivery {
  id: string;
  work: BackgroundWork;
  event: string;
  url: URL;
  body: string;
  timestamp: string;
  secret: Secret;
  fault: string | null;
}

const stepEvents: readonly string[] = translateSteps;

const subscriptionInput = z.object({
  callback_url: z.string().nullish(),
  callback_events: z.array(z.string()).nullish(),
});

/** An empty URL or list has the meaning that the endpoint documents: inherit, all, or none. */
export function readSubscription(
  input: { callback_url?: unknown; callback_events?: unknown },
  allowedEvents: readonly string[],
  profile: SandboxProfile,
): Subscription {
  const { callback_url, callback_events } = readInput(subscriptionInput, input);
  const isNarrow = profile.readings['callback-events'] === 'narrow';
  const isAllowed = (event: string): boolean =>
    allowedEvents.includes(event) && !(isNarrow && stepEvents.includes(event));
  const unknown = callback_events?.find((event) => !isAllowed(event));
  if (unknown !== undefined) throw new Refusal(400, `callback_events: unknown event ${unknown}`);
  const url = callback_url?.trim() ?? '';
  if (url !== '') checkUrl(url, profile);
  return { url: url === '' ? null : url, events: callback_events ?? [] };
}

function checkUrl(text: string, { guardCallbackAddresses }: SandboxProfile): void {
  if (!URL.canParse(text)) throw new Refusal(400, 'callback_url: not a URL');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new Refusal(400, 'callback_url: must be http or https');
  }
  if (guardCallbackAddresses && isPrivateAddress(url)) {
    throw new Refusal(400, 'callback_url: the address is not on a public network');
  }
}

export class CallbackSender {
  readonly #agent = new Agent();
  readonly #attempts = new Set<Promise<void>>();
  /** First attempts of one task's callbacks are sent one after the other; later attempts delay no others. */
  readonly #lines = new Map<string, Promise<void>>();
  readonly #held = new Map<string, Delivery[]>();

  constructor(private readonly context: SandboxContext) {}

  /** `error`: null for a success. */
  send(work: BackgroundWork, event: string, detail: object, error: string | null = null): void {
    const { url, events } = work.subscription;
    if (url === null || (events.length > 0 && !events.includes(event))) return;
    const fault = this.context.faults.strike('callback', event);
    const delivery = this.#prepare(work, new URL(url), { event, detail, error }, fault?.do ?? null);
    switch (fault?.do) {
      case 'drop':
        this.#record(delivery, 0, 'dropped');
        return;
      case 'late':
        this.context.clock.after(fault.ms ?? 0, () => this.#dispatch(delivery));
        return;
      case 'reorder':
        this.#hold(delivery);
        return;
      case 'double':
        this.#dispatch(delivery);
        break;
      default:
    }
    this.#dispatch(delivery);
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
    await Promise.all(this.#attempts);
  }

  #prepare(
    work: BackgroundWork,
    url: URL,
    { event, detail, error }: { event: string; detail: object; error: string | null },
    fault: string | null,
  ): Delivery {
    const { id: project_id, appSecret } = work.project;
    const id = this.context.random.id('dlv_', 16);
    const timestamp = new Date(this.context.clock.wallMs()).toISOString();
    const payload = idsForm(this.context.profile.readings, {
      event,
      ...taskAndTrace(work),
      project_id,
      delivery_id: id,
      timestamp,
      status: error === null ? 'SUCCEEDED' : 'FAILED',
      detail,
      error,
    });
    const secret = new Secret(fault === 'forge' ? randomUUID() : (appSecret ?? ''));
    return { id, work, event, url, body: JSON.stringify(payload), timestamp, secret, fault };
  }

  #hold(delivery: Delivery): void {
    const line = lineOf(delivery);
    this.#held.set(line, [...(this.#held.get(line) ?? []), delivery]);
    this.context.clock.after(HOLD_MS, () => {
      if (this.#held.get(line)?.includes(delivery)) this.#release(line);
    });
  }

  #release(line: string): void {
    const held = this.#held.get(line) ?? [];
    this.#held.delete(line);
    for (const delivery of held) this.#dispatch(delivery);
  }

  #dispatch(delivery: Delivery): void {
    if (!this.context.commandLog.replaying) this.#enqueue(delivery);
    this.#release(lineOf(delivery));
  }

  #enqueue(delivery: Delivery): void {
    const line = lineOf(delivery);
    const before = this.#lines.get(line) ?? Promise.resolve();
    const sent = before.then(() => this.#attempt(delivery, 1));
    this.#lines.set(line, sent);
    this.#track(
      sent.then(() => {
        if (this.#lines.get(line) === sent) this.#lines.delete(line);
      }),
    );
  }

  async #attempt(delivery: Delivery, attempt: number): Promise<void> {
    const code = await this.#post(delivery);
    if (code === null) return;
    this.#record(delivery, attempt, code);
    const waitMs = this.#pauseBefore(attempt);
    if (isDelivered(code) || waitMs === null) return;
    this.context.clock.after(waitMs, () => this.#track(this.#attempt(delivery, attempt + 1)));
  }

  /** Whether the pauses count from the first attempt or from the one before is not documented. */
  #pauseBefore(attempt: number): number | null {
    const afterMs = limits.callbackAttemptsAfterMs[attempt];
    if (afterMs === undefined) return null;
    const isFromFirst = this.context.profile.readings['callback-attempts'] === 'from-first';
    return isFromFirst ? afterMs - (limits.callbackAttemptsAfterMs[attempt - 1] ?? 0) : afterMs;
  }

  /** Returns the received status, or the kind of the failure; null where the sandbox itself is closing. */
  async #post({ url, body, secret, timestamp }: Delivery): Promise<number | string | null> {
    const { clock, profile } = this.context;
    const headerSeconds = String(Math.floor(clock.wallMs() / 1000));
    try {
      const reply = await exchange(this.#agent, {
        origin: url.origin,
        method: 'POST',
        path: url.pathname + url.search,
        headers: callbackHeaders(body, secret, profile.readings['callback-signature'], {
          headerSeconds,
          payload: timestamp,
        }),
        body,
        timeoutMs: ATTEMPT_TIMEOUT_MS,
        maxReplyBytes: MAX_REPLY_BYTES,
      });
      return reply.status;
    } catch (error) {
      if (this.#agent.destroyed) return null;
      if (!(error instanceof ExchangeFailure)) throw error;
      return error.kind;
    }
  }

  /** The address is left out, because a receiver may have a token in it. */
  #record({ id, work, event, fault }: Delivery, attempt: number, code: number | string): void {
    const delivered = isDelivered(code);
    this.context.journal.add({
      kind: 'callback',
      service: 'localization',
      subject: event,
      owner: work.project.id,
      code,
      effect: delivered ? 'delivered' : null,
      answered: delivered,
      fault,
      ids: { delivery_id: id, ...taskAndTrace(work), attempt: String(attempt) },
    });
  }

  #track(attempt: Promise<void>): void {
    this.#attempts.add(attempt);
    void attempt.finally(() => this.#attempts.delete(attempt));
  }
}

function lineOf({ work }: Delivery): string {
  return `${work.project.id}/${work.ids.task_id ?? ''}`;
}

/** A term upload has no task. */
function taskAndTrace({ ids }: BackgroundWork): { task_id: string; trace_id: string } {
  return { task_id: ids.task_id ?? '', trace_id: ids.trace_id ?? '' };
}

function isDelivered(code: number | string): boolean {
  return typeof code === 'number' && code >= 200 && code < 300;
}
