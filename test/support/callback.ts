/** A callback as the localization service would send it, or as somebody else would. */
import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { Secret } from '../../src/http/secret';
import { callbackHeaders } from '../../src/sandbox/localization/signature';

export interface Callback {
  event: string;
  taskId: string | null;
  deliveryId?: string;
  detail?: Record<string, unknown>;
  secret?: string;
}

export interface CallbackAnswer {
  status: number;
  /** What the gateway says became of it. */
  outcome: string;
}

export async function sendCallback(url: string, callback: Callback): Promise<CallbackAnswer> {
  const { event, taskId, deliveryId = `dlv_${randomUUID()}`, detail = {}, secret } = callback;
  const timestamp = new Date().toISOString();
  const payload = { event, task_id: taskId, delivery_id: deliveryId, timestamp, detail };
  const body = JSON.stringify({
    ...payload,
    project_id: 'sandbox',
    trace_id: 'trace-1',
    status: 'SUCCEEDED',
  });
  const headers = callbackHeaders(body, new Secret(secret ?? 'sandbox-app-secret'), 'timestamp-header', {
    headerSeconds: String(Math.floor(Date.now() / 1000)),
    payload: timestamp,
  });
  const reply = await request(url, { method: 'POST', headers, body });
  const { outcome, code } = (await reply.body.json()) as { outcome?: string; code?: string };
  return { status: reply.statusCode, outcome: outcome ?? code ?? '' };
}
