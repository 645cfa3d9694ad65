/** The services' own resources, with the credentials of the project that is named. */
import * as z from 'zod';
import { findTemplate } from '../checks/check-release';
import { examine } from '../checks/doctor';
import { BadRequest } from '../client/errors';
import { termbaseDifference } from '../client/termbase-difference';
import { wordAmong } from '../http/readers';
import { allTerms, taskTermPages } from '../localization/all-terms';
import type { LocalizationClient } from '../localization/localization-client';
import { foldLanguage } from '../localization/language-names';
import type { TaskTerm, TermbaseTerm } from '../localization/replies';
import { deleteTaskTerm, updateTaskTerm } from '../localization/task-terms';
import { exportModes, templateFormats, templateTypes, type TemplateType } from '../localization/vocabulary';
import { id, termEdit, TERMS_PER_MESSAGE } from '../protocol/message-schemas';
import { postStatuses } from '../social/vocabulary';
import type { Post } from '../social/replies';
import { LONG_BOUND_MS, serviceOperation } from './operation';
import { limit, project, text, texts } from './input-parts';
import { newTerm, termChange } from './termbase-input';

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
const nothing = z.strictObject({});

export const serviceOperations = {
  /** Whose token it is. */
  whoAmI: serviceOperation({
    role: 'read',
    input: nothing,
    run: (_access, _said, { name }) => Promise.resolve({ name: name() }),
  }),
  projects: serviceOperation({
    role: 'read',
    input: nothing,
    run: ({ config }) => Promise.resolve([...config.projectNames]),
  }),
  doctor: serviceOperation({ role: 'operate', input: nothing, run: (access) => examine(access) }),

  languages: serviceOperation({
    role: 'read',
    input: z.strictObject({ project }),
    run: async ({ localization }, said) => (await localization(said.project).languages()).data,
  }),

  templates: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, type }),
    run: async ({ localization }, said) =>
      (await localization(said.project).listTemplates({ type: said.type })).data.templates,
  }),
  /** By its id or its name. */
  template: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, type, wanted: text }),
    run: async ({ localization }, said) => {
      const client = localization(said.project);
      const found = await templateId(client, said.wanted, said.type);
      return (await client.getTemplate({ type: said.type, id: found })).data.template;
    },
  }),
  /** One to export with; without a name, the default of the project. */
  exportTemplate: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, wanted: text.optional() }),
    run: async ({ localization }, { project: of, wanted }) => {
      const { data } = await localization(of).listTemplates({ type: 'project_strings' });
      const found = findTemplate(wanted, data.templates);
      if (typeof found === 'string')
        throw new BadRequest(`${wanted === undefined ? NO_DEFAULT : found} Nothing was exported.`);
      return { id: found.id, languages: found.languages.map(foldLanguage) };
    },
  }),
  createTemplate: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, type, ...templateFields, name: text, format: z.enum(templateFormats) }),
    run: async ({ localization }, { project: of, ...said }) =>
      (await localization(of).createTemplate(said)).data.template,
  }),
  updateTemplate: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, type, id, ...templateFields }),
    run: async ({ localization }, { project: of, ...said }) =>
      (await localization(of).updateTemplate(said)).data.template,
  }),
  deleteTemplate: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, type, id }),
    run: async ({ localization }, { project: of, ...said }) =>
      (await localization(of).deleteTemplate(said)).data.deleted,
  }),

  termbase: serviceOperation({
    role: 'read',
    input: z.strictObject({
      project,
      keyword: text.exactOptional(),
      category: text.exactOptional(),
      limit: limit.exactOptional(),
    }),
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
  /** What an upload would change. */
  termbaseDifference: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, terms: z.array(newTerm) }),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, said) => {
      const terms: TermbaseTerm[] = [];
      for await (const term of allTerms(localization(said.project))) terms.push(term);
      return termbaseDifference(terms, said.terms);
    },
  }),
  updateTerm: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, term: termChange }),
    run: async ({ localization }, said) => {
      const { data } = await localization(said.project).updateTerms({ terms: [said.term] });
      return data.results[0] ?? null;
    },
  }),
  deleteTerm: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, id }),
    run: async ({ localization }, said) => {
      await localization(said.project).deleteTerm({ id: said.id });
      return { deleted: said.id };
    },
  }),

  taskStatus: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, taskId: id }),
    run: async ({ localization }, said) =>
      (await localization(said.project).taskStatus({ task_id: said.taskId })).data,
  }),
  taskTerms: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, taskId: id }),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, said) => {
      const terms = new Map<string, TaskTerm>();
      let scanStatus = '';
      for await (const { scan_status, items } of taskTermPages(localization(said.project), said.taskId)) {
        scanStatus = scan_status ?? scanStatus;
        for (const term of items) terms.set(term.id, term);
      }
      return { scanStatus, terms: [...terms.values()] };
    },
  }),
  editTaskTerm: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, taskId: id, id, edit: termEdit }),
    run: async ({ localization }, { project: of, ...said }) => ({
      id: said.id,
      ...(await updateTaskTerm(localization(of), said)),
    }),
  }),
  deleteTaskTerms: serviceOperation({
    role: 'operate',
    input: z.strictObject({ project, taskId: id, ids: z.array(id).min(1).max(TERMS_PER_MESSAGE) }),
    boundMs: LONG_BOUND_MS,
    run: async ({ localization }, { project: of, taskId, ids }) => {
      for (const one of ids) await deleteTaskTerm(localization(of), { taskId, id: one });
      return { deleted: ids };
    },
  }),
  publishStatus: serviceOperation({
    role: 'read',
    input: z.strictObject({ project, jobId: id }),
    run: async ({ localization }, said) =>
      (await localization(said.project).publishStatus({ job_id: said.jobId })).data,
  }),

  workspace: serviceOperation({
    role: 'read',
    input: nothing,
    run: async ({ social }) => (await social().workspace()).data,
  }),
  accounts: serviceOperation({
    role: 'read',
    input: nothing,
    run: async ({ social }) => (await social().accounts()).data,
  }),
  posts: serviceOperation({
    role: 'read',
    input: z.strictObject({ status: text.optional(), limit }),
    run: async ({ social }, { status, limit: most }) => {
      const found: Post[] = [];
      const wanted = status === undefined ? undefined : wordAmong(postStatuses)(status);
      // The query is not documented: a service that does not heed it lists the others too.
      for await (const post of social().allPosts(wanted === undefined ? {} : { status: wanted })) {
        if (wanted === undefined || post.status === wanted) found.push(post);
        if (found.length >= most) break;
      }
      return found;
    },
  }),
  post: serviceOperation({
    role: 'read',
    input: z.strictObject({ postId: id }),
    run: async ({ social }, { postId }) => (await social().post(postId)).data,
  }),
};

const NO_DEFAULT = 'The project has no default export template of the format ini. Name one with --template.';

/** What is no id is a name; of a name that several have, the ids are told. */
async function templateId(client: LocalizationClient, wanted: string, of: TemplateType): Promise<string> {
  const { templates } = (await client.listTemplates({ type: of })).data;
  if (templates.some((template) => template.id === wanted)) return wanted;
  const called = templates.filter(({ name }) => name === wanted);
  const [template] = called;
  // The service has the last word on an id that its list leaves out.
  if (template === undefined) return wanted;
  if (called.length === 1) return template.id;
  throw new BadRequest(
    `${called.length} templates are called "${wanted}". Give the id of one: ${called.map((one) => one.id).join(', ')}.`,
  );
}
