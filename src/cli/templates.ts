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
import { createTerminal, shown } from './terminal';
import { withServices } from './with-services';

interface Common {
  project: string;
  type: TemplateType;
  output: string;
}

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
    .addHelpText('after', '\nExample:\n  locrelease templates list')
    .action((options: Common) =>
      using(options, async (client) => {
        const { data } = await client.listTemplates({ type: options.type });
        show(options, { templates: data.templates }, data.templates);
      }),
    );

  shared(templates.command('get <id>'), 'Show a template.')
    .addHelpText('after', '\nExample:\n  locrelease templates get tpl-1a2b3c4d -o json')
    .action((id: string, options: Common) =>
      using(options, async (client) => {
        const { template } = (await client.getTemplate({ type: options.type, id })).data;
        show(options, { template }, [template]);
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
        show(options, { template: data.template }, [data.template]);
      }),
    );

  withFields(
    shared(
      templates.command('update <id>'),
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
        show(options, { template }, [template]);
      }),
    );

  shared(templates.command('delete <id>'), 'Delete a template and print it. This cannot be undone.')
    .addHelpText('after', '\nExample:\n  locrelease templates delete tpl-1a2b3c4d')
    .action((id: string, options: Common) =>
      using(options, async (client) => {
        const { deleted } = (await client.deleteTemplate({ type: options.type, id })).data;
        show(options, { deleted }, [deleted]);
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

function show(options: Common, document: unknown, templates: readonly Template[]): void {
  createTerminal(options.output === 'json').data(document, () =>
    templates.length === 0 ? 'No templates.' : shown(templates).map(line).join('\n'),
  );
}

function line({ id, name, format, mode, is_default, languages }: Template): string {
  return [id, format, mode, name, is_default ? '(default)' : null, languages.join(', ')]
    .filter((cell) => cell)
    .join('  ');
}
