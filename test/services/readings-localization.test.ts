/** Each reading of the localization service shows on the wire: a knob that turned nothing would prove nothing. */
import { createHash } from 'node:crypto';
import type { FaultRuleInput } from '../../src/sandbox/faults';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { localizationReadings, type Readings } from '../../src/sandbox/readings/catalogue';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { at, pathOf, wireTo, type SandboxWire, type WireAnswer } from '../support/sandbox-wire';
import { until } from '../support/until';
import { unzipped } from '../support/unzipped';
import { workbook } from '../support/workbook';
import { listen, LONG_MS, newTask, project, startReceiver, startStillSandbox } from './support';

interface Bench extends SandboxWire {
  sandbox: Sandbox;
}

interface Point<Reading extends string> {
  faults?: FaultRuleInput[];
  observe: (bench: Bench) => Promise<unknown>;
  shows: Record<Reading, unknown>;
}

type LocalizationId = keyof typeof localizationReadings;

const plain = newTask({ scan_terms: false });

const create = ({ localization }: Bench, fields: object = {}): Promise<WireAnswer> =>
  localization('POST', '/tasks/create', { ...plain, ...fields });

/** A task that has been translated, by its id. */
async function translated(bench: Bench, fields: object = {}): Promise<string> {
  await create(bench, fields);
  bench.sandbox.clock.advance(LONG_MS);
  return lastTask(bench)?.task_id ?? '';
}

const lastTask = ({ sandbox }: Bench) => [...sandbox.localization.project(project.id).tasks.values()].at(-1);

async function statusOf(bench: Bench): Promise<unknown> {
  const { body } = await bench.localization('GET', `/tasks/status?task_id=${lastTask(bench)?.task_id ?? ''}`);
  return at(body, 'data');
}

const supplement = (bench: Bench, ...target_languages: string[]): Promise<WireAnswer> =>
  bench.localization('POST', '/tasks/supplement-translate', {
    task_id: lastTask(bench)?.task_id,
    target_languages,
  });

function seedTerms({ sandbox }: Bench, count: number, name = (index: number) => `Term ${index}`): void {
  const termbase = sandbox.localization.project(project.id);
  for (let index = 0; index < count; index += 1) {
    upsertTerm(termbase, { content: name(index), source_language: 'en' }, sandbox.clock.iso());
  }
}

async function published(bench: Bench, fields: object = {}): Promise<void> {
  const task_id = await translated(bench, fields);
  await bench.localization('POST', '/tasks/publish', { task_id });
  bench.sandbox.clock.advance(LONG_MS);
}

const exportIni = ({ localization }: Bench, fields: object = {}): Promise<WireAnswer> =>
  localization('POST', '/export/ini', {
    type: 'project_strings',
    template_id: 'tpl-1a2b3c4d',
    target_languages: ['ja'],
    filename: 'game',
    ...fields,
  });

async function exported(bench: Bench, fields: object = {}): Promise<Buffer> {
  const { body } = await exportIni(bench, fields);
  const file = await fetch(String(at(body, 'data.download_url')));
  return Buffer.from(await file.arrayBuffer());
}

const linesOf = (bytes: Buffer): string[] => bytes.toString('utf8').split('\n');

const points: { [Id in LocalizationId]: Point<Readings[Id]> } = {
  'create-request-fields': {
    observe: async (bench) => {
      const { strings, client_task_id, ...rest } = plain;
      const theirs = { ...rest, items: strings, external_id: client_task_id };
      return [
        (await create(bench)).status,
        (await bench.localization('POST', '/tasks/create', theirs)).status,
      ];
    },
    shows: { 'as-seen': [200, 400], renamed: [400, 200] },
  },
  'create-size-limit': {
    observe: async (bench) => {
      const strings = [{ string_id: 'a', content: 'long '.repeat(300_000) }];
      return (await create(bench, { strings })).status;
    },
    shows: { '16mb': 200, '1mb': 413 },
  },
  'client-task-id': {
    observe: async (bench) => {
      await create(bench);
      const { status } = await create(bench);
      return [status, bench.sandbox.localization.project(project.id).tasks.size];
    },
    shows: { 'same-task': [200, 1], refused: [409, 1], ignored: [200, 2] },
  },
  'id-type': {
    observe: async (bench) => {
      const { body } = await create(bench);
      const task_id = at(body, 'data.task_id');
      const byId = await bench.localization('POST', '/tasks/status', { task_id });
      return [typeof task_id, byId.status];
    },
    shows: { text: ['string', 200], number: ['number', 200] },
  },
  'error-carriage': {
    observe: async ({ localization }) => {
      const { status, body } = await localization('GET', '/tasks/status?task_id=none');
      return [status, at(body, 'code')];
    },
    shows: { both: [404, 404], http: [404, undefined], envelope: [200, 404] },
  },
  'languages-reply': {
    observe: async ({ localization }) => {
      const got = await localization('GET', '/languages');
      const { body } = got.status === 405 ? await localization('POST', '/languages', {}) : got;
      return [got.status, pathOf(body, 'ja') ?? pathOf(body, 'Japanese')];
    },
    shows: {
      objects: [200, 'data.languages.3.code'],
      codes: [200, 'data.languages.3'],
      keyed: [200, 'data.languages.ja'],
      wrapped: [200, 'data.supported_languages.3.code'],
      'not-found': [404, null],
      'post-only': [405, 'data.languages.3.code'],
    },
  },
  'job-words': {
    faults: [{ on: 'work supplement', do: 'fail' }],
    observe: async (bench) => {
      await translated(bench);
      await supplement(bench, 'ko');
      bench.sandbox.clock.advance(LONG_MS);
      await supplement(bench, 'it');
      return (at(await statusOf(bench), 'jobs') as { status: string }[]).map(({ status }) => status);
    },
    shows: {
      COMPLETED: ['COMPLETED', 'FAILED', 'RUNNING'],
      SUCCEEDED: ['SUCCEEDED', 'FAILED', 'RUNNING'],
      DONE: ['DONE', 'FAILED', 'RUNNING'],
      FINISHED: ['FINISHED', 'FAILED', 'RUNNING'],
      PROCESSING: ['COMPLETED', 'FAILED', 'PROCESSING'],
      TIMED_OUT: ['COMPLETED', 'TIMED_OUT', 'RUNNING'],
      'lower-case': ['completed', 'failed', 'running'],
    },
  },
  'supplement-jobs': {
    observe: async (bench) => {
      await translated(bench);
      await supplement(bench, 'ko');
      const during = await statusOf(bench);
      bench.sandbox.clock.advance(LONG_MS);
      const hasKorean = (status: unknown): boolean =>
        (at(status, 'target_languages') as string[]).includes('ko');
      return [at(during, 'jobs.length'), hasKorean(during), hasKorean(await statusOf(bench))];
    },
    shows: { listed: [2, false, true], unlisted: [1, true, true], 'unlisted-late': [1, false, true] },
  },
  'publish-jobs': {
    observe: async (bench) => {
      await published(bench);
      return at(await statusOf(bench), 'jobs.length');
    },
    shows: { listed: 2, unlisted: 1 },
  },
  'publish-languages': {
    observe: async (bench) => {
      await published(bench, { target_languages: ['ja', 'fr'] });
      await published(bench, { client_task_id: 'fewer', target_languages: ['ja'] });
      const [string] = bench.sandbox.localization.projectStrings('sandbox').strings;
      return Object.keys(string?.translations ?? {}).sort();
    },
    shows: { replace: ['ja'], keep: ['fr', 'ja'] },
  },
  'supplement-failure': {
    faults: [
      { on: 'work supplement-trigger', do: 'fail' },
      { on: 'work supplement', do: 'fail' },
    ],
    observe: async (bench) => {
      const receiver = await startReceiver();
      await translated(bench, { callback_url: receiver.url });
      await supplement(bench, 'ko');
      await until('the failure is told', () => receiver.events().includes('task.failed'));
      const listed = at(await statusOf(bench), 'jobs.length');
      await supplement(bench, 'it');
      bench.sandbox.clock.advance(LONG_MS);
      const again = await supplement(bench, 'it');
      return [listed, at(again.body, 'data.skipped_target_languages')];
    },
    shows: { job: [2, []], 'callback-only': [1, []], 'partial-rows': [2, ['it']] },
  },
  'task-status-of-supplement': {
    observe: async (bench) => {
      await translated(bench);
      await supplement(bench, 'ko');
      const during = at(await statusOf(bench), 'status');
      bench.sandbox.clock.advance(LONG_MS);
      return [during, at(await statusOf(bench), 'status')];
    },
    shows: { unchanged: ['completed', 'completed'], 'running-again': ['running', 'completed'] },
  },
  'page-size': {
    observe: async (bench) => {
      seedTerms(bench, 60);
      return at((await bench.localization('GET', '/terms?page_size=60')).body, 'data.items.length');
    },
    shows: { 'as-asked': 60, clamped: 50 },
  },
  'term-delete-body': {
    observe: async (bench) => {
      seedTerms(bench, 1);
      const { body } = await bench.localization('GET', '/terms');
      const id = at(body, 'data.items.0.id');
      const remove = async (input: object) =>
        (await bench.localization('POST', '/terms/delete', input)).status;
      return [await remove({ ids: [id] }), await remove({ id })];
    },
    shows: { id: [400, 200], ids: [200, 400] },
  },
  'ini-layout': {
    observe: async (bench) => {
      await published(bench);
      return linesOf(await exported(bench))[0]?.split('=')[0];
    },
    shows: { language: '[ja]', string: '[intro]', flat: 'intro', prefixed: 'ja.intro' },
  },
  'ini-language-codes': {
    observe: async (bench) => {
      await published(bench, { target_languages: ['zh-cn'] });
      return linesOf(await exported(bench, { target_languages: ['zh-cn'] }))[0];
    },
    shows: { 'as-asked': '[zh-cn]', 'upper-case': '[ZH-CN]', underscore: '[zh_cn]' },
  },
  'ini-encoding': {
    observe: async (bench) => {
      await published(bench);
      return (await exported(bench)).toString('hex', 0, 4);
    },
    shows: { 'utf-8': '5b6a615d', 'utf-8-bom': 'efbbbf5b', 'utf-16le': 'fffe5b00', 'utf-16be': 'feff005b' },
  },
  'ini-default-escape': {
    observe: async (bench) => at((await exportIni(bench)).body, 'data.escape_mode'),
    shows: { 'no-escape': 'no-escape', escape: 'escape' },
  },
  'ini-field-columns': {
    observe: async (bench) => {
      await published(bench);
      const order = [{ type: 'language', value: 'ja' }];
      const template = { type: 'project_strings', name: 'wide', format: 'ini', fields: ['context'] };
      const made = await bench.localization('POST', '/export-templates/create', {
        ...template,
        field_order: order,
      });
      const lines = linesOf(await exported(bench, { template_id: at(made.body, 'data.template.id') }));
      return lines.filter((line) => line.startsWith('['));
    },
    shows: { none: ['[ja]'], 'with-fields': ['[ja]', '[context]'] },
  },
  'zip-names': {
    observe: async (bench) => {
      await published(bench);
      return Object.keys(await unzipped(await exported(bench, { download_mode: 'separate' })));
    },
    shows: {
      code: ['ja.ini'],
      prefix: ['game_ja.ini'],
      folders: ['ja/strings.ini'],
      bracketed: ['game[ja].ini'],
    },
  },
  'exported-languages': {
    observe: async (bench) => {
      await published(bench);
      return at((await exportIni(bench, { target_languages: ['ja', 'ko'] })).body, 'data.target_languages');
    },
    shows: { all: ['ja', 'ko'], 'some-left-out': ['ja'] },
  },
  'download-link': {
    observe: async (bench) => {
      await published(bench);
      const { body } = await exportIni(bench);
      const reply = await fetch(String(at(body, 'data.download_url')), { redirect: 'manual' });
      await reply.arrayBuffer();
      return [reply.status, reply.headers.get('content-encoding'), reply.headers.has('content-length')];
    },
    shows: {
      plain: [200, null, true],
      redirect: [302, null, true],
      gzip: [200, 'gzip', false],
      'no-length': [200, null, false],
    },
  },
  'export-timeout': {
    faults: [{ on: 'work export', do: 'fail' }],
    observe: async (bench) => {
      const { status, body } = await exportIni(bench);
      return [status, at(body, 'code')];
    },
    shows: { '504': [504, 504], '408': [408, 408], '500': [500, 500], 'envelope-504': [200, 504] },
  },
  'callback-signature': {
    observe: async (bench) => {
      const { url, received } = await startReceiver();
      await translated(bench, { callback_url: url });
      await until('a callback', () => received.length > 0);
      const { headers, rawBody, payload } = received[0] ?? fail();
      const signed = (time: string): boolean =>
        headers['x-svc-sign'] ===
        createHash('md5').update(time).update(rawBody).update(project.appSecret).digest('hex');
      return [signed(String(headers['x-svc-timestamp'])), signed(String(payload.timestamp)), signed('')];
    },
    shows: {
      'timestamp-header': [true, false, false],
      'timestamp-in-payload': [false, true, false],
      none: [false, false, true],
    },
  },
  'callback-events': {
    observe: async (bench) => (await create(bench, { callback_events: ['tmMatching'] })).status,
    shows: { whitelist: 200, narrow: 400 },
  },
  'callback-attempts': {
    observe: async (bench) => {
      const { url, received, replies } = await startReceiver();
      replies.push(500, 500);
      await translated(bench, { callback_url: url, callback_events: ['task.completed'] });
      const attempts = () => bench.sandbox.journal.find({ kind: 'callback' }).length;
      await until('the first attempt', () => attempts() === 1);
      bench.sandbox.clock.advance(16_000);
      await until('the second attempt', () => attempts() === 2);
      let seconds = 0;
      for (; received.length < 3; seconds += 1) {
        bench.sandbox.clock.advance(1000);
        await bench.localization('GET', '/languages');
      }
      // An attempt takes a few requests to arrive.
      return seconds < 30 ? 'after 16 s' : 'after 32 s';
    },
    shows: { 'from-each-other': 'after 32 s', 'from-first': 'after 16 s' },
  },
  'scan-none': {
    observe: async (bench) => {
      seedTerms(bench, 2, (index) => ['Dragon Sword', 'Morgana'][index] ?? '');
      const task_id = await translated(bench, { scan_terms: true });
      return at(
        (await bench.localization('GET', `/tasks/terms?task_id=${task_id}`)).body,
        'data.scan_status',
      );
    },
    shows: { skipped: 'skipped', 'completed-empty': 'completed' },
  },
  'rate-limit': {
    observe: async ({ localization }) => {
      const answers: WireAnswer[] = [];
      for (let call = 0; call < 9; call += 1) answers.push(await localization('GET', '/languages'));
      return answers.filter(({ status, headers }) => status === 429 && headers.has('retry-after')).length;
    },
    shows: { none: 0, seldom: 1 },
  },
  'xlsx-source': {
    observe: async (bench) => {
      const file = await workbook([
        ['string_id', 'content'],
        ['a', 'From afar'],
      ]);
      const xlsx_url = await listen((_request, response) => response.end(file));
      await create(bench, { strings: undefined, xlsx_url });
      bench.sandbox.clock.advance(LONG_MS);
      await until('the download', () => lastTask(bench)?.strings.length === 1);
      return at(await statusOf(bench), 'strings_count');
    },
    shows: { xlsx: 1 },
  },
};

it.each(Object.entries<Point<string>>(points))('%s', async (id, { faults = [], observe, shows }) => {
  const observed: Record<string, unknown> = {};
  for (const reading of Object.keys(shows)) {
    const sandbox = await startStillSandbox({ readings: { [id]: reading }, faults });
    observed[reading] = await observe({ sandbox, ...wireTo(sandbox) });
  }
  expect(observed).toEqual(shows);
});

it('has a row for every reading', () => {
  const shown = Object.fromEntries(Object.entries(points).map(([id, { shows }]) => [id, Object.keys(shows)]));
  for (const [id, readings] of Object.entries(localizationReadings)) {
    expect(shown[id]).toEqual(expect.arrayContaining([...readings]));
  }
});

function fail(): never {
  throw new Error('nothing was received');
}
