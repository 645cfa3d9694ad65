/** Faults that make a service answer a look with something else than what is so. */
import type { FaultRuleInput } from '../../src/sandbox/faults';

export interface TaskView {
  status: string;
  current_step?: string;
  progress?: { rows_total: number; rows_done: number };
  requires_confirmation?: boolean;
  is_completed?: boolean;
  is_failed?: boolean;
  failure_reason?: string;
  failure_code?: number;
}

export function taskLooksLike(view: TaskView): FaultRuleInput {
  return localizationSays('GET /tasks/status', {
    task_id: 'task_1',
    is_completed: false,
    is_failed: false,
    ...view,
  });
}

export function publishLooksLike(status: string): FaultRuleInput {
  return localizationSays('GET /tasks/publish-status', {
    job_id: 'publish_open_1',
    task_id: 'task_1',
    status,
    is_completed: false,
    is_failed: false,
  });
}

export function postLooksLike(status: string): FaultRuleInput {
  const targets = [{ accountId: 'acc_1', platform: 'x', status }];
  return answer('GET /posts/{postId}', { data: { post: { postId: 'post_1', status, targets } } });
}

function localizationSays(on: string, data: object): FaultRuleInput {
  return answer(on, { success: true, code: 0, msg: 'ok', trace_id: 'trace-1', data });
}

function answer(on: string, body: object): FaultRuleInput {
  return { on, do: 'garbage', status: 200, body: JSON.stringify(body), nth: 'all' };
}
