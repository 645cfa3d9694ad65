import { InvalidArgumentError, type Command } from 'commander';
import { BadRequest } from '../../client/errors';
import type { Template } from '../../localization/replies';
import { exportModes, templateFormats, templateTypes } from '../../localization/vocabulary';
import { add, given, type Values } from '../command';
import { flag, list, oneOf, otherwise, parsed, projectOption, text, yesOption } from '../command-options';
import { mustAgree } from '../terminal/ask';
import { Table } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';

const place = {
  type: otherwise(
    oneOf('<type>', 'Type: of the whole project, or of a task.', templateTypes),
    'project_strings',
  ),
  project: projectOption,
};

const fields = {
  name: text('<name>', 'Name of the template.'),
  format: oneOf('<format>', 'Format of the files.', templateFormats),
  mode: oneOf('<mode>', 'One file, or one file for each language.', exportModes),
  default: flag('Make it the default of its type.'),
  noDefault: flag('No longer make it the default of its type.'),
  fields: list('<names...>', 'Base fields.'),
  languages: list('<codes...>', 'Target languages.'),
  fieldOrder: parsed('<items...>', 'Order, as field:<name> and language:<code>.', fieldOrder),
};

export function templates(parent: Command): void {
  add(parent, 'list', {
    description: 'List templates.',
    options: { ...place, ...table.options },
    examples: ['service templates list'],
    run: async ({ ask, terminal }, { type, project, ...options }) => {
      const found = await ask('templates', { type, project });
      table.write(terminal, 'templates', found, options, { none: 'No templates.' });
    },
  });
  add(parent, 'get <template>', {
    description: 'Show a template, by its id or its name.',
    options: place,
    examples: ['service templates get game-ini -o json'],
    run: async ({ ask, terminal }, of, wanted: string) =>
      show(terminal, { template: await ask('template', { ...of, wanted }) }),
  });
  add(parent, 'create', {
    description: 'Create a template.',
    options: { ...place, ...fields },
    examples: ['service templates create --name game-ini --format ini --mode single'],
    run: async ({ ask, terminal }, { type, project, ...options }) => {
      const { name, format, ...more } = fieldsOf(options);
      if (name === undefined || format === undefined)
        throw new BadRequest('A new template needs --name and --format. Nothing was created.');
      show(terminal, { template: await ask('createTemplate', { type, project, name, format, ...more }) });
    },
  });
  add(parent, 'update <template>', {
    description: 'Change a template. Options that you leave out change nothing; lists are replaced.',
    options: { ...place, ...fields },
    examples: ['service templates update tpl-1a2b3c4d --languages zh-cn ja ko'],
    run: async ({ ask, terminal }, { type, project, ...options }, id: string) => {
      const changes = fieldsOf(options);
      if (Object.keys(changes).length === 0)
        throw new BadRequest('Name at least one field to change. Nothing was changed.');
      show(terminal, { template: await ask('updateTemplate', { type, project, id, ...changes }) });
    },
  });
  add(parent, 'delete <template>', {
    description: 'Delete a template and print it. This cannot be undone.',
    options: { ...place, yes: yesOption },
    examples: ['service templates delete tpl-1a2b3c4d'],
    run: async ({ ask, terminal }, { yes, ...of }, id: string) => {
      await mustAgree(`Delete ${id} for good?`, 'Nothing was deleted.', yes);
      const deleted = await ask('deleteTemplate', { ...of, id });
      terminal.data({ deleted }, () => `Deleted:\n${table.text([deleted], {})}`);
    },
  });
}

interface FieldPlace {
  type: 'field' | 'language';
  value: string;
}

function fieldOrder(text: string, before: FieldPlace[] = []): FieldPlace[] {
  const [, type, value] = /^(field|language):(.+)$/.exec(text) ?? [];
  if ((type !== 'field' && type !== 'language') || value === undefined)
    throw new InvalidArgumentError('Expected field:<name> or language:<code>.');
  return [...before, { type, value }];
}

/** Uses the service's field names. Commander turns `--no-default` into `default: false`. */
const fieldsOf = ({ default: isDefault, fieldOrder: order, ...same }: Values<typeof fields>) => ({
  ...same,
  ...given({ is_default: isDefault, field_order: order }),
});

function show(terminal: Terminal, document: Readonly<Record<string, Template>>): void {
  terminal.data(document, (shown) => table.text(Object.values(shown), {}));
}

const table = new Table<Template>([
  'id',
  { name: 'name', flexible: true },
  'format',
  'mode',
  { name: 'default', value: ({ is_default }) => (is_default ? 'yes' : '') },
  { name: 'languages', flexible: true },
]);
