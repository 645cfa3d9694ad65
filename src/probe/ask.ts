/** Calls the read endpoints of both services once each. A refusal is recorded, and does not stop the other calls. */
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import { limits } from '../localization/vocabulary';
import type { SocialClient } from '../social/social-client';
import { retryThrottled } from '../http/retry';
import { NO_TASK } from './seen';

/** Refused calls, each as a sentence. */
export type Refusals = string[];

type Calls = readonly (() => Promise<unknown>)[];

export function askLocalization(client: LocalizationClient, taskId: string | null): Promise<Refusals> {
  return each([
    () => client.languages(),
    () => client.listTemplates({ type: 'project_strings' }),
    () => client.queryTerms({ page: 1, page_size: limits.pageSize }),
    () => expectRefusal(client.taskStatus({ task_id: NO_TASK })),
    ...(taskId === null
      ? []
      : [
          () => client.taskStatus({ task_id: taskId }),
          () => client.taskTerms({ task_id: taskId, page: 1, page_size: limits.pageSize }),
        ]),
  ]);
}

/**
 * Without a named post, the first of the list is read. A named post is read before the list, so that the order of the
 * calls shows which of the two it is.
 */
export async function askSocial(client: SocialClient, named: string | null): Promise<Refusals> {
  let first: string | null = null;
  const refusals = await each([
    () => client.workspace(),
    () => client.accounts(),
    ...(named === null ? [] : [() => client.post(named)]),
    async () => {
      const { data } = await client.listPosts();
      first = data.items[0]?.postId ?? null;
    },
  ]);
  const post = first as string | null;
  if (named !== null || post === null) return refusals;
  return [...refusals, ...(await each([() => client.post(post)]))];
}

async function each(calls: Calls): Promise<Refusals> {
  const refusals: Refusals = [];
  for (const call of calls) {
    try {
      await retryThrottled(call);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      refusals.push(error.message);
    }
  }
  return refusals;
}

/** A refusal is the expected result here. An unreachable service is not. */
async function expectRefusal(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 404) throw error;
  }
}
