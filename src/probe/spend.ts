/**
 * Runs one task of one string in one language, from its creation to its export. It waits within the command, because a
 * person watches it, and an abandoned task costs no more than it did.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { request, type Dispatcher } from 'undici';
import { guardedAgent, type Reach } from '../http/guarded-agent';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import type { CreateTask } from '../localization/requests';
import { taskEvents } from '../localization/vocabulary';
import type { Refusals } from './ask';
import { retryThrottled } from '../http/retry';
import { PROBE_NAME, type ObservedFile, type Seen } from './seen';

const PROBE_STRING = { string_id: 'locrelease_probe', content: 'Hello' };

export interface SpendOptions {
  language: string;
  /** null: the template comes from the replies so far. */
  templateId: string | null;
  /** null: the service does not call back. */
  callbackUrl: string | null;
  /** Limits the hosts of the exported files. */
  reach: Reach;
  pauseMs: number;
  timeoutMs: number;
  log: (line: string) => void;
}

export async function spend(
  client: LocalizationClient,
  seen: Seen,
  options: SpendOptions,
): Promise<Refusals> {
  const { language, log } = options;
  const templateId = options.templateId ?? iniTemplate(seen);
  const deadlineMs = Date.now() + options.timeoutMs;
  try {
    log('Creating the task.');
    const taskId = await create(client, options);
    await until(deadlineMs, options, 'The task', async () => {
      const { data } = await retryThrottled(() => client.taskStatus({ task_id: taskId }));
      return { ...data, error: data.failure_reason };
    });
    log('Publishing the task.');
    const { data: job } = await retryThrottled(() => client.publishTask({ task_id: taskId }));
    await until(deadlineMs, options, 'The publish job', async () => {
      const { data } = await retryThrottled(() => client.publishStatus({ job_id: job.job_id }));
      return data;
    });
    await retryThrottled(() => client.taskStatus({ task_id: taskId }));
    if (templateId === null) return ['There is no ini template, so nothing was exported.'];
    for (const mode of ['single', 'separate'] as const) {
      log(`Exporting, mode ${mode}.`);
      const { data } = await retryThrottled(() =>
        client.exportIni({
          type: 'project_strings',
          template_id: templateId,
          target_languages: [language],
          download_mode: mode,
          filename: PROBE_NAME,
        }),
      );
      const file = await fetchFile(data.download_url, options.reach).catch((error: unknown) => {
        throw new Stopped(`The exported file could not be downloaded: ${String(error)}`);
      });
      seen.files.push({ mode, language, ...file });
    }
    return [];
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Stopped) return [error.message];
    throw error;
  }
}

/** Takes the template from an earlier list, because another call for the list may be refused. */
function iniTemplate(seen: Seen): string | null {
  const id = seen.templates().find(({ format }) => format === 'ini')?.id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}

/**
 * Sends the task twice under the same id, to see what a repeat does; without callbacks where the service refuses their
 * events.
 */
async function create(client: LocalizationClient, { language, callbackUrl }: SpendOptions): Promise<string> {
  const task: CreateTask = {
    client_task_id: `${PROBE_NAME}-${randomUUID()}`,
    name: PROBE_NAME,
    target_languages: [language],
    strings: [PROBE_STRING],
    scan_terms: false,
  };
  const withCallbacks =
    callbackUrl === null ? task : { ...task, callback_url: callbackUrl, callback_events: taskEvents };
  let sent: CreateTask = withCallbacks;
  const send = () => retryThrottled(() => client.createTask(sent));
  let created = await send().catch((error: unknown) => asRefusal(error, callbackUrl !== null));
  if (created === null) {
    sent = task;
    created = await send();
  }
  await send().catch((error: unknown) => asRefusal(error, true));
  return created.data.task_id;
}

/** Returns null for a refusal that is a finding, and throws anything else. */
function asRefusal(error: unknown, isFinding: boolean): null {
  if (isFinding && error instanceof ServiceError && (error.code === 400 || error.code === 409)) return null;
  throw error;
}

class Stopped extends Error {}

async function until(
  deadlineMs: number,
  { pauseMs, log }: SpendOptions,
  what: string,
  poll: () => Promise<{ status: string; is_completed: boolean; is_failed: boolean; error: string | null }>,
): Promise<void> {
  let shown = '';
  for (;;) {
    const { status, is_completed, is_failed, error } = await poll();
    if (is_failed) throw new Stopped(`${what} failed: ${error ?? 'no reason given'}`);
    if (status !== shown) log(`${what} is ${status}.`);
    shown = status;
    if (is_completed) return;
    if (Date.now() > deadlineMs) throw new Stopped(`${what} was still ${status} when --timeout passed.`);
    await delay(pauseMs);
  }
}

/** The file has one string in one language: anything larger or slower is not that file. */
const MOST_BYTES = 16 * 1024 * 1024;
const WITHIN_MS = 2 * 60_000;

/** Returns the file with the shape of the first response, which may be a redirect. */
export async function fetchFile(
  link: string,
  reach: Reach,
): Promise<Omit<ObservedFile, 'mode' | 'language'>> {
  const dispatcher = guardedAgent(reach);
  const options = { dispatcher, signal: AbortSignal.timeout(WITHIN_MS) };
  const url = new URL(link, reach.ownUrl);
  try {
    const first = await request(url, options);
    const { statusCode: status, headers } = first;
    const { location } = headers;
    const isRedirect = status >= 300 && status < 400 && typeof location === 'string';
    if (isRedirect) await first.body.dump();
    const file = isRedirect ? await request(new URL(location, url), options) : first;
    if (isRedirect && file.statusCode !== 200) throw new Error(`a redirect led to HTTP ${file.statusCode}`);
    const bytes = await bytesOf(file.body);
    const isPacked = file.headers['content-encoding'] === 'gzip';
    return { status, headers, bytes: isPacked ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes };
  } finally {
    await dispatcher.destroy();
  }
}

async function bytesOf(body: Dispatcher.ResponseData['body']): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
