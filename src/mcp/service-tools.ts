/** Tools for the services themselves, without a release. */
import * as z from 'zod';
import { NoWorker } from '../client/errors';
import { followUntilSettled } from '../client/follow';
import { name } from '../domain/fields';
import { publishWaitCapMs } from '../domain/policies';
import type { Work } from '../domain/service-work';
import { limits, templateTypes } from '../localization/vocabulary';
import { id } from '../protocol/message-schemas';
import type { Post } from '../social/replies';
import { wordAmong } from '../http/readers';
import { postStatuses } from '../social/vocabulary';
import { isTemporalAway } from '../temporal/temporal-fault';
import { tool, type Tool } from './tool';

const project = name.default('default').describe('Project whose credentials to use.');
const taskId = id.describe('Id of the translation task.');
const jobId = id.describe('Id of the publish job.');
const CAP_MINUTES = publishWaitCapMs / 60_000;

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
    run: async ({ localization, works }, said, { signal, progress }) => {
      // A job that the service does not know is its refusal, and nothing is started for it.
      await localization(said.project).publishStatus({ job_id: said.jobId });
      const work: Work = { kind: 'wait-publish', project: said.project, jobId: said.jobId };
      await works.start(work);
      const look = () => works.status(work);
      const { status, ended } = await followUntilSettled(await look(), {
        look,
        isSettled: ({ state }) => state !== 'running',
        isSilence,
        timeoutMs: said.timeoutMinutes * 60_000,
        signal,
        onChange: ({ doing, status: word }) => progress([doing, word].filter((part) => part).join(', ')),
      });
      const { state, problem } = status;
      return { jobId: said.jobId, ended: ended === 'settled', state, status: status.status, problem };
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

function isSilence(error: unknown): error is Error {
  return error instanceof NoWorker || isTemporalAway(error);
}
