/** What was only guessed of a service helps, and never holds a release: it warns, or a person is told what came. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReleaseFile } from '../../src/domain/release-file';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { withRig } from './release-rig';

const unscanned: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  announce: undefined,
};
const quick = { minCheckInterval: '50ms', callbacks: false };
const short = { ...unscanned, publish: false, export: undefined } as const;

describe('a warning', () => {
  const unlisted = { ...short, targetLanguages: ['ja', 'tlh'] };

  it.concurrent('is what a language that the service does not list comes to', () =>
    withRig({ ...quick, sandbox: { readings: { 'languages-reply': 'objects' } } }, async (rig) => {
      const handle = await rig.release(unlisted);
      const warned = await rig.reached(handle, ({ warnings }) => warnings.length > 0, 'it is warned of');
      expect(warned.warnings).toEqual([expect.stringContaining('tlh')]);
      expect(warned.problem?.code).not.toBe('preflight');
      await handle.terminate();
    }),
  );

  it.concurrent('stops a release that asks for it, before anything is paid for', () =>
    withRig({ ...quick, sandbox: { readings: { 'languages-reply': 'objects' } } }, async (rig) => {
      const handle = await rig.release({ ...unlisted, preflight: 'strict' });
      const { problem, taskId } = await rig.parked(handle);
      expect({ code: problem?.code, taskId }).toEqual({ code: 'preflight', taskId: null });
      expect(problem?.message).toContain('tlh');
      expect(rig.sandbox.journal.find({ subject: 'POST /tasks/create' })).toEqual([]);
      await handle.terminate();
    }),
  );

  it.concurrent('is what a text comes to that is too long for a platform', () =>
    withRig(quick, async (rig) => {
      const announce = { accounts: ['acc_1'], text: 'word '.repeat(80) };
      const handle = await rig.release({ ...short, announce });
      expect((await handle.result()).state).toBe('done');
      expect((await rig.status(handle)).warnings).toEqual([expect.stringContaining('280')]);
    }),
  );

  it.concurrent('is what an export of what was not published comes to', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release({
        ...unscanned,
        publish: false,
        export: { template: 'tpl-1a2b3c4d' },
      });
      const { warnings } = await rig.reached(handle, ({ stage }) => stage !== 'create', 'it has begun');
      expect(warnings).toEqual([expect.stringContaining('publish')]);
      await handle.terminate();
    }),
  );
});

describe('an export', () => {
  it.concurrent('that names no template takes the default of the project', () =>
    withRig(quick, async (rig) => {
      const handle = await rig.release({ ...unscanned, export: { directory: join(rig.directory, 'out') } });
      expect((await handle.result()).state).toBe('done');
      expect((await rig.status(handle)).export?.files).toMatchObject([{ checked: true }]);
    }),
  );

  it.concurrent('of raw texts with line breaks and equals signs is read, and handed over as it came', () =>
    withRig(quick, async (rig) => {
      const content = 'Chapter = 1\nThe Crystal Keep\n[door] = open';
      const strings = [
        { string_id: 'chapter', content },
        { string_id: 'farewell', content: 'Elder Mira leaves.' },
      ];
      const directory = join(rig.directory, 'out');
      const handle = await rig.release(
        { ...unscanned, export: { template: 'tpl-1a2b3c4d', escape: 'no-escape', directory } },
        strings,
      );
      expect((await handle.result()).state).toBe('done');
      const { export: exported, warnings } = await rig.status(handle);
      expect(warnings).toEqual([]);
      expect(exported?.completeness.map(({ percent }) => percent)).toEqual([100, 100]);
      const [file] = exported?.files ?? [];
      expect(await readFile(file?.path ?? '', 'utf8')).toContain('\n[door] = open');
    }),
  );
});

it.concurrent('a reply that cannot be read is tried three times, and then told with its shape', () =>
  withRig({ ...quick, sandbox: { readings: {} } }, async (rig) => {
    const body = JSON.stringify({ success: true, code: 0, data: { surprise: ['Elder Mira'] } });
    const mend = rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'garbage', body, nth: 'all' });
    const handle = await rig.release(short);
    const { problem } = await rig.parked(handle);
    expect(problem?.message).toContain('surprise');
    expect(problem?.message).not.toContain('Elder Mira');
    expect(rig.sandbox.journal.find({ subject: 'GET /tasks/status' })).toHaveLength(3);
    mend();
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
  }),
);

it.concurrent('a scan that failed is no scan without terms: a person says whether to go on', () =>
  withRig({ ...quick, sandbox: { readings: {} } }, async (rig) => {
    const project = rig.sandbox.localization.project('sandbox');
    for (const content of ['Elder Mira', 'Crystal Keep'])
      upsertTerm(project, { content, source_language: 'en' }, rig.sandbox.clock.iso());
    const data = { scan_status: 'failed', items: [], total: 0, page: 1, page_size: 50 };
    const body = JSON.stringify({ success: true, code: 0, data });
    rig.sandbox.faults.add({ on: 'GET /tasks/terms', do: 'garbage', body, nth: 'all' });
    const handle = await rig.release({ ...short, terms: { confirmation: 'operator' } });
    const { problem, warnings } = await rig.parked(handle);
    expect(problem?.code).toBe('scan_failed');
    expect(warnings).toEqual([expect.stringContaining('The term scan failed')]);
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
  }),
);

it.concurrent('events are named only to a service that is told where to call back', () =>
  withRig(quick, async (rig) => {
    const handle = await rig.release({ ...unscanned, supplementLanguages: ['ko'], export: undefined });
    expect((await handle.result()).state).toBe('done');
    const [task] = rig.sandbox.localization.project('sandbox').tasks.values();
    expect(task?.subscription).toMatchObject({ events: [] });
  }),
);
