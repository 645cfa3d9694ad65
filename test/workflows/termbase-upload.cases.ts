import { WorkflowFailedError, type WorkflowHandleWithStartDetails } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import type { NewTerm, TermChange } from '../../src/localization/requests';
import { termbaseWorkflowId } from '../../src/domain/release/identity';
import {
  newUploadRecord,
  type TermbaseMode,
  type TermbaseUploadRecord,
} from '../../src/domain/review/termbase-upload';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { putSnapshot } from '../../src/store/source-snapshot';
import { putTerms } from '../../src/store/termbase-terms';
import type { termbaseUpload } from '../../src/workflows';
import { termbaseStatusQuery } from '../../src/protocol/messages';
import { until } from '../support/until';
import { quickPace, ReleaseRig, type RigOptions } from './release-rig';
import { itAtNight } from '../support/nightly';

type UploadHandle = WorkflowHandleWithStartDetails<typeof termbaseUpload>;

let rig: ReleaseRig;
afterEach(() => rig.close());

async function start(options: RigOptions = {}): Promise<void> {
  rig = await ReleaseRig.start({ minCheckInterval: '200ms', ...options });
}

async function send(
  mode: TermbaseMode,
  sha256: string,
  continued?: TermbaseUploadRecord,
): Promise<UploadHandle> {
  const input = { project: rig.project, name: `terms-${mode}`, mode, sha256 };
  return rig.startWorkflow<typeof termbaseUpload>('termbaseUpload', {
    workflowId: termbaseWorkflowId(input),
    taskQueue: rig.taskQueue,
    args: continued === undefined ? [input] : [input, continued],
  });
}

const upload = async (terms: readonly NewTerm[], continued?: TermbaseUploadRecord): Promise<UploadHandle> =>
  send('upload', await putTerms(rig.store, terms), continued);

const update = async (terms: readonly TermChange[]): Promise<UploadHandle> =>
  send('update', await putTerms(rig.store, terms));

function term(number: number, more: Partial<NewTerm> = {}): NewTerm {
  return {
    content: `Sword ${number}`,
    source_language: 'en',
    category: 'Item',
    translations: { ja: `剣${number}` },
    ...more,
  };
}

const terms = (count: number): NewTerm[] => Array.from({ length: count }, (_, index) => term(index + 1));

/** What the termbase has before anything is sent; answers the ids. */
function given(existing: readonly NewTerm[], at = '2026-01-01T00:00:00.000Z'): string[] {
  const project = rig.sandbox.localization.project('sandbox');
  for (const one of existing) upsertTerm(project, one, at);
  return [...project.termbase.values()].map(({ id }) => id);
}

/** 2,345 terms, of which the termbase has 800: 500 as they are, and 300 with another category. */
function mostlyNewTerms(): NewTerm[] {
  given(terms(800).map((one, index) => (index < 500 ? one : { ...one, category: 'Weapon' })));
  return terms(2345);
}
const mostlyNew = { new: 1545, changed: 300, unchanged: 500, failed: 0, unknown: 0 };

const callsTo = (subject: string): number => rig.sandbox.journal.find({ kind: 'request', subject }).length;
const termsThere = (): number => rig.sandbox.localization.project('sandbox').termbase.size;

describe('an upload of 2,345 terms', () => {
  it('takes three calls, is counted by their callbacks, and keeps the terms out of its history', async () => {
    await start({ minCheckInterval: '1h' });
    const handle = await upload(mostlyNewTerms());
    const result = await handle.result();
    expect(result).toMatchObject({ state: 'done', terms: 2345, termsDone: 2345, failures: [] });
    expect(result.counts).toEqual(mostlyNew);
    expect(callsTo('POST /terms/create')).toBe(3);
    expect(termsThere()).toBe(2345);
    const callbacks = () => rig.sandbox.journal.find({ kind: 'callback' }).map(({ code }) => code);
    await until('the last answer is written down', () => callbacks().length === 3);
    expect(callbacks()).toEqual([200, 200, 200]);
    // Read once, before: the callbacks left nothing to look up.
    expect(callsTo('GET /terms')).toBe(2);
    const { events } = await handle.fetchHistory();
    const sizes = (events ?? []).map((event) => JSON.stringify(event).length);
    expect(Math.max(...sizes)).toBeLessThan(5000);
  });

  it('without callbacks is counted by what the termbase shows', async () => {
    await start({ callbacks: false });
    const result = await (await upload(mostlyNewTerms())).result();
    expect(result).toMatchObject({ state: 'done', counts: mostlyNew });
    expect(callsTo('POST /terms/create')).toBe(3);
  });

  itAtNight('whose callbacks never arrive is counted by what the termbase shows', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'callback term_upload.completed', do: 'drop', nth: 'all' });
    const result = await (await upload(mostlyNewTerms())).result();
    expect(result).toMatchObject({ state: 'done', counts: mostlyNew });
    expect(callsTo('POST /terms/create')).toBe(3);
  });

  itAtNight('tells how many the service counted, and looks for those that it did not take on', async () => {
    await start({ callbacks: false });
    const { termbase } = rig.sandbox.localization.project('sandbox');
    const keep = termbase.set.bind(termbase);
    termbase.set = (id, one) => (one.content === 'Sword 10' ? termbase : keep(id, one));
    const data = { upload_id: 'upload_1', terms_count: 9 };
    const body = JSON.stringify({ success: true, code: 0, msg: 'ok', trace_id: 'upload_1', data });
    rig.sandbox.faults.add({ on: 'POST /terms/create', do: 'garbage', status: 200, body });
    const { state, accepted, counts, failures } = await (await upload(terms(10))).result();
    expect({ state, accepted, counts }).toMatchObject({
      state: 'partial',
      accepted: 9,
      counts: { new: 9, unknown: 1 },
    });
    expect(failures[0]?.message).toContain('The service accepted 9 of these 10 terms');
  });

  itAtNight('takes a callback that comes twice once', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'callback term_upload.completed', do: 'double', nth: 'all' });
    const result = await (await upload(mostlyNewTerms())).result();
    expect(result).toMatchObject({ state: 'done', counts: mostlyNew });
  });

  it('sends a call again whose reply was lost, and still counts what both did once, though every callback comes twice', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'callback term_upload.completed', do: 'double', nth: 'all' });
    rig.sandbox.faults.add({ on: 'POST /terms/create', do: 'lose-reply', nth: 1 });
    const result = await (await upload(mostlyNewTerms())).result();
    expect(result).toMatchObject({ state: 'done', counts: mostlyNew });
    expect(callsTo('POST /terms/create')).toBe(4);
    expect(termsThere()).toBe(2345);
  });

  itAtNight('reports the call that failed in the background, and sends the others', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'work term-upload', do: 'fail', nth: 2, code: 507, reason: 'no space' });
    const result = await (await upload(terms(2345))).result();
    expect(result).toMatchObject({ state: 'partial', termsDone: 2345 });
    expect(result.counts).toEqual({ new: 1345, changed: 0, unchanged: 0, failed: 1000, unknown: 0 });
    expect(result.failures).toEqual([
      {
        first: 1001,
        last: 2000,
        id: null,
        code: '507',
        message:
          'The service could not write these terms: no space. Upload the file again: terms that are already there do not change.',
      },
    ]);
    expect(termsThere()).toBe(1345);
  });

  itAtNight('does not guess what became of a call that failed without a word', async () => {
    await start({ callbacks: false, skipTime: true, minCheckInterval: '10m' });
    rig.sandbox.faults.add({ on: 'work term-upload', do: 'fail', nth: 2 });
    const result = await (await upload(terms(2345))).result();
    expect(result.counts).toEqual({ new: 1345, changed: 0, unchanged: 0, failed: 0, unknown: 1000 });
    expect(result.failures).toMatchObject([{ first: 1001, last: 2000, code: 'outcome_unknown' }]);
    expect(result.failures[0]?.message).toContain('1000 of these terms are not in the termbase');
  });

  it('reports the call that was refused, and sends the others', async () => {
    await start();
    const refused = terms(2345).with(1499, term(1500, { translations: { tlh: "'etlh" } }));
    const result = await (await upload(refused)).result();
    expect(result.counts).toEqual({ new: 1345, changed: 0, unchanged: 0, failed: 1000, unknown: 0 });
    expect(result.failures).toMatchObject([{ first: 1001, last: 2000, code: '400' }]);
    expect(callsTo('POST /terms/create')).toBe(4);
  });

  it('tells how far it is', async () => {
    await start({ sandbox: { pace: { termUploadMs: 3_600_000 } }, minCheckInterval: '1h' });
    const handle = await upload(terms(2345));
    const reached = async (first: number, last: number) => {
      await until(`terms ${first} to ${last} are sent`, async () => {
        const { current } = await handle.query(termbaseStatusQuery);
        return current?.first === first && callsTo('POST /terms/create') === Math.ceil(last / 1000);
      });
      return handle.query(termbaseStatusQuery);
    };
    expect(await reached(1, 1000)).toMatchObject({
      id: `${rig.project}/terms-upload`,
      state: 'running',
      terms: 2345,
      termsDone: 0,
      current: { first: 1, last: 1000 },
    });
    rig.sandbox.clock.advance(3_600_000);
    expect(await reached(1001, 2000)).toMatchObject({ state: 'running', termsDone: 1000 });
    rig.sandbox.clock.advance(3_600_000);
    expect(await reached(2001, 2345)).toMatchObject({ state: 'running', termsDone: 2000 });
    rig.sandbox.clock.advance(3_600_000);
    expect(await handle.result()).toMatchObject({ state: 'done', termsDone: 2345, current: null });
  });

  it('goes on in a new run where the run before it stood', async () => {
    await start();
    const plan = {
      mode: 'upload',
      terms: 2345,
      termsPerCall: 1000,
      before: await putTerms(rig.store, { sourceLanguage: 'en', newestAt: null, terms: [] }),
      callbacks: true,
      minCheckIntervalMs: 200,
    } as const;
    const before = { ...newUploadRecord('upload'), plan, termsDone: 2000, counts: { new: 2000 } };
    const result = await (await upload(terms(2345), before)).result();
    expect(result).toMatchObject({ state: 'done', termsDone: 2345, counts: { new: 2345 } });
    expect(callsTo('POST /terms/create')).toBe(1);
    expect(termsThere()).toBe(345);
  });
});

describe('an upload of terms', () => {
  itAtNight(
    'in a source language that nobody can look up is of unknown outcome without callbacks',
    async () => {
      await start({ callbacks: false });
      const result = await (await upload([term(1), term(2, { source_language: 'fr' })])).result();
      expect(result.counts).toMatchObject({ new: 1, unknown: 1 });
      expect(result.failures[0]?.message).toContain(
        '1 of them has a source language that cannot be looked up',
      );
    },
  );

  it('that clears a translation waits until it is gone', async () => {
    await start({ callbacks: false });
    given([term(1, { translations: { ja: '剣', ko: '검' } })]);
    const result = await (await upload([term(1, { translations: { ko: '' } })])).result();
    expect(result.counts).toMatchObject({ new: 0, changed: 1, unchanged: 0 });
    const [stored] = rig.sandbox.localization.project('sandbox').termbase.values();
    expect(stored?.translations).toEqual({ ja: '剣' });
  });

  it('reads a large termbase once, and then only what has changed in it', async () => {
    const termUploadMs = 120_000;
    await start({ callbacks: false, sandbox: { pace: { termUploadMs } } });
    given(terms(2000), '2025-06-01T00:00:00.000Z');
    given([term(2001)]);
    const handle = await upload([term(2002)]);
    await until('the whole termbase is read, and looked at twice', () => callsTo('GET /terms') >= 5 + 2);
    rig.sandbox.clock.advance(termUploadMs);
    expect((await handle.result()).counts).toMatchObject({ new: 1 });
    const { events } = await handle.fetchHistory();
    const looks = events?.filter(
      ({ activityTaskScheduledEventAttributes: scheduled }) =>
        scheduled?.activityType?.name === 'lookForTerms',
    );
    expect(looks?.length).toBeGreaterThan(1);
    expect(callsTo('GET /terms')).toBe(5 + (looks?.length ?? 0));
  });

  it('of none is done at once', async () => {
    await start();
    expect(await (await upload([])).result()).toMatchObject({ state: 'done', terms: 0 });
    expect(callsTo('POST /terms/create')).toBe(0);
  });

  it('that names some other content fails at once and sends nothing', async () => {
    await start();
    const { sha256 } = await putSnapshot(rig.store, [{ string_id: 'a', content: 'b' }]);
    const handle = await send('upload', sha256);
    const error: unknown = await handle.result().catch((reason: unknown) => reason);
    const cause = error instanceof WorkflowFailedError ? error.cause?.cause : undefined;
    expect(cause).toBeInstanceOf(ApplicationFailure);
    expect(String(cause)).toContain('is not a list of terms');
    expect(callsTo('GET /terms')).toBe(0);
  });
});

describe('an update of 250 terms', () => {
  /** 100 that change, 90 that do not, 25 that are gone, 25 with no id, and 10 that would collide. */
  function mixedChanges(): TermChange[] {
    const ids = given(terms(200));
    return [
      ...ids.slice(0, 100).map((id) => ({ id, category: 'Weapon' })),
      ...ids.slice(100, 190).map((id) => ({ id, category: 'Item' })),
      ...Array.from({ length: 25 }, (_, i) => ({ id: `term_${String(i).padStart(16, '0')}`, category: 'x' })),
      ...Array.from({ length: 25 }, (_, i) => ({ id: `row ${i}`, category: 'x' })),
      ...ids.slice(190, 200).map((id) => ({ id, content: 'Sword 1' })),
    ];
  }
  const mixed = { updated: 100, unchanged: 90, not_found: 25, invalid_id: 25, error: 10 };

  it('takes three calls, sums up what became of each, and lists fifty that failed', async () => {
    await start();
    const result = await (await update(mixedChanges())).result();
    expect(result).toMatchObject({ mode: 'update', state: 'partial', terms: 250, termsDone: 250 });
    expect(result.counts).toEqual(mixed);
    expect(callsTo('POST /terms/update')).toBe(3);
    expect(result.failures).toHaveLength(50);
    expect(result.failures[0]).toEqual({
      first: 191,
      last: 191,
      id: 'term_0000000000000000',
      code: 'not_found',
      message: 'the project has no term with this id',
    });
    expect(result.failures[25]).toMatchObject({ first: 216, id: 'row 0', code: 'invalid_id' });
  });

  it('repeats a call whose reply was lost, which changes nothing more', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'POST /terms/update', do: 'lose-reply', nth: 2 });
    const result = await (await update(mixedChanges())).result();
    expect(result.counts).toEqual(mixed);
    expect(callsTo('POST /terms/update')).toBe(4);
  });

  itAtNight('counts the rows of a call that was refused as errors, and sends the others', async () => {
    await start();
    const ids = given(terms(250));
    rig.sandbox.faults.add({ on: 'POST /terms/update', do: 'refuse', nth: 2, code: 400, message: 'no' });
    const result = await (await update(ids.map((id) => ({ id, category: 'Weapon' })))).result();
    expect(result.counts).toEqual({ updated: 150, unchanged: 0, not_found: 0, invalid_id: 0, error: 100 });
    expect(result.failures).toMatchObject([{ first: 101, last: 200, id: null, code: '400' }]);
  });
});

describe('a deletion', () => {
  const remove = async (ids: readonly string[]): Promise<UploadHandle> =>
    send(
      'delete',
      await putTerms(
        rig.store,
        ids.map((id) => ({ id })),
      ),
    );
  const documented = { sandbox: { pace: quickPace, readings: {} } };
  const left = (): number => rig.sandbox.localization.project('sandbox').termbase.size;

  it('deletes each term once, also where a reply was lost, and takes one that is gone for deleted', async () => {
    await start(documented);
    const [kept, ...ids] = given(terms(60));
    rig.sandbox.faults.add({ on: 'POST /terms/delete', do: 'lose-reply', nth: 3 });
    const result = await (await remove(ids)).result();
    expect(result).toMatchObject({ state: 'done', terms: 59, failures: [] });
    expect(result.counts).toEqual({ deleted: 56, gone: 3, error: 0 });
    expect([left(), kept !== undefined]).toEqual([1, true]);
  });

  itAtNight('tells of a term that was refused, and deletes the others', async () => {
    await start(documented);
    const ids = given(terms(60));
    rig.sandbox.faults.add({ on: 'POST /terms/delete', do: 'refuse', nth: 52, code: 400, message: 'no' });
    const result = await (await remove(ids)).result();
    expect(result.failures).toMatchObject([{ first: 52, last: 52, id: ids[51], code: '400' }]);
    expect(result).toMatchObject({ state: 'partial', counts: { deleted: 59, gone: 0, error: 1 } });
    expect(left()).toBe(1);
  });
});
