/**
 * Receives callbacks. Each is verified over its raw bytes, sent on as a signal, and acknowledged only after that, so
 * that none is lost. Progress is acknowledged at once and delayed, because the task's status has it too.
 */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { Logger } from '@temporalio/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config/config';
import type { Secret } from '../http/secret';
import { isCallbackToken } from '../localization/callback-address';
import { valueNamed } from '../http/replies/facts';
import { count, id } from '../http/replies/readers';
import { verifyCallback, type CallbackPayload } from '../localization/verify-callback';
import { stepIndexOf } from '../domain/release/stages';
import { callbackEvents, termUploadEvents } from '../localization/vocabulary';
import { callbackKinds, callbackWorkflowId, parseReleaseId } from '../domain/release/identity';
import type { Message } from '../protocol/message-schemas';
import { callbackSignal } from '../protocol/messages';
import { responseWithin } from '../temporal/response-within';
import type { GatewayMetrics } from './gateway-metrics';
import { refuse } from './http-app';

const ADDRESS = '/callbacks/:kind/:project/:name/:token';
/** Far more than a callback needs, but too little to fill the memory. */
const MAX_BODY_BYTES = 256 * 1024;
/** With the SDK's last pause before a retry it may double, which is still within the service's timeout. */
const SIGNAL_TIMEOUT_MS = 2_000;
const REMEMBERED_DELIVERIES = 10_000;
/** The delay is too short for a viewer to miss a step; each signal costs the release a workflow task. */
const PROGRESS_HELD_MS = 5_000;
const MOST_HELD = 10_000;

/** Reasons for a refusal; the keys are also labels of the metric. */
const refusals = {
  'no-such-address': { status: 404, message: 'This callback address does not exist.' },
  forged: { status: 401, message: 'The token in the address or the signature is wrong.' },
  unsigned: { status: 401, message: 'The signature is missing.' },
  stale: { status: 401, message: 'The callback is too old, or a clock is wrong.' },
} as const;
type RefusalReason = keyof typeof refusals;
type Hint = Message<'callback'>;

interface Surroundings {
  client: Client;
  config: Config;
  logger: Logger;
  metrics: GatewayMetrics;
}

export function mountCallbacks(app: FastifyInstance, surroundings: Surroundings): void {
  const { client, config, logger, metrics } = surroundings;
  const recent = new RecentDeliveries(REMEMBERED_DELIVERIES);
  const progress = new HeldProgress(PROGRESS_HELD_MS, (workflowId, hint) =>
    passOn(client, workflowId, hint, logger),
  );
  app.addHook('onClose', (_app, done) => {
    progress.close();
    done();
  });
  const turnAway = (reply: FastifyReply, reason: RefusalReason): FastifyReply => {
    metrics.countCallback({ event: 'unknown', outcome: reason });
    return refuse(reply, refusals[reason].status, reason.replaceAll('-', '_'), refusals[reason].message);
  };

  app.post<{ Params: AddressParts }>(
    ADDRESS,
    { bodyLimit: MAX_BODY_BYTES, onError: countUnreadable, onResponse: measure },
    async ({ params, body, headers }, reply) => {
      const recipient = recipientOf(params, config);
      if (typeof recipient === 'string') return turnAway(reply, recipient);
      const { workflowId, appSecret } = recipient;
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const verdict = verifyCallback(
        { rawBody, headers },
        appSecret,
        Date.now(),
        config.assumptions.readings['callback-signature'],
      );
      if (!verdict.accepted) {
        logger.warn('Refused a callback.', { workflowId, reason: verdict.reason });
        return turnAway(reply, verdict.reason);
      }
      const { event, delivery_id: deliveryId, trace_id: traceId } = verdict.payload;
      const outcome = await recent.once(`${workflowId} ${deliveryId}`, () =>
        take(workflowId, hintOf(verdict.payload)),
      );
      metrics.countCallback({ event: callbackEvents.find((known) => known === event) ?? 'other', outcome });
      logger.info('Received a callback.', { workflowId, event, deliveryId, traceId, outcome });
      if (outcome === 'unavailable')
        return refuse(reply, 503, outcome, 'Temporal does not answer. Send the callback again.');
      // A 2xx also when the workflow has ended, because it stops the service from sending again.
      return { outcome };
    },
  );

  async function take(workflowId: string, hint: Hint): Promise<DeliveryOutcome> {
    if (isProgress(hint)) {
      progress.hold(workflowId, hint);
      return 'held';
    }
    progress.drop(workflowId, hint);
    return passOn(client, workflowId, hint, logger);
  }

  function countUnreadable(_request: unknown, _reply: unknown, _error: unknown, done: () => void): void {
    metrics.countCallback({ event: 'unknown', outcome: 'unreadable' });
    done();
  }

  function measure(_request: unknown, reply: FastifyReply, done: () => void): void {
    metrics.callbackSeconds.observe(reply.elapsedTime / 1000);
    done();
  }
}

/** The project whose callback address was called. null: the address is not ours. */
export function projectCalledBack({ routeOptions, params }: FastifyRequest, config: Config): string | null {
  if (routeOptions.url !== ADDRESS) return null;
  const recipient = recipientOf(params as AddressParts, config);
  return typeof recipient === 'string' ? null : recipient.project;
}

interface AddressParts {
  kind: string;
  project: string;
  name: string;
  token: string;
}

/** A project that is not configured looks like a wrong token from outside. */
function recipientOf(
  { kind, project, name, token }: AddressParts,
  config: Config,
): { project: string; workflowId: string; appSecret: Secret } | RefusalReason {
  const known = callbackKinds.find((candidate) => candidate === kind);
  const named = parseReleaseId(`${project}/${name}`);
  if (known === undefined || named === null) return 'no-such-address';
  if (!config.projectNames.includes(named.project)) return 'forged';
  const { appSecret } = config.project(named.project);
  if (!isCallbackToken(token, appSecret, { kind: known, ...named })) return 'forged';
  return { project: named.project, workflowId: callbackWorkflowId[known](named), appSecret };
}

async function passOn(
  client: Client,
  workflowId: string,
  hint: Hint,
  logger: Logger,
): Promise<DeliveryOutcome> {
  try {
    await responseWithin(SIGNAL_TIMEOUT_MS, () =>
      client.workflow.getHandle(workflowId).signal(callbackSignal, hint),
    );
    return 'signalled';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'ended';
    logger.warn('Could not pass on a callback.', { workflowId, error });
    return 'unavailable';
  }
}

function hintOf({ delivery_id, event, task_id, trace_id, detail, error }: CallbackPayload): Hint {
  const hint = { deliveryId: delivery_id, event, taskId: task_id };
  const stepIndex = stepIndexOf(event);
  if (stepIndex !== null) {
    const rows = { rowsDone: countIn(detail, 'rows_done'), rowsTotal: countIn(detail, 'rows_total') };
    return { ...hint, step: { step: event, stepIndex, ...rows } };
  }
  if (event === 'task.failed' || event === 'task.completed') return { ...hint, traceId: trace_id, error };
  const uploadId = id(valueNamed(detail, 'upload_id')) ?? trace_id;
  if (!termUploadEvents.some((known) => known === event) || uploadId === '') return hint;
  const upload = {
    uploadId,
    failed: event === 'term_upload.failed',
    upserted: countIn(detail, 'upserted_count'),
    modified: countIn(detail, 'modified_count'),
    failureCode: countIn(detail, 'failure_code'),
    error: error ?? undefined,
  };
  return { ...hint, upload };
}

function countIn(detail: CallbackPayload['detail'], field: string): number | undefined {
  const value = count(valueNamed(detail, field)) ?? NaN;
  return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

type Progress = Hint & { step: NonNullable<Hint['step']> };

function isProgress(hint: Hint): hint is Progress {
  return hint.step !== undefined;
}

/**
 * Delays progress before it is sent on: only the last step of a task within the delay wakes its release, and none does
 * once another event has come. Progress is lost when this process ends; the next poll of the task finds it too.
 */
export class HeldProgress {
  readonly #held: LRUCache<string, { workflowId: string; latest: Progress }>;

  constructor(holdMs: number, passOn: (workflowId: string, hint: Hint) => Promise<unknown>) {
    this.#held = new LRUCache({
      max: MOST_HELD,
      ttl: holdMs,
      ttlAutopurge: true,
      perf: Date,
      dispose: ({ workflowId, latest }, _key, reason) => {
        if (reason === 'expire' || reason === 'evict') void passOn(workflowId, latest);
      },
    });
  }

  hold(workflowId: string, hint: Progress): void {
    const key = keyOf(workflowId, hint);
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, { workflowId, latest: hint });
    else if (hint.step.stepIndex >= held.latest.step.stepIndex) held.latest = hint;
  }

  /** Another event of the task makes its release poll it, so the progress is not needed. */
  drop(workflowId: string, hint: Hint): void {
    this.#held.delete(keyOf(workflowId, hint));
  }

  close(): void {
    this.#held.clear();
  }
}

/** The task id is part of the key: a task of an earlier run calls back at the same address. */
function keyOf(workflowId: string, { taskId }: Hint): string {
  return `${workflowId} ${taskId}`;
}

export type DeliveryOutcome = 'signalled' | 'held' | 'ended' | 'unavailable';

/**
 * Recently acknowledged deliveries. A repeat is acknowledged at no cost, and one during the first delivery shares its
 * outcome. This is an optimization only: the workflow drops repeats itself.
 */
export class RecentDeliveries {
  readonly #outcomes: LRUCache<string, Promise<DeliveryOutcome>>;

  constructor(capacity: number) {
    this.#outcomes = new LRUCache({ max: capacity });
  }

  async once(id: string, deliver: () => Promise<DeliveryOutcome>): Promise<DeliveryOutcome | 'repeated'> {
    const earlier = this.#outcomes.get(id);
    if (earlier !== undefined) return (await earlier) === 'unavailable' ? 'unavailable' : 'repeated';
    const delivery = deliver();
    this.#outcomes.set(id, delivery);
    const outcome = await delivery;
    // It was not acknowledged, so the service sends it again.
    if (outcome === 'unavailable') this.#outcomes.delete(id);
    return outcome;
  }
}
