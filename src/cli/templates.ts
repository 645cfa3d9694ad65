/** The export templates of a project. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { LocalizationClient } from '../localization/localization-client';
import type { TemplateFields } from '../localization/requests';
import type { Template } from '../localization/schemas';
import {
  exportModes,
  templateFormats,
  templateTypes,
  type ExportMode,
  type TemplateFormat,
  type TemplateType,
} from '../localization/vocabulary';
import { BadRequest } from '../client/errors';
import { outputOption, projectOption } from './command-options';
import { Table, type TableOptions } from './table';
import { createTerminal } from './terminal';
import { withServices } from './with-services';

interface Common {
  project: string;
  type: TemplateType;
  output: string;
}

interface ListOptions extends Common, TableOptions {}

interface FieldOptions extends Common {
  name?: string;
  format?: TemplateFormat;
  default?: boolean;
  mode?: ExportMode;
  fields?: string[];
  languages?: string[];
  fieldOrder?: { type: 'field' | 'language'; value: string }[];
}

export function defineTemplatesCommand(templates: Command): void {
  shared(templates.command('list'), 'List templates.')
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addHelpText('after', '\nExample:\n  locrelease templates list')
    .action((options: ListOptions) =>
      using(options, async (client) => {
        const { data } = await client.listTemplates({ type: options.type });
        const templates = table.sorted(data.templates, options);
        createTerminal(options.output === 'json').data({ templates }, ({ templates }) =>
          templates.length === 0 ? 'No templates.' : table.text(templates, options),
        );
      }),
    );

  shared(templates.command('get <template>'), 'Show a template, by its id or its name.')
    .addHelpText('after', '\nExample:\n  locrelease templates get game-ini -o json')
    .action((wanted: string, options: Common) =>
      using(options, async (client) => {
        const { template } = (
          await client.getTemplate({ type: options.type, id: await templateId(client, wanted, options) })
        ).data;
        show(options, { template });
      }),
    );

  withFields(shared(templates.command('create'), 'Create a template.'))
    .addHelpText(
      'after',
      '\nExample:\n  locrelease templates create --name game-ini --format ini --mode single',
    )
    .action((options: FieldOptions) =>
      using(options, async (client) => {
        const { name, format, ...fields } = fieldsOf(options);
        if (name === undefined || format === undefined)
          throw new BadRequest('A new template needs --name and --format. Nothing was created.');
        const { data } = await client.createTemplate({ type: options.type, name, format, ...fields });
        show(options, { template: data.template });
      }),
    );

  withFields(
    shared(
      templates.command('update <template>'),
      'Change a template. Options that you leave out change nothing; lists are replaced.',
    ),
  )
    .addHelpText('after', '\nExample:\n  locrelease templates update tpl-1a2b3c4d --languages zh-cn ja ko')
    .action((id: string, options: FieldOptions) =>
      using(options, async (client) => {
        const fields = fieldsOf(options);
        if (Object.keys(fields).length === 0)
          throw new BadRequest('Name at least one field to change. Nothing was changed.');
        const { template } = (await client.updateTemplate({ type: options.type, id, ...fields })).data;
        show(options, { template });
      }),
    );

  shared(templates.command('delete <template>'), 'Delete a template and print it. This cannot be undone.')
    .addHelpText('after', '\nExample:\n  locrelease templates delete tpl-1a2b3c4d')
    .action((id: string, options: Common) =>
      using(options, async (client) => {
        const { deleted } = (await client.deleteTemplate({ type: options.type, id })).data;
        show(options, { deleted });
      }),
    );
}

function shared(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(
      new Option('--type <type>', 'Type: of the whole project, or of a task.')
        .choices(templateTypes)
        .default('project_strings'),
    )
    .addOption(projectOption())
    .addOption(outputOption());
}

function withFields(command: Command): Command {
  return command
    .option('--name <name>', 'Name of the template.')
    .addOption(new Option('--format <format>', 'Format of the files.').choices(templateFormats))
    .addOption(new Option('--mode <mode>', 'One file, or one file for each language.').choices(exportModes))
    .option('--default', 'Make it the default of its type.')
    .option('--no-default', 'No longer make it the default of its type.')
    .option('--fields <names...>', 'Base fields.')
    .option('--languages <codes...>', 'Target languages.')
    .addOption(
      new Option('--field-order <items...>', 'Order, as field:<name> and language:<code>.').argParser(
        fieldOrder,
      ),
    );
}

function fieldOrder(text: string, before: FieldOptions['fieldOrder'] = []): FieldOptions['fieldOrder'] {
  const [, type, value] = /^(field|language):(.+)$/.exec(text) ?? [];
  if ((type !== 'field' && type !== 'language') || value === undefined)
    throw new InvalidArgumentError('Expected field:<name> or language:<code>.');
  return [...before, { type, value }];
}

function fieldsOf(options: FieldOptions): TemplateFields {
  const { name, format, mode, fields, languages } = options;
  return {
    ...(name !== undefined && { name }),
    ...(format !== undefined && { format }),
    ...(options.default !== undefined && { is_default: options.default }),
    ...(mode !== undefined && { mode }),
    ...(fields !== undefined && { fields }),
    ...(languages !== undefined && { languages }),
    ...(options.fieldOrder !== undefined && { field_order: options.fieldOrder }),
  };
}

function using(options: Common, act: (client: LocalizationClient) => Promise<void>): Promise<void> {
  return withServices(({ localization }) => act(localization(options.project)));
}

/** What is no id is a name; of a name that several have, the ids are told. */
async function templateId(client: LocalizationClient, wanted: string, { type }: Common): Promise<string> {
  const { templates } = (await client.listTemplates({ type })).data;
  if (templates.some(({ id }) => id === wanted)) return wanted;
  const called = templates.filter(({ name }) => name === wanted);
  const [template] = called;
  // The service has the last word on an id that its list leaves out.
  if (template === undefined) return wanted;
  if (called.length === 1) return template.id;
  throw new BadRequest(
    `${called.length} templates are called "${wanted}". Give the id of one: ${called.map(({ id }) => id).join(', ')}.`,
  );
}

function show(options: Common, document: Readonly<Record<string, Template>>): void {
  createTerminal(options.output === 'json').data(document, (shown) => table.text(Object.values(shown), {}));
}

const table = new Table<Template>([
  { name: 'id', text: ({ id }) => id },
  { name: 'name', text: ({ name }) => name, flexible: true },
  { name: 'format', text: ({ format }) => format },
  { name: 'mode', text: ({ mode }) => mode ?? '' },
  { name: 'default', text: ({ is_default }) => (is_default ? 'yes' : '') },
  { name: 'languages', text: ({ languages }) => languages.join(', '), flexible: true },
]);
