import { WorkflowNotFoundError } from '@temporalio/client';
import { readFile } from 'node:fs/promises';
import { Secret } from '../../src/http/secret';
import { parseIni } from '../support/parse-ini';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { SheetTerm } from '../../src/domain/review/term-sheet';
import { readSheet } from '../../src/store/stored-term-sheet';
import {
  addLanguagesUpdate,
  callbackSignal,
  confirmTermsSignal,
  confirmTermsUpdate,
  deleteTermsUpdate,
  editTermsUpdate,
  refreshTermsUpdate,
  rejectTermsUpdate,
} from '../../src/protocol/messages';
import type { TermEdit } from '../../src/protocol/message-schemas';
import { findTemporalBinary } from '../../src/temporal/server/binary';
import { startDevServer, type DevServer } from '../../src/temporal/server/dev-server';
import { historyToJson } from '../support/history-json';
import { clientOf } from '../support/localization-client';
import { refusalOf } from '../support/refusal';
import { until } from '../support/until';
import { expectDoneOnce } from './invariants';
import { quickPace, ReleaseRig, reviewOnly, type ReleaseHandle, type RigOptions } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
/** Ends when the sandbox's clock is moved. */
const slowTranslation = { ...quickPace, stepMs: DAY_MS / 24 };

describe('a term review', () => {
  let rig: ReleaseRig;
  afterEach(() => rig.close());

  const start = async (options: RigOptions = {}): Promise<void> => {
    rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
  };
  const edit = (handle: ReleaseHandle, termId: string, change: TermEdit, by = 'olga') =>
    handle.executeUpdate(editTermsUpdate, { args: [{ by, termIds: [termId], edit: change }] });
  const confirm = (handle: ReleaseHandle, said: { by?: string; digest?: string; comment?: string } = {}) =>
    handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga', ...said }] });
  const reject = (handle: ReleaseHandle, reason: string, by = 'olga') =>
    handle.executeUpdate(rejectTermsUpdate, { args: [{ by, reason }] });
  const reviewed = async ({ terms }: ReleaseStatus): Promise<SheetTerm[]> =>
    terms === null ? [] : readSheet(rig.store, terms);
  const taskOf = (taskId: string | null) =>
    rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
  const atService = ({ taskId }: ReleaseStatus) => taskOf(taskId)?.terms ?? [];
  const effectsOf = (subject: string) =>
    rig.sandbox.journal.find({ kind: 'request', subject }).filter(({ effect }) => effect !== null);
  const confirmations = () => effectsOf('POST /tasks/confirm-terms');
  const termId = async (status: ReleaseStatus, term: string): Promise<string> =>
    (await reviewed(status)).find((candidate) => candidate.term === term)?.id ?? 'absent';

  it('takes an edit to the service before it answers, and what was edited is what is exported', async () => {
    await start();
    const handle = await rig.release({ supplementLanguages: [], announce: undefined });
    const opened = await rig.waitingForTerms(handle);
    const id = await termId(opened, 'Elder Mira');
    const { digest, total } = await edit(handle, id, {
      category: 'Mentor',
      score: 9,
      note: 'The first one the player meets.',
      translations: { ja: '長老ミラ' },
    });

    expect(atService(opened).find((term) => term.id === id)).toMatchObject({
      term: 'Elder Mira',
      category: 'Mentor',
      glossary_score: 9,
      judgment: 'The first one the player meets.',
      translations: { ja: '長老ミラ', 'zh-cn': 'Elder Mira·zh-cn' },
    });
    expect(digest).not.toBe(opened.terms?.digest);
    expect(await rig.status(handle)).toMatchObject({ state: 'waiting', terms: { digest, total } });

    await confirm(handle, { digest, comment: 'as in part one' });
    const record = await handle.result();
    expect(record).toMatchObject({ state: 'done', termChanges: { olga: 1 } });
    expect(record.decisions).toMatchObject([{ by: 'olga', what: 'confirm terms', why: 'as in part one' }]);
    const text = await readFile(record.files[0]?.path ?? '', 'utf8');
    const { translations } = parseIni(text, { escape: 'no-escape', languages: ['zh-cn', 'ja'] });
    expect(translations.get('ja')?.get('greeting')).toContain('長老ミラ');
  });

  itAtNight('renames a term at the service', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const id = await termId(opened, 'Crystal Keep');
    await edit(handle, id, { term: 'the Crystal Keep' });
    expect(atService(opened).find((term) => term.id === id)?.term).toBe('the Crystal Keep');
    expect(await termId(await rig.status(handle), 'the Crystal Keep')).toBe(id);
  });

  itAtNight('deletes terms at the service', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const [first, ...others] = await reviewed(opened);
    const { total } = await handle.executeUpdate(deleteTermsUpdate, {
      args: [{ by: 'olga', termIds: [first?.id ?? ''] }],
    });
    expect(total).toBe(others.length);
    expect(atService(opened).map(({ id }) => id)).toEqual(others.map(({ id }) => id));
    expect(await reviewed(await rig.status(handle))).toEqual(others);
  });

  it('refuses what cannot be done with the reason, changes nothing by it, and goes on', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const [known] = await reviewed(opened);
    const refusals = [
      await refusalOf(edit(handle, 'tt_absent', { category: 'Mentor' })),
      await refusalOf(
        handle.executeUpdate(deleteTermsUpdate, {
          args: [{ by: 'olga', termIds: [known?.id ?? '', 'tt_absent'] }],
        }),
      ),
    ];
    for (const refusal of refusals) expect(refusal).toMatch(/no term tt_absent\. Nothing was changed/);
    expect(effectsOf('POST /tasks/terms/update')).toEqual([]);
    expect(effectsOf('POST /tasks/terms/delete')).toEqual([]);

    // What the service does not take is told in its words.
    rig.sandbox.faults.add({ on: 'POST /tasks/terms/update', do: 'refuse', code: 403, message: 'not yours' });
    const id = await termId(opened, 'Elder Mira');
    expect(await refusalOf(edit(handle, id, { score: 1 }, 'ivan'))).toContain('not yours');
    expect((await rig.status(handle)).terms).toEqual(opened.terms);
    const { digest } = await edit(handle, id, { score: 1 }, 'ivan');
    expect(atService(opened).find((term) => term.id === id)?.glossary_score).toBe(1);

    // Whoever opened the list before that has not seen it.
    const seen = opened.terms?.digest ?? '';
    expect(await refusalOf(confirm(handle, { digest: seen }))).toContain('have changed');
    expect(confirmations()).toEqual([]);
    expect(await confirm(handle, { digest })).toEqual({ outcome: 'confirmed' });
    expect((await handle.result()).state).toBe('done');
  });

  it('lets the edits of two operators go in turn, so that none is lost, and takes their two confirmations for one', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const ids = (await reviewed(opened)).map(({ id }) => id);
    await Promise.all(
      ids.flatMap((id, n) => [
        edit(handle, id, { note: `olga ${n}` }, 'olga'),
        edit(handle, id, { translations: { ja: `ivan ${n}` } }, 'ivan'),
      ]),
    );
    const list = await reviewed(await rig.status(handle));
    expect(list.map(({ note, translations }) => [note, translations.ja])).toEqual(
      ids.map((_, n) => [`olga ${n}`, `ivan ${n}`]),
    );
    const outcomes = await Promise.all([confirm(handle, { by: 'olga' }), confirm(handle, { by: 'ivan' })]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['already-confirmed', 'confirmed']);
    expect((await handle.result()).termChanges).toEqual({ olga: ids.length, ivan: ids.length });
    expect(confirmations()).toHaveLength(1);
  });

  it('lets an edit that is under way reach the service before a confirmation by signal does', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'POST /tasks/terms/update', do: 'delay', ms: 1500 });
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const editing = edit(handle, await termId(opened, 'Elder Mira'), { category: 'Mentor' });
    await rig.reached(handle, () => effectsOf('POST /tasks/terms/update').length === 1, 'the edit arrives');
    await handle.signal(confirmTermsSignal, { by: 'ivan' });
    expect(await editing).toMatchObject({ total: opened.terms?.total });
    const answeredAt = rig.sandbox.journal.find({ subject: 'POST /tasks/terms/update' })[0]?.at ?? '';
    await handle.result();
    const confirmedAt = Date.parse(confirmations()[0]?.at ?? '');
    expect(confirmedAt - Date.parse(answeredAt)).toBeGreaterThanOrEqual(1500);
  });

  itAtNight(
    'refuses a confirmation of a list that has changed at the service, and then shows the new one',
    async () => {
      await start();
      const handle = await rig.release(reviewOnly);
      const opened = await rig.waitingForTerms(handle);
      const service = clientOf(rig.sandbox.url, {
        appKey: 'sandbox-app-key',
        appSecret: new Secret('sandbox-app-secret'),
      });
      const id = await termId(opened, 'Elder Mira');
      await service.updateTaskTerm({ task_id: opened.taskId ?? '', id, category: 'Villain' });
      await service.close();

      expect(await refusalOf(confirm(handle))).toContain('have changed');
      const changed = await rig.status(handle);
      expect(changed.terms?.digest).not.toBe(opened.terms?.digest);
      expect((await reviewed(changed)).find((term) => term.id === id)?.category).toBe('Villain');
      expect(await confirm(handle)).toEqual({ outcome: 'confirmed' });
      expect((await handle.result()).state).toBe('done');
    },
  );

  itAtNight('reads the list anew on request', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    atService(opened).splice(0, 1);
    const sheet = await handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'olga' }] });
    expect(sheet.total).toBe((opened.terms?.total ?? 0) - 1);
    expect((await rig.status(handle)).terms).toEqual(sheet);
  });

  it('takes the first of a confirmation and a rejection at once, and tells the other', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    await rig.waitingForTerms(handle);
    const [confirmed, rejected] = await Promise.allSettled([
      confirm(handle, { by: 'olga' }),
      reject(handle, 'not yet', 'ivan'),
    ]);
    const { state } = await handle.result();
    expect([confirmed.status, rejected.status, state]).toEqual(
      state === 'done' ? ['fulfilled', 'rejected', 'done'] : ['rejected', 'fulfilled', 'rejected'],
    );
    expect(confirmations()).toHaveLength(state === 'done' ? 1 : 0);
  });

  it('answers everything that comes after a confirmation once and clearly', async () => {
    await start({ sandbox: { pace: slowTranslation } });
    const handle = await rig.release(reviewOnly);
    const opened = await rig.waitingForTerms(handle);
    const id = await termId(opened, 'Elder Mira');
    await confirm(handle);
    const tooLate = 'Too late: olga has confirmed the terms already.';
    expect(await refusalOf(edit(handle, id, { score: 3 }, 'ivan'))).toBe(tooLate);
    expect(await refusalOf(reject(handle, 'second thoughts', 'ivan'))).toBe(tooLate);
    expect(await confirm(handle, { by: 'ivan' })).toEqual({ outcome: 'already-confirmed' });
    rig.sandbox.clock.advance(DAY_MS);
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions.map(({ by, what }) => `${by}: ${what}`)).toEqual(['olga: confirm terms']);
  });

  it('says that it is too early before the scan has ended', async () => {
    await start({ sandbox: { pace: { ...quickPace, scanMs: 60_000 } } });
    const handle = await rig.release(reviewOnly);
    await rig.reached(handle, ({ stage }) => stage === 'scan', 'the scan goes on');
    const tooEarly = 'Too early: the term scan has not ended yet.';
    expect(await refusalOf(confirm(handle))).toBe(tooEarly);
    expect(await refusalOf(reject(handle, 'no'))).toBe(tooEarly);
    expect(await refusalOf(edit(handle, 'tt_1', { score: 1 }))).toBe(tooEarly);
  });

  it('shows what it waits for and until when, and ends as rejected with the reason, and nothing was translated', async () => {
    await start();
    const before = Date.now();
    const handle = await rig.release({ terms: { deadline: '3 days' } });
    const waiting = await rig.waitingForTerms(handle);
    const { since = '', dueAt } = waiting.waitingFor ?? {};
    expect(Date.parse(since)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(since)).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(dueAt ?? '') - Date.parse(since)).toBe(3 * DAY_MS);
    expect(waiting).toMatchObject({
      state: 'waiting',
      stage: 'confirm',
      waitingFor: { kind: 'terms' },
      terms: { total: (await reviewed(waiting)).length },
      progress: null,
      decisions: [],
      problem: null,
    });
    expect(waiting.stages.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'waiting',
      'pending',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
    expect(await refusalOf(reject(handle, '  '))).toContain('reason: must say why');
    expect(await reject(handle, 'Mira is a man', 'ivan')).toEqual({ outcome: 'rejected' });

    const record = await handle.result();
    expect(record.problem).toMatchObject({ code: 'rejected', facts: { by: 'ivan', why: 'Mira is a man' } });
    expect(record).toMatchObject({
      state: 'rejected',
      waitingFor: null,
      problem: { code: 'rejected' },
      decisions: [{ by: 'ivan', what: 'reject terms', why: 'Mira is a man' }],
    });
    const status = await rig.status(handle);
    expect([status.stage, status.stages[2]?.state, status.stages[3]?.state]).toEqual([
      'confirm',
      'failed',
      'pending',
    ]);
    expect(rig.sandbox.journal.find({ kind: 'work', subject: 'task completed' })).toEqual([]);
    await expect(confirm(handle)).rejects.toThrow(WorkflowNotFoundError);
  });

  itAtNight('ends as rejected at the deadline, after which nobody can confirm', async () => {
    await start();
    const handle = await rig.release({ ...reviewOnly, terms: { deadline: '1s' } });
    const record = await handle.result();
    expect(record).toMatchObject({ state: 'rejected', problem: { code: 'rejected_by_deadline' } });
    expect(record.decisions).toMatchObject([{ by: 'deadline', what: 'reject terms' }]);
    await expect(confirm(handle)).rejects.toThrow(WorkflowNotFoundError);
    expect(confirmations()).toEqual([]);
  });

  it('confirms at the deadline where the release says so; later decisions are too late', async () => {
    await start({ sandbox: { pace: slowTranslation } });
    const handle = await rig.release({ ...reviewOnly, terms: { deadline: '1s', onDeadline: 'confirm' } });
    await rig.reached(handle, ({ stage }) => stage === 'translate', 'the deadline has passed');
    expect(await refusalOf(reject(handle, 'no'))).toContain('Too late: deadline has confirmed');
    expect(await confirm(handle)).toEqual({ outcome: 'already-confirmed' });
    rig.sandbox.clock.advance(DAY_MS);
    expect((await handle.result()).decisions).toMatchObject([{ by: 'deadline', what: 'confirm terms' }]);
  });

  itAtNight('goes on where somebody confirms in the console of the service first, and says so', async () => {
    await start();
    const handle = await rig.release(reviewOnly);
    const { taskId } = await rig.waitingForTerms(handle);
    rig.sandbox.localization.confirmInConsole(taskId ?? '');
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ by: 'service console', what: 'confirm terms' }]);
    expect(rig.sandbox.journal.find({ subject: 'POST /tasks/confirm-terms' })).toEqual([]);
  });

  /** A review in which no look comes by itself: the one at the end of the scan is asked for, as a callback would. */
  const startUnobserved = async (): Promise<{ handle: ReleaseHandle; taskId: string }> => {
    await start({ minCheckInterval: '1h', callbacks: false });
    const handle = await rig.release(reviewOnly);
    const { taskId } = await rig.reached(handle, ({ stage }) => stage === 'scan', 'the scan is waited for');
    await until('the scan has ended', () => taskOf(taskId)?.status === 'waiting_confirmation');
    const event = 'term_scan.completed';
    await handle.signal(callbackSignal, { deliveryId: 'delivery-1', event, taskId: taskId ?? '' });
    await rig.waitingForTerms(handle);
    return { handle, taskId: taskId ?? '' };
  };

  itAtNight('says that the console won where it was quicker than an operator by a moment', async () => {
    const { handle, taskId } = await startUnobserved();
    rig.sandbox.localization.confirmInConsole(taskId);
    expect(await confirm(handle)).toEqual({ outcome: 'confirmed' });
    await rig.reached(
      handle,
      ({ stage, state }) => stage === 'translate' || state === 'done',
      'the translation is waited for, or seen to be over',
    );
    expect((await rig.status(handle)).decisions).toMatchObject([
      { by: 'service console', what: 'confirm terms' },
    ]);
    expect(confirmations()).toEqual([]);
  });

  it('is told as the confirmation of whoever confirmed, though its reply was lost and the release was parked then', async () => {
    const { handle } = await startUnobserved();
    rig.sandbox.faults.add({ on: 'POST /tasks/confirm-terms', do: 'lose-reply' });
    rig.sandbox.faults.add({ on: 'GET /tasks/status', do: 'refuse', code: 403 });
    await confirm(handle, { by: 'ivan', comment: 'as in part one' });
    expect(await rig.parked(handle)).toMatchObject({ stage: 'confirm', decisions: [] });
    await rig.resolve(handle, 'retry');
    const isOver = ({ stages }: ReleaseStatus): boolean =>
      stages.some(({ name, state }) => name === 'confirm' && state === 'done');
    expect((await rig.reached(handle, isOver, 'the review is over')).decisions).toMatchObject([
      { by: 'ivan', what: 'confirm terms', why: 'as in part one' },
      { by: 'tester', what: 'resolve retry' },
    ]);
    expect(confirmations()).toHaveLength(1);
  });

  it('needs no person where the scan found nothing', async () => {
    await start();
    const handle = await rig.release(reviewOnly, [{ string_id: 'ok', content: 'ok, go on' }]);
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([
      { by: 'locrelease', what: 'confirm terms', why: 'the scan found no terms' },
    ]);
    expect(confirmations()).toHaveLength(1);
  });

  itAtNight('needs no person where the service knows every term already', async () => {
    await start();
    const first = await rig.release(reviewOnly);
    await rig.waitingForTerms(first);
    await confirm(first);
    await first.result();
    const second = await rig.release(reviewOnly);
    const { state, decisions } = await second.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ by: 'localization service', what: 'confirm terms' }]);
    expect(confirmations()).toHaveLength(1);
  });

  it.each(
    drawn<[string, ReleaseFile['terms']]>(
      [
        ['the service applies what it finds', { confirmation: 'automatic' }],
        ['there is no scan', { scan: false }],
      ],
      1,
      1,
    ),
  )('is left out where %s', async (_why, terms) => {
    await start({ sandbox: { pace: slowTranslation } });
    const handle = await rig.release({ ...reviewOnly, terms });
    await rig.reached(handle, ({ stage }) => stage === 'translate', 'the translation goes on');
    expect(await refusalOf(confirm(handle))).toBe('This release does not ask for a term review.');
    rig.sandbox.clock.advance(DAY_MS);
    const record = await handle.result();
    expect(record).toMatchObject({ state: 'done', decisions: [], waitingFor: null });
    expect(record.stages[2]).toMatchObject({ name: 'confirm', state: 'skipped' });
    expect(confirmations()).toEqual([]);
  });

  itAtNight('carries 1,200 terms, and no event of its history is large', async () => {
    await start();
    const strings = Array.from({ length: 1200 }, (_, n) => ({
      string_id: `hero-${n}`,
      content: `Here comes Hero ${nameOf(n)}, of whom much has been told in many a long night`,
    }));
    const handle = await rig.release(reviewOnly, strings);
    const opened = await rig.waitingForTerms(handle);
    const list = await reviewed(opened);
    expect([opened.terms?.total, list.length, new Set(list.map(({ id }) => id)).size]).toEqual([
      1200, 1200, 1200,
    ]);
    const last = list.at(-1)?.id ?? '';
    await edit(handle, last, { translations: { ja: '最後' } });
    const { total, digest } = await handle.executeUpdate(deleteTermsUpdate, {
      args: [{ by: 'olga', termIds: list.slice(0, 200).map(({ id }) => id) }],
    });
    expect(total).toBe(1000);
    await confirm(handle, { digest });
    expect((await handle.result()).state).toBe('done');
    expect(rig.sandbox.localization.project('sandbox').termbase.size).toBe(1000);
    const { events } = JSON.parse(historyToJson(await handle.fetchHistory())) as { events: unknown[] };
    expect(Math.max(...events.map((event) => JSON.stringify(event).length))).toBeLessThan(16 * 1024);
  });
});

describe('a review that outgrows its history', () => {
  const EVENTS = 80;
  let server: DevServer;
  let rig: ReleaseRig;
  beforeAll(async () => {
    server = await startDevServer({
      binary: await findTemporalBinary({ report: () => undefined }),
      searchAttributes: searchAttributeTypes,
      settings: [`limit.historyCount.suggestContinueAsNew=${EVENTS}`],
    });
    rig = await ReleaseRig.start({ minCheckInterval: '200ms', address: server.address });
  });
  afterAll(async () => {
    await rig.close();
    await server.stop();
  });

  const reviewed = async ({ terms }: ReleaseStatus): Promise<SheetTerm[]> =>
    terms === null ? [] : readSheet(rig.store, terms);

  itAtNight('goes on in a new one with every edit, decision, delivery and its deadline', async () => {
    const handle = await rig.release();
    const opened = await rig.waitingForTerms(handle);
    const callback = { deliveryId: 'delivery-1', event: 'task.failed', taskId: opened.taskId ?? '' };
    await handle.signal(callbackSignal, callback);
    await handle.executeUpdate(addLanguagesUpdate, { args: [{ by: 'ivan', languages: ['fr'] }] });
    const [term] = await reviewed(opened);
    const runOf = async (): Promise<string> => (await handle.describe()).runId;
    const firstRun = await runOf();
    let edits = 0;
    await until(
      'the history has been left behind twice',
      async () => {
        edits += 1;
        const by = (name: string, edit: TermEdit) =>
          handle.executeUpdate(editTermsUpdate, { args: [{ by: name, termIds: [term?.id ?? ''], edit }] });
        await Promise.all([
          by('olga', { note: `edit ${edits}` }),
          by('ivan', { translations: { ja: `訳 ${edits}` } }),
        ]);
        const history = await handle.fetchHistory();
        const continued =
          history.events?.[0]?.workflowExecutionStartedEventAttributes?.continuedExecutionRunId;
        return Boolean(continued) && continued !== firstRun;
      },
      60_000,
    );

    const status = await rig.waitingForTerms(handle);
    expect(status).toMatchObject({ waitingFor: opened.waitingFor, decisions: [{ by: 'ivan' }] });
    const [edited] = await reviewed(status);
    expect([edited?.note, edited?.translations.ja]).toEqual([`edit ${edits}`, `訳 ${edits}`]);
    await handle.signal(callbackSignal, callback);
    expect(
      await handle.executeUpdate(confirmTermsUpdate, {
        args: [{ by: 'olga', digest: status.terms?.digest ?? '' }],
      }),
    ).toEqual({ outcome: 'confirmed' });

    const record = await handle.result();
    expect(record).toMatchObject({
      state: 'done',
      languages: ['zh-cn', 'ja', 'ko', 'fr'],
      // They changed one term, however often.
      termChanges: { olga: 1, ivan: 1 },
      decisions: [{ what: 'add languages fr' }, { by: 'olga', what: 'confirm terms' }],
    });
    expect(record.firstRunId).toBe(firstRun);
    expect(record.seenDeliveries.filter((id) => id === 'delivery-1')).toHaveLength(1);
    await expectDoneOnce(rig.sandbox, await rig.status(handle), { supplements: ['ko, fr'] });
  });
});

/** Letters for digits: a scan takes only words for names. */
function nameOf(n: number): string {
  return `Z${String(n).replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))}`;
}
