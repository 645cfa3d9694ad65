/** Tools for the services themselves, without a release. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { followUntilSettled } from '../client/follow';
import { publishWaitCapMs } from '../domain/policies';
import { limits, templateTypes } from '../localization/vocabulary';
import { id } from '../protocol/message-schemas';
import type { Post } from '../social/replies';
import { wordAmong } from '../http/readers';
import { ServiceError } from '../http/service-error';
import { postStatuses } from '../social/vocabulary';
import { tool, type Tool } from './tool';

const project = z.string().min(1).max(100).default('default').describe('Project whose credentials to use.');
const taskId = id.describe('Id of the translation task.');
const jobId = id.describe('Id of the publish job.');
const CAP_MINUTES = publishWaitCapMs / 60_000;
/** Several may wait, and the service counts every look. */
const LOOK_EVERY_MS = 5_000;

export const serviceTools: readonly Tool[] = [
  tool({
    name: 'list_languages',
    title: 'List languages',
    description: 'Lists the languages that the localization service supports.',
    role: 'read',
    input: z.strictObject({ project }),
    run: async ({ localization }, said) => ({
      languages: (await localization(said.project).languages()).data,
    }),
  }),
  tool({
    name: 'list_templates',
    title: 'List export templates',
    description: 'Lists the export templates of a project.',
    role: 'read',
    input: z.strictObject({ project, type: z.enum(templateTypes).default('project_strings') }),
    run: async ({ localization }, said) => ({
      templates: (await localization(said.project).listTemplates({ type: said.type })).data.templates,
    }),
  }),
  tool({
    name: 'task_status',
    title: 'Status of a task',
    description: 'Shows a translation task as the service has it now, with its jobs.',
    role: 'read',
    input: z.strictObject({ project, taskId }),
    run: async ({ localization }, said) => ({
      task: (await localization(said.project).taskStatus({ task_id: said.taskId })).data,
    }),
  }),
  tool({
    name: 'task_terms',
    title: 'Terms of a task',
    description: 'Lists the scanned terms of a task, a page at a time.',
    role: 'read',
    input: z.strictObject({
      project,
      taskId,
      page: z.int().min(1).default(1),
      pageSize: z.int().min(1).max(limits.pageSize).default(100),
    }),
    run: async ({ localization }, { project: name, taskId: task_id, page, pageSize: page_size }) => {
      const { data } = await localization(name).taskTerms({ task_id, page, page_size });
      return { scanStatus: data.scan_status, page, total: data.total, terms: data.items };
    },
  }),
  tool({
    name: 'svc_query_publish_status',
    title: 'Status of a publish job',
    description: 'Shows a publish job as the service has it now.',
    role: 'read',
    input: z.strictObject({ project, jobId }),
    run: async ({ localization }, said) => ({
      publish: (await localization(said.project).publishStatus({ job_id: said.jobId })).data,
    }),
  }),
  tool({
    name: 'svc_wait_for_publish',
    title: 'Wait for a publish job',
    description: `Waits until a publish job is completed or has failed, ${CAP_MINUTES} minutes at most. The job goes on after that, and the same call waits again.`,
    role: 'read',
    input: z.strictObject({
      project,
      jobId,
      timeoutMinutes: z.number().positive().max(CAP_MINUTES).default(CAP_MINUTES),
    }),
    boundMs: publishWaitCapMs + 60_000,
    // Whoever may only read has nothing started: the call itself looks, and ends with whoever waits.
    run: async ({ localization }, { project: name, jobId: job, timeoutMinutes }, { signal, progress }) => {
      const look = async () => (await localization(name).publishStatus({ job_id: job }, { signal })).data;
      const { status: seen, ended } = await followUntilSettled(await look(), {
        look,
        rest: (_pauseMs, within) =>
          delay(LOOK_EVERY_MS, undefined, { signal: within }).catch(() => undefined),
        isSettled: ({ is_completed, is_failed }) => is_completed || is_failed,
        isSilence,
        timeoutMs: timeoutMinutes * 60_000,
        signal,
        onChange: ({ status }) => progress(`Publish job ${job}: ${status}`),
      });
      return { jobId: job, ended: ended === 'settled', status: seen.status, error: seen.error ?? null };
    },
  }),
  tool({
    name: 'workspace',
    title: 'Workspace',
    description:
      'Shows the workspace of the social service: what the credential may do, and what is left of quotas.',
    role: 'read',
    input: z.strictObject({}),
    run: async ({ social }) => (await social().workspace()).data,
  }),
  tool({
    name: 'list_accounts',
    title: 'List accounts',
    description:
      'Lists the social accounts that an announcement can go to, with their groups and how many each platform has.',
    role: 'read',
    input: z.strictObject({}),
    run: async ({ social }) => (await social().accounts()).data,
  }),
  tool({
    name: 'list_posts',
    title: 'List posts',
    description: 'Lists posts of the social service.',
    role: 'read',
    input: z.strictObject({
      status: z.string().min(1).max(100).exactOptional(),
      limit: z.int().min(1).max(500).default(50),
    }),
    run: async ({ social }, { status, limit }, { signal }) => {
      const posts: Post[] = [];
      const wanted = status === undefined ? undefined : wordAmong(postStatuses)(status);
      for await (const post of social().allPosts(wanted === undefined ? {} : { status: wanted }, {
        signal,
      })) {
        if (wanted === undefined || post.status === wanted) posts.push(post);
        if (posts.length >= limit) break;
      }
      return { posts };
    },
  }),
  tool({
    name: 'get_post',
    title: 'Get a post',
    description: 'Shows a post, with what became of it on each account.',
    role: 'read',
    input: z.strictObject({ postId: id }),
    run: async ({ social }, { postId }) => ({ post: (await social().post(postId)).data }),
  }),
];

/** The service does not answer now, or asks for patience. */
function isSilence(error: unknown): error is Error {
  if (!(error instanceof ServiceError)) return false;
  const { kind, httpStatus } = error;
  if (kind === 'refused') return httpStatus === 429 || (httpStatus ?? 0) >= 500;
  return kind !== 'invalid' && kind !== 'unreadable';
}
