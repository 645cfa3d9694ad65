/** Operations on the services' own resources, with the credentials of the named project. */
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { findTemplate } from '../checks/check-release';
import type { Diagnosis } from '../checks/diagnosis';
import { examine } from '../checks/doctor';
import { BadRequest } from '../client/errors';
import { followUntilSettled } from '../client/releases/follow';
import { noteTermbaseChange } from '../client/glossary/glossary';
import { differenceSchema, termbaseDifference } from '../client/glossary/termbase-difference';
import { id, name } from '../domain/fields';
import { publishWaitCapMs } from '../domain/release/polling';
import type { TermValues } from '../domain/review/term-sheet';
import { wordAmong } from '../http/replies/readers';
import { ServiceError } from '../http/service-error';
import { allTerms, taskTermPages } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';
import { foldLanguage } from '../domain/text/language-code';
import type {
  PublishView,
  TaskTerm,
  TaskView,
  Template,
  TermbaseTerm,
  TermUpdateResult,
} from '../localization/replies';
import { deleteTaskTerm, updateTaskTerm } from '../localization/task-terms';
import {
  exportModes,
  limits,
  templateFormats,
  templateTypes,
  type TemplateType,
} from '../localization/vocabulary';
import { termEdit, TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import { postStatuses } from '../social/vocabulary';
import type { Account, Post, WorkspaceContext } from '../social/replies';
import { LARGE_BODY_BYTES, LONG_BOUND_MS, onServices } from './operation';
import { limit, reason, text, texts, outline, newTerm, termChange } from './input-parts';

const project = name.default('default').describe('project whose credentials are used');
const type = z.enum(templateTypes);
const templateFields = {
  name: text.exactOptional(),
  format: z.enum(templateFormats).exactOptional(),
  is_default: z.boolean().exactOptional(),
  mode: z.enum(exportModes).exactOptional(),
  fields: texts.exactOptional(),
  languages: texts.exactOptional(),
  field_order: z
    .array(z.strictObject({ type: z.enum(['field', 'language']), value: text }))
    .max(1000)
    .exactOptional(),
};
const template = outline<Template>()({
  id: z.string(),
  name: z.string(),
  format: z.string(),
  is_default: z.boolean(),
  languages: z.array(z.string()),
});
const translations = z.record(z.string(), z.string());
const termbaseTerm = outline<TermbaseTerm>()({ id: z.string(), content: z.string(), translations });
const taskTerm = outline<TaskTerm>()({ id: z.string(), term: z.string(), translations });
const postParts = { postId: z.string(), status: z.string() };
const nothing = z.strictObject({});
const CAP_MINUTES = publishWaitCapMs / 60_000;
/** Several callers may wait, and the service counts every poll. */
const POLL_EVERY_MS = 5_000;
const NEVER = new AbortController().signal;

export const serviceOperations = {
  whoAmI: onServices.read({
    summary: 'Get whose token it is',
    input: nothing,
    output: z.object({ name: z.string() }),
    run: (_access, _input, { name }) => Promise.resolve({ name: name() }),
  }),
  projects: onServices.read({
    summary: 'List the projects that the gateway has credentials of',
    input: nothing,
    output: z.array(z.string()),
    run: ({ config }) => Promise.resolve([...config.projectNames]),
  }),
  doctor: onServices.act({
    summary: 'Check the settings, the services and the store',
    input: nothing,
    output: z.array(
      outline<Diagnosis>()({
        what: z.string(),
        level: z.enum(['ok', 'warn', 'fail']),
        message: z.string(),
        fix: z.string().nullable(),
      }),
    ),
    run: (access) => examine(access),
  }),

  languages: onServices.read({
    summary: 'List the languages that the localization service supports',
    tool: { name: 'list_languages', title: 'List languages', as: 'languages' },
    input: z.strictObject({ project }),
    output: z.array(z.object({ code: z.string(), name: z.string().nullable() })),
    run: async ({ localization }, input) => (await localization(input.project).languages()).data,
  }),

  templates: onServices.read({
    summary: 'List the export templates of a project',
    tool: { name: 'list_templates', title: 'List export templates', as: 'templates' },
    input: z.strictObject({ project, type: type.default('project_strings') }),
    output: z.array(template),
    run: async ({ localization }, input) =>
      (await localization(input.project).listTemplates({ type: input.type })).data.templates,
  }),
  template: onServices.read({
    summary: 'Get an export template, by its id or its name',
    input: z.strictObject({ project, type, wanted: text }),
    output: template,
    run: async ({ localization }, input) => {
      const client = localization(input.project);
      const found = await templateId(client, input.wanted, input.type);
      return (await client.getTemplate({ type: input.type, id: found })).data.template;
    },
  }),
  exportTemplate: onServices.read({
    summary: 'Get the template to export with; without a name, the default of the project',
    input: z.strictObject({ project, wanted: text.optional() }),
    output: z.object({ id: z.string(), languages: z.array(z.string()) }),
    run: async ({ localization }, { project: of, wanted }) => {
      const { data } = await localization(of).listTemplates({ type: 'project_strings' });
      const found = findTemplate(wanted, data.templates, data.isPart);
      if (typeof found === 'string')
        throw new BadRequest(`${wanted === undefined ? NO_DEFAULT : found} Nothing was exported.`);
      return { id: found.id, languages: found.languages.map(foldLanguage) };
    },
  }),
  createTemplate: onServices.act({
    summary: 'Create an export template',
    input: z.strictObject({ project, type, ...templateFields, name: text, format: z.enum(templateFormats) }),
    output: template,
    run: async ({ localization }, { project: of, ...rest }) =>
      (await localization(of).createTemplate(rest)).data.template,
  }),
  updateTemplate: onServices.act({
    summary: 'Change an export template',
    input: z.strictObject({ project, type, id, ...templateFields }),
    output: template,
    run: async ({ localization }, { project: of, ...rest }) =>
      (await localization(of).updateTemplate(rest)).data.template,
  }),
  deleteTemplate: onServices.act({
    summary: 'Delete an export template',
    input: z.strictObject({ project, type, id }),
    output: template,
    run: async ({ localization }, { project: of, ...rest }) =>
      (await localization(of).deleteTemplate(rest)).data.deleted,
  }),

  termbase: onServices.read({
    summary: 'List the terms of the termbase of a project',
    input: z.strictObject({
      project,
      keyword: text.exactOptional(),
      category: text.exactOptional(),
      limit: limit.exactOptional(),
    }),
    output: z.array(termbaseTerm),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, { project: of, limit: most = Infinity, ...query }) => {
      const terms: TermbaseTerm[] = [];
      for await (const term of allTerms(localization(of), query)) {
        terms.push(term);
        if (terms.length >= most) break;
      }
      return terms;
    },
  }),
  termbaseDifference: onServices.read({
    summary: 'Get what an upload of terms would change in the termbase',
    bodyBytes: LARGE_BODY_BYTES,
    input: z.strictObject({ project, terms: z.array(newTerm) }),
    output: differenceSchema,
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, input) => {
      const terms: TermbaseTerm[] = [];
      for await (const term of allTerms(localization(input.project))) terms.push(term);
      return termbaseDifference(terms, input.terms);
    },
  }),
  updateTerm: onServices.act({
    summary: 'Change a term of the termbase',
    input: z.strictObject({ project, term: termChange, reason }),
    output: outline<TermUpdateResult>()({ id: z.string(), status: z.string() }).nullable(),
    run: async ({ config, localization }, input, { name }) => {
      const change = { project: input.project, by: name(), reason: input.reason };
      await noteTermbaseChange(config, { ...change, mode: 'update', terms: [input.term.id] });
      const { data } = await localization(input.project).updateTerms({ terms: [input.term] });
      return data.results[0] ?? null;
    },
  }),
  deleteTerm: onServices.act({
    summary: 'Delete a term of the termbase',
    input: z.strictObject({ project, id, reason }),
    output: z.object({ deleted: z.string() }),
    run: async ({ config, localization }, input, { name }) => {
      const change = { project: input.project, by: name(), reason: input.reason };
      await noteTermbaseChange(config, { ...change, mode: 'delete', terms: [input.id] });
      await localization(input.project).deleteTerm({ id: input.id });
      return { deleted: input.id };
    },
  }),

  taskStatus: onServices.read({
    summary: 'Get a translation task as the service has it now, with its jobs',
    tool: { name: 'task_status', title: 'Status of a task', as: 'task' },
    input: z.strictObject({ project, taskId: id }),
    output: outline<TaskView>()({ status: z.string(), target_languages: z.array(z.string()) }),
    run: async ({ localization }, input) =>
      (await localization(input.project).taskStatus({ task_id: input.taskId })).data,
  }),
  taskTerms: onServices.read({
    summary: 'List the scanned terms of a task: a page of them, or all',
    tool: { name: 'task_terms', title: 'Terms of a task' },
    input: z.strictObject({
      project,
      taskId: id,
      page: z.int().min(1).exactOptional().describe('left out: all terms'),
      pageSize: z.int().min(1).max(limits.pageSize).default(100),
    }),
    output: z.object({ scanStatus: z.string(), total: z.number().nullable(), terms: z.array(taskTerm) }),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, { project: of, taskId, page, pageSize }) => {
      if (page !== undefined) {
        const parameters = { task_id: taskId, page, page_size: pageSize };
        const { scan_status, total, items } = (await localization(of).taskTerms(parameters)).data;
        return { scanStatus: scan_status ?? '', total, terms: items };
      }
      const terms = new Map<string, TaskTerm>();
      let scanStatus = '';
      for await (const { scan_status, items } of taskTermPages(localization(of), taskId)) {
        scanStatus = scan_status ?? scanStatus;
        for (const term of items) terms.set(term.id, term);
      }
      return { scanStatus, total: terms.size, terms: [...terms.values()] };
    },
  }),
  editTaskTerm: onServices.act({
    summary: 'Change a scanned term of a task',
    input: z.strictObject({ project, taskId: id, id, edit: termEdit }),
    output: outline<{ id: string } & TermValues>()({ id: z.string(), term: z.string() }),
    run: async ({ localization }, { project: of, ...rest }) => ({
      id: rest.id,
      ...(await updateTaskTerm(localization(of), rest)),
    }),
  }),
  deleteTaskTerms: onServices.act({
    summary: 'Delete scanned terms of a task',
    input: z.strictObject({ project, taskId: id, ids: z.array(id).min(1).max(TERMS_PER_MESSAGE) }),
    output: z.object({ deleted: z.array(z.string()) }),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, { project: of, taskId, ids }) => {
      for (const one of ids) await deleteTaskTerm(localization(of), { taskId, id: one });
      return { deleted: ids };
    },
  }),
  publishStatus: onServices.read({
    summary: 'Get a publish job as the service has it now',
    tool: { name: 'svc_query_publish_status', title: 'Status of a publish job', as: 'publish' },
    input: z.strictObject({ project, jobId: id }),
    output: outline<PublishView>()({
      status: z.string(),
      is_completed: z.boolean(),
      is_failed: z.boolean(),
      error: z.string().nullable(),
    }),
    run: async ({ localization }, input) =>
      (await localization(input.project).publishStatus({ job_id: input.jobId })).data,
  }),

  waitForPublish: onServices.read({
    summary: `Wait until a publish job is completed or has failed, ${CAP_MINUTES} minutes at most; the job goes on after that`,
    input: z.strictObject({
      project,
      jobId: id,
      timeoutMinutes: z.number().positive().max(CAP_MINUTES).default(CAP_MINUTES),
    }),
    output: z.object({
      jobId: z.string(),
      ended: z.boolean(),
      status: z.string(),
      error: z.string().nullable(),
    }),
    boundMs: publishWaitCapMs + 60_000,
    tool: { name: 'svc_wait_for_publish', title: 'Wait for a publish job' },
    // A read must not start a workflow, so the operation itself polls and ends with its caller.
    run: async ({ localization }, { project: of, jobId, timeoutMinutes }, { signal = NEVER, progress }) => {
      const poll = async () => (await localization(of).publishStatus({ job_id: jobId }, { signal })).data;
      const { status: seen, ended } = await followUntilSettled(await poll(), {
        poll,
        rest: (_pauseMs, within) =>
          delay(POLL_EVERY_MS, undefined, { signal: within }).catch(() => undefined),
        isSettled: ({ is_completed, is_failed }) => is_completed || is_failed,
        isSilence,
        timeoutMs: timeoutMinutes * 60_000,
        signal,
        onChange: ({ status }) => progress?.(`Publish job ${jobId}: ${status}`),
      });
      return { jobId, ended: ended === 'settled', status: seen.status, error: seen.error ?? null };
    },
  }),

  workspace: onServices.read({
    summary:
      'Get the workspace of the social service: what the credential may do, and what is left of quotas',
    tool: { name: 'workspace', title: 'Workspace' },
    input: nothing,
    output: outline<WorkspaceContext>()({}),
    run: async ({ social }) => (await social().workspace()).data,
  }),
  accounts: onServices.read({
    summary:
      'List the social accounts that an announcement can go to, with their groups and how many each platform has',
    tool: { name: 'list_accounts', title: 'List accounts' },
    input: nothing,
    output: outline<{ accounts: Account[] }>()({
      accounts: z.array(outline<Account>()({ id: z.string(), platform: z.string(), handle: z.string() })),
    }),
    run: async ({ social }) => (await social().accounts()).data,
  }),
  posts: onServices.read({
    summary: 'List posts of the social service',
    tool: { name: 'list_posts', title: 'List posts', as: 'posts' },
    input: z.strictObject({ status: text.optional(), limit: limit.default(50) }),
    output: z.array(outline<Post>()(postParts)),
    run: async ({ social }, { status, limit: most }, { signal = NEVER }) => {
      const found: Post[] = [];
      const wanted = status === undefined ? undefined : wordAmong(postStatuses)(status);
      // The status filter is undocumented, so a service may ignore it; the result is filtered here too.
      for await (const post of social().allPosts(wanted === undefined ? {} : { status: wanted }, {
        signal,
      })) {
        if (wanted === undefined || post.status === wanted) found.push(post);
        if (found.length >= most) break;
      }
      return found;
    },
  }),
  post: onServices.read({
    summary: 'Get a post, with what became of it on each account',
    tool: { name: 'get_post', title: 'Get a post', as: 'post' },
    input: z.strictObject({ postId: id }),
    output: outline<Post>()(postParts),
    run: async ({ social }, { postId }) => (await social().post(postId)).data,
  }),
};

/** The service is unavailable or throttles. */
function isSilence(error: unknown): error is Error {
  if (!(error instanceof ServiceError)) return false;
  const { kind, httpStatus } = error;
  if (kind === 'refused') return httpStatus === 429 || (httpStatus ?? 0) >= 500;
  return kind !== 'invalid' && kind !== 'unreadable';
}

const NO_DEFAULT = 'The project has no default export template of the format ini. Name one with --template.';

/** Finds a template by id or by name. An ambiguous name is refused with the ids. */
async function templateId(client: LocalizationClient, wanted: string, of: TemplateType): Promise<string> {
  const { templates } = (await client.listTemplates({ type: of })).data;
  if (templates.some((template) => template.id === wanted)) return wanted;
  const called = templates.filter(({ name }) => name === wanted);
  const [template] = called;
  // The service decides about an id that its list lacks.
  if (template === undefined) return wanted;
  if (called.length === 1) return template.id;
  throw new BadRequest(
    `${called.length} templates are called "${wanted}". Give the id of one: ${called.map((one) => one.id).join(', ')}.`,
  );
}
