import { sandboxEnvironment, type Sandbox } from '../../src/sandbox/sandbox';
import { cli, type CliRun } from '../support/cli';
import { startStillSandbox } from './support';

describe('locrelease service templates', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startStillSandbox();
  });

  const templates = (...args: string[]): Promise<CliRun> =>
    cli(['service', 'templates', ...args], sandboxEnvironment(sandbox));

  it('lists what the project has', async () => {
    const { code, stdout } = await templates('list');
    expect(code).toBe(0);
    expect(stdout.split('\n')).toEqual([
      'ID            NAME       FORMAT  MODE    DEFAULT  LANGUAGES',
      'tpl-1a2b3c4d  game-ini   ini     single  yes',
      'tpl-5e6f7a8b  table-csv  csv',
      '',
    ]);
  });

  it('does not guess which of two that have the same name is meant', async () => {
    await templates('create', '--name', 'game-ini', '--format', 'ini');
    const { code, stderr } = await templates('get', 'game-ini');
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/2 templates are called "game-ini"\. Give the id of one: tpl-1a2b3c4d, /),
    ]);
  });

  it('creates, changes and deletes one, and shows it each time', async () => {
    const created = await templates(
      ...['create', '--name', 'pages', '--format', 'ini', '--mode', 'separate', '--default'],
      ...['--languages', 'ja', 'ko', '--field-order', 'field:string_id', 'language:ja', '-o', 'json'],
    );
    expect(created.code).toBe(0);
    const { template } = created.json() as { template: { id: string } };
    expect(template).toMatchObject({
      name: 'pages',
      format: 'ini',
      mode: 'separate',
      is_default: true,
      languages: ['ja', 'ko'],
      field_order: [
        { type: 'field', value: 'string_id' },
        { type: 'language', value: 'ja' },
      ],
    });

    const updated = await templates('update', template.id, '--languages', 'fr', '--no-default', '-o', 'json');
    expect(updated.json()).toMatchObject({
      template: { name: 'pages', languages: ['fr'], is_default: false },
    });
    for (const name of [template.id, 'pages'])
      expect((await templates('get', name)).stdout).toMatch(
        new RegExp(`^${template.id} +pages +ini +separate +fr\\n$`, 'm'),
      );

    const deleted = await templates('delete', template.id, '-o', 'json');
    expect(deleted.json()).toMatchObject({ deleted: { id: template.id, name: 'pages' } });
    const gone = await templates('get', template.id);
    expect(gone).toMatchObject({ code: 8, stdout: '' });
    expect(gone.stderr).toContain('GET /export-templates/get');
    expect(gone.stderr).toContain('Check the id: "locrelease service templates list" shows what there is.');
  });

  it.each([
    [['create', '--name', 'x'], 'needs --name and --format'],
    [['update', 'tpl-1a2b3c4d'], 'at least one field'],
    [['create', '--name', 'x', '--format', 'ini', '--field-order', 'ja'], 'field:<name> or language:<code>'],
    [['list', '--type', 'termbase'], 'project_strings, task_strings'],
    [['list', '--project', 'second'], 'Project second is in no configuration file: there is none here.'],
  ])('%j is refused before it is sent', async (args, reason) => {
    const { code, stderr } = await templates(...args);
    expect(code).toBe(2);
    expect(stderr).toContain(reason);
    expect(sandbox.journal.find()).toEqual([]);
  });
});
