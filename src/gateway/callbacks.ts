/**
 * Callbacks in. Each is verified over its raw bytes, passed on as a signal, and only then acknowledged: what the
 * service was told is delivered is never lost here. Forged ones go no further than this file.
 */
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config';
import { isCallbackToken, type CallbackAddressee } from '../localization/callback-address';
import { verifyCallback, type CallbackPayload } from '../localization/callback';
import { termUploadEvents, translateSteps } from '../localization/vocabulary';
import { callbackKinds, callbackWorkflowId, parseReleaseId } from '../release/identity';
import { callbackSignal, type CallbackHint } from '../workflows/messages';

/** Far more than a callback needs, and nothing to fill a memory with. */
const MAX_BODY_BYTES = 256 * 1024;
/** Of a reason: what is passed on stays in a workflow's history. */
const MAX_REASON_LENGTH = 500;

export interface CallbackCounter {
  count(outcome: string, event: string): void;
}

export function mountCallbacks(
  app: FastifyInstance,
  { client, config, counter }: { client: Client; config: Config; counter: CallbackCounter },
): void {
  app.post<{ Params: AddressParts & { token: string } }>(
    '/callbacks/:kind/:project/:name/:token',
    { bodyLimit: MAX_BODY_BYTES },
    async ({ params, body, headers }, reply) => {
      const refuse = (status: number, outcome: string) => {
        counter.count(outcome, 'unknown');
        return reply.status(status).send({ accepted: false, reason: outcome });
      };
      const addressee = addresseeOf(params);
      if (addressee === null || !config.projectNames.includes(addressee.project))
        return refuse(404, 'no-such-address');
      const { appSecret } = config.project(addressee.project);
      if (!isCallbackToken(params.token, appSecret, addressee)) return refuse(401, 'forged');
      const rawBody = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
      const verdict = verifyCallback({ rawBody, headers }, appSecret, Date.now());
      if (!verdict.accepted) return refuse(verdict.reason === 'malformed' ? 400 : 401, verdict.reason);
      const outcome = await passOn(client, addressee, verdict.payload);
      counter.count(outcome, verdict.payload.event);
      // A workflow that has ended wants no more of them: with a 2xx the service stops sending.
      return reply
        .status(outcome === 'unavailable' ? 503 : 200)
        .send({ accepted: outcome === 'signalled', outcome });
    },
  );
}

interface AddressParts {
  kind: string;
  project: string;
  name: string;
}

function addresseeOf({ kind, project, name }: AddressParts): CallbackAddressee | null {
  const known = callbackKinds.find((candidate) => candidate === kind);
  const named = parseReleaseId(`${project}/${name}`);
  return known === undefined || named === null ? null : { kind: known, ...named };
}

async function passOn(
  client: Client,
  addressee: CallbackAddressee,
  payload: CallbackPayload,
): Promise<'signalled' | 'ended' | 'unavailable'> {
  try {
    const workflowId = callbackWorkflowId[addressee.kind](addressee);
    await client.workflow.getHandle(workflowId).signal(callbackSignal, hintOf(payload));
    return 'signalled';
  } catch (error) {
    return error instanceof WorkflowNotFoundError ? 'ended' : 'unavailable';
  }
}

function hintOf({ delivery_id, event, task_id, trace_id, detail, error }: CallbackPayload): CallbackHint {
  const hint = { deliveryId: delivery_id, event, taskId: task_id };
  const stepIndex = translateSteps.findIndex((step) => step === event) + 1;
  if (stepIndex > 0) {
    const rows = { rowsDone: countIn(detail, 'rows_done'), rowsTotal: countIn(detail, 'rows_total') };
    return { ...hint, step: { step: event, stepIndex, ...rows } };
  }
  if (!termUploadEvents.some((known) => known === event)) return hint;
  const upload = {
    uploadId: typeof detail.upload_id === 'string' ? detail.upload_id : trace_id,
    failed: event === 'term_upload.failed',
    upserted: countIn(detail, 'upserted_count'),
    modified: countIn(detail, 'modified_count'),
    failureCode: countIn(detail, 'failure_code'),
    error: error?.slice(0, MAX_REASON_LENGTH),
  };
  return { ...hint, upload };
}

function countIn(detail: CallbackPayload['detail'], field: string): number | undefined {
  const value = detail[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}
