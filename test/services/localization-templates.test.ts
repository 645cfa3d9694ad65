import type { LocalizationClient } from '../../src/localization/localization-client';
import type { CreateTemplate } from '../../src/localization/requests';
import { failureOf, localizationClient, startStillSandbox } from './support';

const newTemplate: CreateTemplate = { type: 'project_strings', name: 'Nightly', format: 'ini' };

async function created(client: LocalizationClient, fields: Partial<CreateTemplate> = {}) {
  const { data } = await client.createTemplate({ ...newTemplate, ...fields });
  return data.template;
}

async function defaults(client: LocalizationClient, type: CreateTemplate['type']): Promise<string[]> {
  const { data } = await client.listTemplates({ type });
  return data.templates.filter((template) => template.is_default).map(({ id }) => id);
}

/** A project without templates, so that lists hold only what a test made. */
async function emptyProject(): Promise<{ client: LocalizationClient; advance: (ms: number) => void }> {
  const sandbox = await startStillSandbox();
  const client = localizationClient(sandbox, { project: 'other' });
  return { client, advance: (ms) => sandbox.clock.advance(ms) };
}

describe('creating a template', () => {
  it('gives it an id and times, and stores what was sent', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const { data } = await client.createTemplate({
      ...newTemplate,
      mode: 'separate',
      fields: ['content'],
      languages: ['ja', 'ko'],
      field_order: [{ type: 'language', value: 'ja' }],
    });
    const nowMs = Math.trunc(sandbox.clock.nowMs());
    expect(data).toMatchObject({
      template: {
        id: expect.stringMatching(/^tpl-.{8}$/) as string,
        name: 'Nightly',
        format: 'ini',
        is_default: false,
        mode: 'separate',
        fields: ['content'],
        languages: ['ja', 'ko'],
        field_order: [{ type: 'language', value: 'ja' }],
        created_at: nowMs,
        updated_at: nowMs,
      },
    });
  });

  it('takes the same name twice', async () => {
    const { client } = await emptyProject();
    const [first, second] = [await created(client), await created(client)];
    expect(first.id).not.toBe(second.id);
  });

  it('keeps a mode only where the format has one', async () => {
    const { client } = await emptyProject();
    expect(await created(client, { format: 'csv', mode: 'single' })).toMatchObject({ mode: null });
    expect(await created(client, { format: 'ini' })).toMatchObject({ mode: null });
    expect(await created(client, { format: 'ini', mode: 'single' })).toHaveProperty('mode', 'single');
  });

  it('refuses what the documents do not allow with 400, and stores nothing', async () => {
    const refused: [string, object][] = [
      ['no type', { type: undefined }],
      ['an unknown type', { type: 'termbase' }],
      ['no name', { name: undefined }],
      ['an empty name', { name: ' ' }],
      ['no format', { format: undefined }],
      ['an unknown format', { format: 'po' }],
      ['an unknown mode', { mode: 'both' }],
      ['is_default that is not a boolean', { is_default: 'yes' }],
      ['fields that are not a list', { fields: 'content' }],
      ['languages that are not a list', { languages: 'ja' }],
      ['an unsupported language', { languages: ['tlh'] }],
      ['a field_order of bare names', { field_order: ['content'] }],
      ['a field_order of another kind', { field_order: [{ type: 'column', value: 'content' }] }],
      ['an id', { id: 'tpl-00000000' }],
      ['created_at', { created_at: 1 }],
      ['updated_at', { updated_at: 1 }],
    ];
    const { client } = await emptyProject();
    for (const [what, fields] of refused) {
      const { code, effect } = await failureOf(client.createTemplate({ ...newTemplate, ...fields }));
      expect({ what, code, effect }).toEqual({ what, code: 400, effect: 'none' });
    }
    expect((await client.listTemplates({ type: 'project_strings' })).data.templates).toEqual([]);
  });
});

describe('reading templates', () => {
  it('lists those of one type', async () => {
    const { client } = await emptyProject();
    const ofProject = await created(client);
    const ofTask = await created(client, { type: 'task_strings' });
    expect((await client.listTemplates({ type: 'project_strings' })).data).toMatchObject({
      templates: [ofProject],
    });
    expect((await client.listTemplates({ type: 'task_strings' })).data.templates).toEqual([ofTask]);
  });

  it('gives one by type and id', async () => {
    const { client } = await emptyProject();
    const template = await created(client);
    const { data } = await client.getTemplate({ type: 'project_strings', id: template.id });
    expect(data).toMatchObject({ template });
  });

  it('does not find it under the wrong type, in another project, or under an unknown id', async () => {
    const sandbox = await startStillSandbox();
    const client = localizationClient(sandbox);
    const { id } = await created(client);
    const others = localizationClient(sandbox, { project: 'other' });
    for (const lookup of [
      client.getTemplate({ type: 'task_strings', id }),
      others.getTemplate({ type: 'project_strings', id }),
      client.getTemplate({ type: 'project_strings', id: 'tpl-00000000' }),
    ]) {
      expect(await failureOf(lookup)).toMatchObject({ code: 404 });
    }
  });

  it('refuses what the documents do not allow with 400', async () => {
    const refused: [string, object][] = [
      ['an unknown type', { type: 'termbase' }],
      ['no type', { type: undefined }],
      ['no id', { id: undefined }],
    ];
    const { client } = await emptyProject();
    for (const [what, fields] of refused) {
      const query = { type: 'project_strings', id: 'tpl-00000000', ...fields } as const;
      const { code } = await failureOf(client.getTemplate(query));
      expect({ what, code }).toEqual({ what, code: 400 });
    }
  });
});

describe('updating a template', () => {
  it('changes what was sent, replaces lists as a whole, and moves updated_at', async () => {
    const { client, advance } = await emptyProject();
    const before = await created(client, { languages: ['ja', 'ko'], fields: ['content'] });
    advance(1000);
    const { data } = await client.updateTemplate({
      type: 'project_strings',
      id: before.id,
      name: 'Weekly',
      languages: ['fr'],
    });
    const updated_at = Number(before.updated_at) + 1000;
    expect(data.template).toEqual({ ...before, name: 'Weekly', languages: ['fr'], updated_at });
    expect((await client.getTemplate({ type: 'project_strings', id: before.id })).data.template).toEqual(
      data.template,
    );
  });

  it('drops the mode with a format that has none', async () => {
    const { client } = await emptyProject();
    const { id } = await created(client, { mode: 'single' });
    const { data } = await client.updateTemplate({ type: 'project_strings', id, format: 'xlsx' });
    expect(data.template).toMatchObject({ mode: null });
  });

  it('refuses what the documents do not allow with 400, and changes nothing', async () => {
    const refused: [string, object][] = [
      ['no updatable field', {}],
      ['only what the service manages', { created_at: 1, updated_at: 1 }],
      ['an empty name', { name: '' }],
      ['an unknown format', { format: 'po' }],
      ['an unknown mode', { mode: 'both' }],
      ['null for a list', { languages: null }],
      ['no id', { id: undefined, name: 'x' }],
      ['no type', { type: undefined, name: 'x' }],
    ];
    const { client, advance } = await emptyProject();
    const before = await created(client);
    advance(1000);
    for (const [what, fields] of refused) {
      const change = { type: 'project_strings', id: before.id, ...fields } as const;
      const { code, effect } = await failureOf(client.updateTemplate(change));
      expect({ what, code, effect }).toEqual({ what, code: 400, effect: 'none' });
    }
    expect((await client.listTemplates({ type: 'project_strings' })).data.templates).toEqual([before]);
  });

  it('does not find it under the wrong type', async () => {
    const { client } = await emptyProject();
    const { id } = await created(client);
    const error = await failureOf(client.updateTemplate({ type: 'task_strings', id, name: 'x' }));
    expect(error).toMatchObject({ code: 404 });
  });
});

describe('the default template', () => {
  it('is at most one for each type, whichever call sets it', async () => {
    const { client } = await emptyProject();
    const first = await created(client, { is_default: true });
    const ofTask = await created(client, { type: 'task_strings', is_default: true });
    const second = await created(client, { is_default: true });
    expect(await defaults(client, 'project_strings')).toEqual([second.id]);
    await client.updateTemplate({ type: 'project_strings', id: first.id, is_default: true });
    expect(await defaults(client, 'project_strings')).toEqual([first.id]);
    expect(await defaults(client, 'task_strings')).toEqual([ofTask.id]);
  });

  it('is one even when many calls set it at once', async () => {
    const { client } = await emptyProject();
    const templates = await Promise.all(Array.from({ length: 8 }, () => created(client)));
    const seen = await Promise.all(
      templates.map(async ({ id }) => {
        await client.updateTemplate({ type: 'project_strings', id, is_default: true });
        return defaults(client, 'project_strings');
      }),
    );
    expect(seen.map((ids) => ids.length)).toEqual(templates.map(() => 1));
  });

  it('is not passed on when it is deleted or unset', async () => {
    const { client } = await emptyProject();
    await created(client);
    const { id } = await created(client, { is_default: true });
    await client.deleteTemplate({ type: 'project_strings', id });
    expect(await defaults(client, 'project_strings')).toEqual([]);
  });
});

describe('deleting a template', () => {
  it('gives back what it was, and is final', async () => {
    const { client } = await emptyProject();
    const template = await created(client);
    const reference = { type: 'project_strings', id: template.id } as const;
    expect((await client.deleteTemplate(reference)).data).toMatchObject({
      deleted: template,
    });
    expect(await failureOf(client.getTemplate(reference))).toMatchObject({ code: 404 });
    expect(await failureOf(client.deleteTemplate(reference))).toMatchObject({ code: 404, effect: 'none' });
  });

  it('lets one of two concurrent calls win, and gives the other 404', async () => {
    const { client } = await emptyProject();
    const { id } = await created(client);
    const calls = [1, 2].map(() => client.deleteTemplate({ type: 'project_strings', id }));
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('does not find it under the wrong type', async () => {
    const { client } = await emptyProject();
    const { id } = await created(client);
    const error = await failureOf(client.deleteTemplate({ type: 'task_strings', id }));
    expect(error).toMatchObject({ code: 404 });
    expect((await client.listTemplates({ type: 'project_strings' })).data.templates).toHaveLength(1);
  });
});

it('lists every supported language with its name', async () => {
  const sandbox = await startStillSandbox({ languages: ['en', 'zh-cn', 'ja', 'x!'] });
  const { data } = await localizationClient(sandbox).languages();
  expect(data).toEqual([
    { code: 'en', name: 'English' },
    { code: 'zh-cn', name: expect.stringContaining('Chinese') as string },
    { code: 'ja', name: 'Japanese' },
    { code: 'x!', name: 'x!' },
  ]);
});
