/**
 * Runs one task of one string in one language, from its creation to its export. It waits within the command, because a
 * person watches it, and an abandoned task costs no more than it did.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Reach } from '../http/guarded-agent';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import type { CreateTask } from '../localization/requests';
import { taskEvents } from '../localization/vocabulary';
import type { Refusals } from './ask';
import { fetchFile } from './fetch-file';
import { retryThrottled } from '../http/retry';
import { PROBE_NAME, type Seen } from './seen';

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
      if (data.is_failed) throw new Stopped(`The task failed: ${data.failure_reason ?? 'no reason given'}`);
      return { isOver: data.is_completed, status: data.status };
    });
    log('Publishing the task.');
    const { data: job } = await retryThrottled(() => client.publishTask({ task_id: taskId }));
    await until(deadlineMs, options, 'The publish job', async () => {
      const { data } = await retryThrottled(() => client.publishStatus({ job_id: job.job_id }));
      if (data.is_failed) throw new Stopped(`The publish job failed: ${data.error ?? 'no reason given'}`);
      return { isOver: data.is_completed, status: data.status };
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
  poll: () => Promise<{ isOver: boolean; status: string }>,
): Promise<void> {
  let shown = '';
  for (;;) {
    const { isOver, status } = await poll();
    if (status !== shown) log(`${what} is ${status}.`);
    shown = status;
    if (isOver) return;
    if (Date.now() > deadlineMs) throw new Stopped(`${what} was still ${status} when --timeout passed.`);
    await delay(pauseMs);
  }
}
