/** The export templates of a project. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Template } from '../localization/replies';
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
import { withBackend } from './with-backend';

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

export function define(templates: Command): void {
  table
    .options(fromProject(templates.command('list'), 'List templates.'))
    .addHelpText('after', '\nExample:\n  locrelease service templates list')
    .action((options: ListOptions) =>
      withBackend(async ({ ask }) => {
        const found = await ask('templates', of(options));
        table.write('templates', found, options, { none: 'No templates.' });
      }),
    );

  shared(templates.command('get <template>'), 'Show a template, by its id or its name.')
    .addHelpText('after', '\nExample:\n  locrelease service templates get game-ini -o json')
    .action((wanted: string, options: Common) =>
      withBackend(async ({ ask }) => {
        show(options, { template: await ask('template', { ...of(options), wanted }) });
      }),
    );

  withFields(shared(templates.command('create'), 'Create a template.'))
    .addHelpText(
      'after',
      '\nExample:\n  locrelease service templates create --name game-ini --format ini --mode single',
    )
    .action((options: FieldOptions) =>
      withBackend(async ({ ask }) => {
        const { name, format, ...fields } = fieldsOf(options);
        if (name === undefined || format === undefined)
          throw new BadRequest('A new template needs --name and --format. Nothing was created.');
        const template = await ask('createTemplate', { ...of(options), name, format, ...fields });
        show(options, { template });
      }),
    );

  withFields(
    shared(
      templates.command('update <template>'),
      'Change a template. Options that you leave out change nothing; lists are replaced.',
    ),
  )
    .addHelpText(
      'after',
      '\nExample:\n  locrelease service templates update tpl-1a2b3c4d --languages zh-cn ja ko',
    )
    .action((id: string, options: FieldOptions) =>
      withBackend(async ({ ask }) => {
        const fields = fieldsOf(options);
        if (Object.keys(fields).length === 0)
          throw new BadRequest('Name at least one field to change. Nothing was changed.');
        show(options, { template: await ask('updateTemplate', { ...of(options), id, ...fields }) });
      }),
    );

  shared(templates.command('delete <template>'), 'Delete a template and print it. This cannot be undone.')
    .addHelpText('after', '\nExample:\n  locrelease service templates delete tpl-1a2b3c4d')
    .action((id: string, options: Common) =>
      withBackend(async ({ ask }) => {
        show(options, { deleted: await ask('deleteTemplate', { ...of(options), id }) });
      }),
    );
}

function shared(command: Command, description: string): Command {
  return fromProject(command, description).addOption(outputOption());
}

function fromProject(command: Command, description: string): Command {
  return command
    .description(description)
    .addOption(
      new Option('--type <type>', 'Type: of the whole project, or of a task.')
        .choices(templateTypes)
        .default('project_strings'),
    )
    .addOption(projectOption());
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

function fieldsOf(options: FieldOptions) {
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

const of = ({ project, type }: Common) => ({ project, type });

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
