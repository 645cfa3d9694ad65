/** Export templates: each type has its own set, with at most one default. */
import * as z from 'zod';
import {
  exportModes,
  templateFormats,
  templateTypes,
  type TemplateFormat,
  type TemplateType,
} from '../../localization/vocabulary';
import { readInput, Refusal } from '../refusal';
import type { Outcome } from '../service';
import type { Handlers, LocalizationContext } from './handler';
import type { Project, StoredTemplate } from './project-state';
import { readLanguages } from './languages';

/** Which formats allow a file for each language is not documented; a table has its languages as columns. */
const formatsWithMode: readonly TemplateFormat[] = ['ini', 'json', 'xliff', 'xml'];

const type = z.enum(templateTypes);
const name = z.string().regex(/\S/, 'must not be empty');
const format = z.enum(templateFormats);
const fieldOrderItem = z.strictObject({ type: z.enum(['field', 'language']), value: z.string().min(1) });
const options = {
  is_default: z.boolean().exactOptional(),
  mode: z.enum(exportModes).exactOptional(),
  fields: z.array(z.string().min(1)).exactOptional(),
  languages: z.array(z.string()).exactOptional(),
  field_order: z.array(fieldOrderItem).exactOptional(),
};
const serverManaged = z.never({ error: 'is set by the service and must not be sent' }).exactOptional();

const listInput = z.object({ type });
const referenceInput = z.object({ type, id: z.string().min(1) });
const creationInput = z.object({
  type,
  name,
  format,
  ...options,
  id: serverManaged,
  created_at: serverManaged,
  updated_at: serverManaged,
});
const changeInput = z.object({ name: name.exactOptional(), format: format.exactOptional(), ...options });

export function templateHandlers({ clock, random, profile }: LocalizationContext): Handlers {
  return {
    'GET /export-templates': ({ project, input }) => {
      const { type } = readInput(listInput, input);
      return { data: { type, templates: [...setOf(project, type).values()] } };
    },

    'GET /export-templates/get': ({ project, input }) => {
      const { type, template } = find(project, input);
      return about(template, { type, template });
    },

    'POST /export-templates/create': ({ project, input }) => {
      const { type, ...given } = readInput(creationInput, input);
      if (given.languages) given.languages = readLanguages(given.languages, profile);
      const nowMs = Math.trunc(clock.nowMs());
      const template = store(setOf(project, type), {
        is_default: false,
        ...given,
        id: random.id('tpl-', 4),
        created_at: nowMs,
        updated_at: nowMs,
      });
      return about(template, { type, template }, 'template created');
    },

    'POST /export-templates/update': ({ project, input }) => {
      const change = readInput(changeInput, input);
      if (change.languages) change.languages = readLanguages(change.languages, profile);
      const { type, template: before } = find(project, input);
      if (Object.keys(change).length === 0) throw new Refusal(400, 'no updatable field');
      const updated_at = Math.trunc(clock.nowMs());
      const template = store(setOf(project, type), { ...before, ...change, updated_at });
      return about(template, { type, template }, 'template updated');
    },

    'POST /export-templates/delete': ({ project, input }) => {
      const { type, template } = find(project, input);
      setOf(project, type).delete(template.id);
      return about(template, { type, deleted: template }, 'template deleted');
    },
  };
}

/** Ids are not shared across types, so a template is unknown under the wrong one. */
export function findTemplate(project: Project, type: TemplateType, id: string): StoredTemplate {
  const template = setOf(project, type).get(id);
  if (template === undefined) throw new Refusal(404, `template ${id} not found`);
  return template;
}

function find(project: Project, input: unknown): { type: TemplateType; template: StoredTemplate } {
  const { type, id } = readInput(referenceInput, input);
  return { type, template: findTemplate(project, type, id) };
}

function setOf(project: Project, type: TemplateType): Map<string, StoredTemplate> {
  const set = project.templates.get(type);
  if (set === undefined) throw new Error(`a project without templates of type ${type}`);
  return set;
}

/** Stores a template and, in the same step, takes the default from every other if it is the new one. */
function store(set: Map<string, StoredTemplate>, template: StoredTemplate): StoredTemplate {
  const stored = { ...template };
  if (!formatsWithMode.includes(stored.format)) delete stored.mode;
  if (stored.is_default) {
    for (const [id, other] of set) set.set(id, { ...other, is_default: false });
  }
  set.set(stored.id, stored);
  return stored;
}

function about({ id }: StoredTemplate, data: object, effect: string | null = null): Outcome {
  return { data, effect, ids: { template_id: id } };
}
