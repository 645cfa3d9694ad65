/** What operators do to the terms, together and over days: nothing of it is lost, and each removal happens once. */
import { Secret } from '../../src/http/secret';
import type { LocalizationClient } from '../../src/localization/localization-client';
import type { SourceString } from '../../src/localization/requests';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import type { ReleaseStatus } from '../../src/domain/release/status';
import type { SheetTerm } from '../../src/domain/review/term-sheet';
import { TermsChanged } from '../../src/client/errors';
import { ReleaseClient } from '../../src/client/releases/release-client';
import { readSheet } from '../../src/store/stored-term-sheet';
import {
  amendUpdate,
  callbackSignal,
  cancelUpdate,
  confirmTermsSignal,
  confirmTermsUpdate,
  deleteTermsUpdate,
  editTermsUpdate,
  markTermsUpdate,
  keepTermbaseUpdate,
  matchTermbaseUpdate,
  refreshTermsUpdate,
} from '../../src/protocol/messages';
import type { TermEdit } from '../../src/protocol/message-schemas';
import { termKey } from '../../src/sandbox/localization/project-state';
import { activitiesOf, payloadsOf } from '../support/history';
import { workUntilKilled } from '../support/killed-worker';
import { clientOf } from '../support/localization-client';
import { refusalOf } from '../support/refusal';
import { until } from '../support/until';
import { quickPace, ReleaseRig, reviewOnly, type ReleaseHandle, type RigOptions } from './release-rig';
import { drawn, itAtNight } from '../support/nightly';

const DAY_MS = 86_400_000;
const slowScan = { ...quickPace, scanMs: DAY_MS / 2 };

let rig: ReleaseRig;
afterEach(() => rig.close());

const start = async (options: RigOptions = {}): Promise<void> => {
  rig = await ReleaseRig.start({ callbacks: false, minCheckInterval: '200ms', ...options });
};
const edit = (handle: ReleaseHandle, termIds: string[], change: TermEdit, by = 'olga') =>
  handle.executeUpdate(editTermsUpdate, { args: [{ by, termIds, edit: change }] });
const mark = (handle: ReleaseHandle, termIds: string[], by = 'olga') =>
  handle.executeUpdate(markTermsUpdate, { args: [{ by, termIds, removed: true }] });
const restore = (handle: ReleaseHandle, termIds: string[], by = 'olga') =>
  handle.executeUpdate(markTermsUpdate, { args: [{ by, termIds, removed: false }] });
const confirm = (handle: ReleaseHandle, said: { by?: string; digest?: string; matches?: string } = {}) =>
  handle.executeUpdate(confirmTermsUpdate, { args: [{ by: 'olga', ...said }] });

/** The terms as a page would show them now. */
async function sheetOf(handle: ReleaseHandle): Promise<SheetTerm[]> {
  const { terms } = await rig.status(handle);
  return terms === null ? [] : readSheet(rig.store, terms);
}

/** A release with that many terms, as it waits for somebody to review them. */
async function opened(
  terms = 3,
  file: Partial<ReleaseFile> = {},
): Promise<{ handle: ReleaseHandle; status: ReleaseStatus; ids: string[] }> {
  const handle = await rig.release({ ...reviewOnly, ...file }, namesOf(terms));
  const status = await rig.waitingForTerms(handle);
  const ids = (await sheetOf(handle)).map(({ id }) => id);
  expect(ids).toHaveLength(terms);
  return { handle, status, ids };
}

/** Each has a name of its own that a scan finds. */
function namesOf(count: number): SourceString[] {
  return Array.from({ length: count }, (_, n) => ({
    string_id: `hero.${n}`,
    content: `Nobody knows where Keeper K${n} sleeps.`,
  }));
}

const taskOf = ({ taskId }: ReleaseStatus) =>
  rig.sandbox.localization.project('sandbox').tasks.get(taskId ?? '');
const idsAtService = (status: ReleaseStatus) => taskOf(status)?.terms.map(({ id }) => id) ?? [];
const calls = (subject: string) => rig.sandbox.journal.find({ kind: 'request', subject });
const effects = (subject: string) => calls(subject).filter(({ effect }) => effect !== null);
const deletions = () => effects('POST /tasks/terms/delete');

/** Somebody else who works at the service. */
async function atService(work: (service: LocalizationClient) => Promise<unknown>): Promise<void> {
  const appSecret = new Secret('sandbox-app-secret');
  const service = clientOf(rig.sandbox.url, { appKey: 'sandbox-app-key', appSecret });
  await work(service);
  await service.close();
}

/** What undoes every change of a term. */
function editBack({ edited, translations }: SheetTerm): TermEdit {
  const { before } = edited ?? {};
  const cleared = Object.fromEntries(Object.keys(translations).map((language) => [language, '']));
  return { ...before, translations: { ...cleared, ...before?.translations } };
}

describe('a review sheet', () => {
  it('keeps edits, marks and what was undone when the worker is replaced', async () => {
    await start({ ownWorker: true });
    const { handle, status, ids } = await opened(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await edit(handle, [first, second], { category: 'Mentor', translations: { fr: 'Gardien' } });
    await mark(handle, [third, fourth]);
    await restore(handle, [fourth]);
    await edit(handle, [second], editBack((await sheetOf(handle))[1] ?? raise()));
    const before = await sheetOf(handle);

    await rig.stopWorker();
    await rig.startWorker();
    expect(await sheetOf(handle)).toEqual(before);
    expect(before.map(({ category, edited, removed }) => [category, edited?.by, removed?.by])).toEqual([
      ['Mentor', 'olga', undefined],
      [before[0]?.edited?.before.category, undefined, undefined],
      [before[2]?.category, undefined, 'olga'],
      [before[3]?.category, undefined, undefined],
    ]);
    expect(before[0]?.edited?.before.translations).not.toHaveProperty('fr');

    await confirm(handle, { digest: (await rig.status(handle)).terms?.digest ?? '' });
    expect((await handle.result()).state).toBe('done');
    expect(idsAtService(status)).toEqual([first, second, fourth]);
    expect(taskOf(status)?.terms[0]?.translations.fr).toBe('Gardien');
  });

  itAtNight('says which strings a term comes from, and what their file says of them', async () => {
    await start();
    const [first, second] = namesOf(2);
    if (first === undefined || second === undefined) return raise();
    const note = { context: 'Chapter 1', comment: 'Sung', maxLength: 60 };
    const strings = [{ ...first, note }, second, { ...first, string_id: 'again' }];
    const handle = await rig.release(reviewOnly, strings);
    await rig.waitingForTerms(handle);
    const origins = async () => (await sheetOf(handle)).map((term) => term.strings);
    const expected = [[{ id: 'hero.0', ...note }, { id: 'again' }], [{ id: 'hero.1' }]];
    expect(await origins()).toEqual(expected);

    const id = (await sheetOf(handle))[0]?.id ?? '';
    await edit(handle, [id], { score: 3 });
    const { taskId } = await rig.status(handle);
    await atService((service) => service.updateTaskTerm({ task_id: taskId ?? '', id, term: 'Keeper' }));
    await handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'olga' }] });
    expect(await origins()).toEqual(expected);
    expect(JSON.stringify(calls('POST /tasks'))).not.toContain('Sung');
    await confirm(handle);
    expect((await handle.result()).state).toBe('done');
  });

  it('shows two operators what the other did, and the last word on a term counts', async () => {
    await start();
    const { handle, status, ids } = await opened(4);
    const [first = '', second = '', third = ''] = ids;
    await Promise.all([mark(handle, [first, second], 'olga'), mark(handle, [second, third], 'ivan')]);
    await restore(handle, [first], 'ivan');
    await edit(handle, [third], { note: 'twice in chapter one' }, 'olga');

    const [a, b, c] = await sheetOf(handle);
    expect(a).toMatchObject({ removed: null, edited: null });
    expect(['olga', 'ivan']).toContain(b?.removed?.by);
    expect(c).toMatchObject({ removed: { by: 'ivan' }, edited: { by: 'olga' } });
    expect((await rig.status(handle)).terms).toMatchObject({ total: 4, removed: 2 });

    await confirm(handle);
    const { decisions, termChanges, terms } = await handle.result();
    expect(decisions.at(-1)).toMatchObject({ by: 'olga', what: 'confirm terms' });
    expect(decisions.map(({ what, why }) => `${what}, ${why ?? ''}`)).toContain(
      `delete ${c?.removed?.by === b?.removed?.by ? '2 terms' : '1 term'}, marked as removed by ivan`,
    );
    expect((termChanges.olga ?? 0) + (termChanges.ivan ?? 0)).toBe(3);
    expect(terms).toMatchObject({ total: 2, removed: 0, marks: null });
    expect(idsAtService(status)).toEqual([first, ids[3]]);
  });

  itAtNight('sets the category of 200 terms in one go, each once', async () => {
    await start();
    const { handle, status, ids } = await opened(205);
    const chosen = ids.slice(0, 200);
    const { digest } = await edit(handle, chosen, { category: 'Keepers' });
    const categories = taskOf(status)?.terms.map(({ category }) => category) ?? [];
    expect(new Set(categories.slice(0, 200))).toEqual(new Set(['Keepers']));
    expect(categories.slice(200)).not.toContain('Keepers');
    expect(effects('POST /tasks/terms/update')).toHaveLength(200);
    expect((await sheetOf(handle)).filter(({ edited }) => edited?.by === 'olga')).toHaveLength(200);
    expect(await confirm(handle, { digest })).toEqual({ outcome: 'confirmed' });
    expect((await handle.result()).termChanges).toEqual({ olga: 200 });
  });

  it('edits what it can where a term is gone, says so, and keeps who did it', async () => {
    await start();
    const { handle, status, ids } = await opened(12);
    taskOf(status)?.terms.splice(5, 1);
    const refusal = await refusalOf(edit(handle, ids, { category: 'Keepers' }));
    expect(refusal).toMatch(/^11 of the terms were changed\. Then this happened: .*not found/);
    const edited = (await sheetOf(handle)).filter((term) => term.edited !== null).map(({ id }) => id);
    expect(edited).toEqual(ids.filter((id) => id !== ids[5]));

    await handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'olga' }] });
    expect((await sheetOf(handle)).map((term) => term.edited?.by)).toEqual(Array(11).fill('olga'));
  });

  it('repeats only what is left of an edit when the service fails in the middle of it', async () => {
    await start();
    rig.sandbox.faults.add({
      on: 'POST /tasks/terms/update',
      do: 'refuse',
      code: 500,
      nth: [10, 11, 12, 13],
    });
    const { handle, ids } = await opened(40);
    await edit(handle, ids, { score: 3 });
    expect((await sheetOf(handle)).map(({ score }) => score)).toEqual(Array(40).fill(3));
    expect(effects('POST /tasks/terms/update')).toHaveLength(40);
    expect(calls('POST /tasks/terms/update')).toHaveLength(44);
  });

  it('goes on without the terms that are deleted at once, and with the marks of the others', async () => {
    await start();
    const { handle, status, ids } = await opened(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    await edit(handle, [first, second], { score: 1 });
    await mark(handle, [second, third]);
    const before = (await rig.status(handle)).terms;
    expect(await refusalOf(mark(handle, [first, 'tt_absent']))).toMatch(
      /no term tt_absent\. Nothing was changed/,
    );
    expect((await rig.status(handle)).terms).toEqual(before);
    const { digest, total, removed } = await handle.executeUpdate(deleteTermsUpdate, {
      args: [{ by: 'ivan', termIds: [second] }],
    });
    expect({ total, removed }).toEqual({ total: 3, removed: 1 });
    expect((await sheetOf(handle)).map(({ id, edited }) => [id, edited?.by])).toEqual([
      [first, 'olga'],
      [third, undefined],
      [fourth, undefined],
    ]);
    expect(await confirm(handle, { digest })).toEqual({ outcome: 'confirmed' });
    await handle.result();
    expect(idsAtService(status)).toEqual([first, fourth]);
  });
});

describe('terms that are marked as removed', () => {
  it('stay at the service until the terms are confirmed, also by a signal, and none of them gets into the termbase', async () => {
    await start();
    const { handle, status, ids } = await opened(3);
    await mark(handle, ids.slice(0, 2));
    expect(idsAtService(status)).toEqual(ids);
    expect(calls('POST /tasks/terms/delete')).toEqual([]);
    await handle.signal(confirmTermsSignal, { by: 'ivan' });
    expect((await handle.result()).decisions).toMatchObject([
      { by: 'ivan', what: 'delete 2 terms', why: 'marked as removed by olga' },
      { by: 'ivan', what: 'confirm terms' },
    ]);
    expect(idsAtService(status)).toEqual(ids.slice(2));
    expect(deletions()).toHaveLength(2);
    const { termbase } = rig.sandbox.localization.project('sandbox');
    expect([...termbase.values()].map(({ content }) => content)).toEqual(['Keeper K2']);
    const [lastDeletion] = deletions().slice(-1);
    const [confirmation] = effects('POST /tasks/confirm-terms');
    expect(Date.parse(confirmation?.at ?? '')).toBeGreaterThanOrEqual(Date.parse(lastDeletion?.at ?? ''));
  });

  it.each(drawn(['lose-reply', 'reset', 'garbage'] as const, 1, 1))(
    'are deleted once where a reply is lost (%s)',
    async (mishap) => {
      await start();
      rig.sandbox.faults.add({ on: 'POST /tasks/terms/delete', do: mishap, nth: [1, 3] });
      const { handle, status, ids } = await opened(6);
      await mark(handle, ids.slice(0, 5));
      await confirm(handle);
      expect((await handle.result()).state).toBe('done');
      expect(idsAtService(status)).toEqual(ids.slice(5));
      expect(deletions()).toHaveLength(5);
      expect(effects('POST /tasks/confirm-terms')).toHaveLength(1);
    },
  );

  it.each(drawn(['started', 'completed'], 1, 1))(
    'are deleted once where the worker is killed when that has %s',
    async (moment) => {
      await start({ worker: false });
      const death = workUntilKilled(rig, { activity: 'deleteRemovedTerms', occurrence: 1, moment });
      const { handle, status, ids } = await opened(3);
      await mark(handle, ids.slice(0, 2), 'ivan');
      expect(await confirm(handle)).toEqual({ outcome: 'confirmed' });
      await death;
      expect(deletions()).toHaveLength(moment === 'started' ? 0 : 2);

      await rig.startWorker();
      const { state, decisions } = await handle.result();
      expect(state).toBe('done');
      expect(idsAtService(status)).toEqual(ids.slice(2));
      expect(deletions()).toHaveLength(2);
      expect(decisions).toMatchObject([
        { by: 'olga', what: 'delete 2 terms', why: 'marked as removed by ivan' },
        { by: 'olga', what: 'confirm terms' },
      ]);
    },
  );

  it('park the release where the service refuses to delete one, and a retry goes on with the rest', async () => {
    await start();
    const fault = { on: 'POST /tasks/terms/delete', do: 'refuse', code: 403, message: 'not yours' } as const;
    rig.sandbox.faults.add({ ...fault, nth: 'all' });
    const { handle, status, ids } = await opened(3);
    await mark(handle, ids.slice(0, 2));
    await confirm(handle);
    const parked = await rig.parked(handle);
    expect(parked).toMatchObject({ stage: 'confirm', terms: { total: 3, removed: 2 } });
    expect(parked.problem?.message).toContain('not yours');
    rig.sandbox.faults.clear();
    await rig.resolve(handle, 'retry');
    expect((await handle.result()).state).toBe('done');
    expect(idsAtService(status)).toEqual(ids.slice(2));
  });

  itAtNight('are deleted where the deadline confirms the terms', async () => {
    await start();
    const { handle, status, ids } = await opened(2, { terms: { deadline: '30m', onDeadline: 'confirm' } });
    await mark(handle, ids.slice(0, 1));
    await rig.fastForward(handle);
    expect((await handle.result()).decisions).toMatchObject([
      { by: 'deadline', what: 'delete 1 term' },
      { by: 'deadline', what: 'confirm terms' },
    ]);
    expect(idsAtService(status)).toEqual(ids.slice(1));
  });

  it('are left alone where the terms are rejected', async () => {
    await start();
    const { handle, ids } = await opened(2);
    await mark(handle, ids);
    await handle.executeUpdate('reject', { args: [{ by: 'olga', reason: 'not yet' }] });
    expect((await handle.result()).state).toBe('rejected');
    expect(calls('POST /tasks/terms/delete')).toEqual([]);
  });

  itAtNight(
    'stay where somebody confirms in the console of the service, and the decision says so',
    async () => {
      await start();
      const { handle, status, ids } = await opened(3);
      await mark(handle, ids.slice(0, 2));
      rig.sandbox.localization.confirmInConsole(status.taskId ?? '');
      const { decisions, terms } = await handle.result();
      expect(decisions).toMatchObject([{ by: 'service console', what: 'confirm terms' }]);
      expect(decisions[0]?.why).toMatch(
        /before anyone did here; too late to delete 2 terms marked as removed$/,
      );
      expect(terms).toMatchObject({ total: 3, removed: 2 });
      expect(calls('POST /tasks/terms/delete')).toEqual([]);
    },
  );

  itAtNight('stay where the console was quicker than an operator by a moment', async () => {
    // No look comes by itself within the hour; the one at the end of the scan is asked for, as a callback would.
    await start({ minCheckInterval: '1h', callbacks: false });
    const handle = await rig.release(reviewOnly, namesOf(2));
    const scanning = await rig.reached(handle, ({ stage }) => stage === 'scan', 'the scan is waited for');
    await until('the scan has ended', () => taskOf(scanning)?.status === 'waiting_confirmation');
    const taskId = scanning.taskId ?? '';
    await handle.signal(callbackSignal, { deliveryId: 'delivery-1', event: 'term_scan.completed', taskId });
    await rig.waitingForTerms(handle);
    await mark(handle, [(await sheetOf(handle))[0]?.id ?? '']);
    rig.sandbox.localization.confirmInConsole(taskId);
    expect(await confirm(handle)).toEqual({ outcome: 'confirmed' });
    const { decisions } = await rig.reached(
      handle,
      ({ stage, state }) => stage === 'translate' || state === 'done',
      'it goes on',
    );
    expect(decisions).toMatchObject([{ by: 'service console', what: 'confirm terms' }]);
    expect(decisions[0]?.why).toMatch(/too late to delete 1 term marked as removed$/);
    expect(calls('POST /tasks/terms/delete')).toEqual([]);
  });
});

describe('a list whose marks change while somebody reads it', () => {
  it('is not confirmed as it was read: nothing is deleted that nobody saw marked', async () => {
    await start();
    const { handle, status, ids } = await opened(4);
    const releases = new ReleaseClient(rig.client);
    const id = `${status.project}/${status.name}`;
    const seen = status.terms?.digest ?? '';
    await mark(handle, ids.slice(0, 3), 'ivan');

    const stale = releases.executeUpdate(id, confirmTermsUpdate, { by: 'olga', digest: seen });
    await expect(stale).rejects.toThrow(TermsChanged);
    await expect(stale).rejects.toThrow(
      'The term list or its marks have changed since you opened it. It has 4 terms now, 3 of them to be deleted.',
    );
    expect(await rig.status(handle)).toMatchObject({ state: 'waiting', decisions: [] });
    expect(idsAtService(status)).toEqual(ids);
    expect(calls('POST /tasks/terms/delete')).toEqual([]);

    const { digest, list } = (await rig.status(handle)).terms ?? raise();
    expect(list).toBe(status.terms?.list);
    expect(await releases.executeUpdate(id, confirmTermsUpdate, { by: 'olga', digest })).toEqual({
      outcome: 'confirmed',
    });
    expect((await handle.result()).state).toBe('done');
    expect(idsAtService(status)).toEqual(ids.slice(3));
  });

  itAtNight('is confirmed as it was read where they were taken back', async () => {
    await start();
    const { handle, status, ids } = await opened(2);
    await mark(handle, ids, 'ivan');
    await restore(handle, ids, 'vera');
    expect(await confirm(handle, { digest: status.terms?.digest ?? '' })).toEqual({ outcome: 'confirmed' });
    await handle.result();
    expect(idsAtService(status)).toEqual(ids);
  });
});

it('a form that was opened before somebody else changed the term overwrites nothing of that', async () => {
  await start();
  const { handle, status, ids } = await opened(1);
  const releases = new ReleaseClient(rig.client);
  const id = `${status.project}/${status.name}`;
  const [term = raise()] = await sheetOf(handle);
  const { category, note } = term;
  await edit(handle, ids, { category: 'Mentor' }, 'ivan');

  const typed = { by: 'olga', termIds: ids };
  const stale = releases.executeUpdate(id, editTermsUpdate, {
    ...typed,
    edit: { category: 'Villain' },
    base: { category },
  });
  await expect(stale).rejects.toThrow(TermsChanged);
  await expect(stale).rejects.toThrow(`"${term.term}" (category is now "Mentor"). Nothing was changed.`);
  expect(taskOf(status)?.terms[0]?.category).toBe('Mentor');
  expect(effects('POST /tasks/terms/update')).toHaveLength(1);

  await releases.executeUpdate(id, editTermsUpdate, {
    ...typed,
    edit: { note: 'a title' },
    base: { category, note },
  });
  await releases.executeUpdate(id, editTermsUpdate, {
    ...typed,
    edit: { category: 'Villain' },
    base: { category: 'Mentor' },
  });
  expect(await sheetOf(handle)).toMatchObject([{ category: 'Villain', note: 'a title' }]);
});

describe('a list that changes at the service while it is reviewed', () => {
  it('is not confirmed as it was seen; marks are kept, and what is confirmed next is what is there', async () => {
    await start();
    const { handle, status, ids } = await opened(4);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    const task_id = status.taskId ?? '';
    await edit(handle, [first], { category: 'Mentor' });
    const { digest } = await mark(handle, [second, third], 'ivan');
    await atService(async (service) => {
      await service.updateTaskTerm({ task_id, id: first, glossary_score: 2 });
      await service.updateTaskTerm({ task_id, id: second, category: 'Villain' });
      await service.deleteTaskTerm({ task_id, id: third });
    });

    const releases = new ReleaseClient(rig.client);
    const id = `${status.project}/${status.name}`;
    const stale = releases.executeUpdate(id, confirmTermsUpdate, { by: 'olga', digest });
    await expect(stale).rejects.toThrow(TermsChanged);
    await expect(stale).rejects.toThrow(/changed since you opened it/);
    expect(await sheetOf(handle)).toMatchObject([
      { id: first, category: 'Mentor', score: 2, edited: { by: 'olga' }, removed: null },
      { id: second, category: 'Villain', edited: null, removed: { by: 'ivan' } },
      { id: fourth, edited: null, removed: null },
    ]);
    expect((await sheetOf(handle))[0]?.edited?.before.category).not.toBe('Mentor');

    const { terms } = await rig.status(handle);
    expect(
      await releases.executeUpdate(id, confirmTermsUpdate, { by: 'olga', digest: terms?.digest ?? '' }),
    ).toEqual({
      outcome: 'confirmed',
    });
    await handle.result();
    expect(idsAtService(status)).toEqual([first, fourth]);
    expect(deletions().filter(({ ids: of }) => of.task_id === task_id)).toHaveLength(2);
  });
});

describe('the four-eyes rule', () => {
  const refusal = 'You started this release. The four-eyes rule needs another person to confirm its terms.';
  const startWithRule = (options: RigOptions = {}): Promise<void> =>
    start({ ...options, config: { policies: { fourEyes: true } } });

  const unproven = /^The four-eyes rule counts only a confirmation by an operator who has signed in\./;
  /** With the proof that the gateway adds. */
  const confirmSignedIn = async (handle: ReleaseHandle, by: string, about?: string) => {
    const { terms, name, project } = await rig.status(handle);
    const proof = rig.proof({
      what: 'confirm',
      release: { project, name },
      about: about ?? terms?.digest ?? '',
      by,
    });
    return handle.executeUpdate(confirmTermsUpdate, { args: [{ by, proof }] });
  };

  it('asks somebody else than who started the release, who has signed in, and shows why it lets no signal by', async () => {
    await startWithRule();
    const { handle } = await opened(1);
    for (const by of ['tester', ' Tester '])
      expect(await refusalOf(confirmSignedIn(handle, by))).toBe(refusal);
    // No name counts without proof that its owner has signed in, nor proof of something else; the last of these
    // begins with a Cyrillic letter, and looks like who started the release.
    for (const by of ['olga', 'invented', 'tеster'])
      expect(await refusalOf(confirm(handle, { by }))).toMatch(unproven);
    expect(await refusalOf(confirmSignedIn(handle, 'olga', 'of-another-list'))).toMatch(unproven);
    // Nor does a signal, whoever sent it.
    for (const by of ['tester', 'olga']) await handle.signal(confirmTermsSignal, { by });
    await handle.signal(confirmTermsSignal);
    const { warnings, ...status } = await rig.status(handle);
    expect(status).toMatchObject({ state: 'waiting', decisions: [] });
    expect(warnings).toEqual([
      expect.stringMatching(/came as a signal and was ignored\. The four-eyes rule/),
    ]);
    expect(await confirmSignedIn(handle, 'olga')).toEqual({ outcome: 'confirmed' });
    expect(await confirm(handle, { by: 'tester' })).toEqual({ outcome: 'already-confirmed' });
    expect((await handle.result()).decisions).toMatchObject([{ by: 'olga', what: 'confirm terms' }]);
  });

  it('lets who started the release reject its terms', async () => {
    await startWithRule();
    const { handle } = await opened(1);
    await handle.signal('rejectTerms', { by: 'tester', reason: 'my own mistake' });
    expect((await handle.result()).state).toBe('rejected');
  });

  it('holds for a signal that came before the release knew of the rule', async () => {
    await startWithRule({ worker: false });
    const handle = await rig.release(reviewOnly);
    await handle.signal(confirmTermsSignal, { by: 'olga' });
    await rig.startWorker();
    await rig.waitingForTerms(handle);
    await confirmSignedIn(handle, 'olga');
    expect((await handle.result()).decisions).toMatchObject([{ by: 'olga', what: 'confirm terms' }]);
  });

  it('stops a release, before anything is paid for, whose starter is forged or that asks for no person', async () => {
    await startWithRule();
    const forged = await rig.startRelease({ ...(await rig.input(reviewOnly)), startedBy: 'ivan' });
    expect((await rig.parked(forged)).problem?.message).toContain('proof of who started the release');
    const terms = { onDeadline: 'confirm', scan: false, confirmation: 'automatic' } as const;
    const reviewless = await rig.release({ ...reviewOnly, terms });
    const { taskId, problem } = await rig.parked(reviewless);
    expect(taskId).toBeNull();
    for (const key of Object.keys(terms)) expect(problem?.message).toContain(`- terms.${key} must be `);
    for (const handle of [forged, reviewless]) {
      await handle.executeUpdate(cancelUpdate, { args: [{ by: 'tester' }] });
      await handle.result();
    }
  });

  itAtNight(
    'warns of a release that was started without a token, and still tells who started it from who confirms',
    async () => {
      await startWithRule();
      const { proof, ...input } = await rig.input(reviewOnly);
      expect(proof).toBeDefined();
      const handle = await rig.startRelease({ ...input, startedBy: 'olga' });
      const { warnings } = await rig.waitingForTerms(handle);
      expect(warnings).toEqual([expect.stringContaining('olga started this release without a token')]);
      expect(await refusalOf(confirmSignedIn(handle, 'olga'))).toMatch(/started/);
      await confirmSignedIn(handle, 'vera');
      expect((await handle.result()).decisions).toMatchObject([{ by: 'vera', what: 'confirm terms' }]);
    },
  );

  itAtNight('still knows who started a release that was amended before its task was created', async () => {
    await startWithRule();
    const exportTo = { template: 'no-such-template', directory: rig.directory };
    const handle = await rig.release({ ...reviewOnly, export: exportTo });
    await rig.parked(handle);
    await handle.executeUpdate(amendUpdate, { args: [{ by: 'tester', amendment: { export: null } }] });
    await rig.resolve(handle, 'retry');
    await rig.waitingForTerms(handle);
    await handle.executeUpdate(cancelUpdate, { args: [{ by: 'tester' }] });
    await handle.result();
  });

  it('refuses an amendment by which time would confirm, and leaves the release itself to confirm no terms', async () => {
    await startWithRule();
    const { handle } = await opened(1);
    const amendment = { terms: { onDeadline: 'confirm' } } as const;
    const amending = handle.executeUpdate(amendUpdate, { args: [{ by: 'tester', amendment }] });
    expect(await refusalOf(amending)).toMatch(/^Nothing was changed: terms\.onDeadline must be reject/);
    await confirmSignedIn(handle, 'olga');
    await handle.result();
    const empty = await rig.release(reviewOnly, [{ string_id: 'ok', content: 'ok, go on' }]);
    expect((await empty.result()).decisions).toMatchObject([{ by: 'locrelease', what: 'confirm terms' }]);
  });

  itAtNight('is not asked for where nobody set it', async () => {
    await start();
    const { handle } = await opened(1);
    expect(await confirm(handle, { by: 'tester' })).toEqual({ outcome: 'confirmed' });
  });
});

describe('the termbase', () => {
  const match = (handle: ReleaseHandle) =>
    handle.executeUpdate(matchTermbaseUpdate, { args: [{ by: 'olga' }] });
  /** What stands in the termbase by the time somebody reviews the terms, on more than one page. */
  const fillTermbase = (...contents: string[]): void => {
    const { termbase } = rig.sandbox.localization.project('sandbox');
    const others = Array.from({ length: 600 }, (_, n) => `Other Thing ${n}`);
    [...contents, ...others].forEach((content, n) => {
      termbase.set(termKey(content, 'en'), {
        id: `term_${n}`,
        content,
        source_language: 'en',
        category: 'Known',
        pic: '',
        translations: { ja: `既知の${content}` },
        created_at: '2026-11-01T00:00:00Z',
        updated_at: '2026-11-01T00:00:00Z',
      });
    });
  };

  itAtNight('shows what it has under the same texts, once somebody asks', async () => {
    await start();
    const { handle, status, ids } = await opened(3);
    fillTermbase('Keeper K1', 'Guardian');
    expect((await sheetOf(handle)).map(({ existing }) => existing)).toEqual([null, null, null]);
    const { matches, digest } = await match(handle);
    expect(matches).not.toBeNull();
    expect(digest).toBe(status.terms?.digest);
    const known = { category: 'Known', translations: { ja: '既知のKeeper K1' } };
    expect((await sheetOf(handle)).map(({ existing }) => existing)).toEqual([null, known, null]);
    expect(calls('GET /terms')).toHaveLength(2);

    await edit(handle, [ids[0] ?? ''], { term: 'Guardian' });
    await match(handle);
    expect((await sheetOf(handle))[0]).toMatchObject({ term: 'Guardian', existing: { category: 'Known' } });
  });

  it('is not overwritten under a text of which nobody was shown what it has', async () => {
    await start();
    const { handle, ids } = await opened(2);
    const { matches } = await match(handle);
    fillTermbase('Guardian', 'Keeper K1');
    const { digest } = await edit(handle, [ids[0] ?? ''], { term: 'Guardian' });
    expect((await sheetOf(handle)).map(({ term, compared }) => [term, compared])).toEqual([
      ['Guardian', false],
      ['Keeper K1', true],
    ]);

    const refusal = await refusalOf(confirm(handle, { digest, matches: matches ?? '' }));
    expect(refusal).toMatch(/would be overwritten: "Guardian", "Keeper K1"\. Nothing was confirmed\./);
    expect(calls('POST /tasks/confirm-terms')).toEqual([]);

    // What came of that look is what is shown now; one of the two is kept as it is.
    const known = { compared: true, existing: { category: 'Known' } };
    expect(await sheetOf(handle)).toMatchObject([known, known]);
    await handle.executeUpdate(keepTermbaseUpdate, { args: [{ by: 'olga', termIds: ids.slice(0, 1) }] });
    const [kept, other] = await sheetOf(handle);
    expect(kept).toMatchObject({
      category: 'Known',
      translations: { ja: '既知のGuardian' },
      edited: { by: 'olga' },
    });
    expect(other).toMatchObject({ category: 'Character', edited: null });

    const seen = (await rig.status(handle)).terms;
    expect(await confirm(handle, { digest: seen?.digest ?? '', matches: seen?.matches ?? '' })).toEqual({
      outcome: 'confirmed',
    });
    await handle.result();
    const { termbase } = rig.sandbox.localization.project('sandbox');
    const categoryOf = (text: string) => termbase.get(termKey(text, 'en'))?.category;
    expect(['Guardian', 'Keeper K1', 'Other Thing 7'].map(categoryOf)).toEqual([
      'Known',
      'Character',
      'Known',
    ]);
  });

  itAtNight(
    'is not asked about what would not be overwritten, and a comparison of it stays good',
    async () => {
      await start();
      const { handle, ids } = await opened(2);
      const { matches } = await match(handle);
      const { digest } = await mark(handle, [ids[0] ?? '']);
      fillTermbase('Keeper K0', 'Somebody Else');
      expect(await confirm(handle, { digest, matches: matches ?? '' })).toEqual({ outcome: 'confirmed' });
    },
  );

  it('has to be asked again where a text is new on the list', async () => {
    await start();
    const { handle, status, ids } = await opened(2);
    await match(handle);
    const task_id = status.taskId ?? '';
    const refresh = () => handle.executeUpdate(refreshTermsUpdate, { args: [{ by: 'olga' }] });
    await atService((service) => service.updateTaskTerm({ task_id, id: ids[0] ?? '', category: 'Villain' }));
    expect((await refresh()).matches).not.toBeNull();
    await atService((service) => service.updateTaskTerm({ task_id, id: ids[0] ?? '', term: 'Guardian' }));
    expect((await refresh()).matches).toBeNull();
  });

  it('answers with the reason where it cannot be read, and the review goes on', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'GET /terms', do: 'refuse', code: 403, message: 'not yours' });
    const { handle } = await opened(1);
    expect(await refusalOf(match(handle))).toContain('not yours');
    expect((await rig.status(handle)).terms?.matches).toBeNull();
    expect(await confirm(handle)).toEqual({ outcome: 'confirmed' });
  });

  itAtNight('does not hold up edits while it is read', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'GET /terms', do: 'delay', ms: 3000 });
    const { handle, ids } = await opened(2);
    const matching = match(handle);
    await until('the termbase is being read', () => calls('GET /terms').length === 1);
    const { matches } = await edit(handle, ids, { score: 1 });
    expect(matches).toBeNull();
    expect((await matching).matches).not.toBeNull();
    expect((await sheetOf(handle)).map(({ score }) => score)).toEqual([1, 1]);
  });

  itAtNight('keeps what was found while an edit was under way', async () => {
    await start();
    rig.sandbox.faults.add({ on: 'POST /tasks/terms/update', do: 'delay', ms: 2000 });
    const { handle, ids } = await opened(1);
    const editing = edit(handle, ids, { score: 1 });
    await until('the edit is under way', () => calls('POST /tasks/terms/update').length === 1);
    const { matches } = await match(handle);
    expect(matches).not.toBeNull();
    expect((await editing).matches).toBeNull();
    expect((await rig.status(handle)).terms?.matches).toBe(matches);
    expect((await sheetOf(handle))[0]).toMatchObject({ score: 1, edited: { by: 'olga' } });
  });
});

it('a review in which nobody looks at the sheet makes no call for it', async () => {
  await start({ callbacks: false });
  const { handle } = await opened(2);
  await confirm(handle);
  await handle.result();
  const called = activitiesOf(await handle.fetchHistory()).filter((name) => name !== 'readTask');
  expect(called).toEqual([
    'preflight',
    'createTask',
    'snapshotTerms',
    'postNotice',
    'snapshotTerms',
    'confirmTaskTerms',
    'keepManifest',
    'postNotice',
  ]);
  expect(calls('GET /terms')).toEqual([]);
  expect(calls('POST /tasks/terms/delete')).toEqual([]);
  expect(calls('GET /tasks/terms')).toHaveLength(2);
});

itAtNight('a sheet of 5,000 terms passes through no history', async () => {
  await start();
  const { handle, status, ids } = await opened(5000);
  await handle.executeUpdate(matchTermbaseUpdate, { args: [{ by: 'olga' }] });
  await edit(handle, ids.slice(0, 200), { category: 'Keepers' });
  for (let from = 1000; from < 2000; from += 200) await mark(handle, ids.slice(from, from + 200));
  const { digest } = await restore(handle, ids.slice(1000, 1200), 'ivan');
  expect(await confirm(handle, { digest })).toEqual({ outcome: 'confirmed' });
  const { state, terms } = await handle.result();
  expect({ state, total: terms?.total }).toEqual({ state: 'done', total: 4200 });
  expect(idsAtService(status)).toEqual([...ids.slice(0, 1200), ...ids.slice(2000)]);
  expect(deletions()).toHaveLength(800);
  const [largest] = payloadsOf(await handle.fetchHistory());
  expect(largest?.bytes).toBeLessThan(16 * 1024);
});

describe('the announcement, seen before it goes out', () => {
  const preview = (handle: ReleaseHandle) =>
    new ReleaseClient(rig.client).announcement(handle.workflowId.replace(/^release\//, ''));

  it('is what will be posted, languages that are still to be added included', async () => {
    await start();
    const announce = { accounts: ['acc_1', 'acc_2'], text: '{name}: {strings} strings in {languages}.' };
    const handle = await rig.release({ name: 'preview', announce });
    await rig.waitingForTerms(handle);
    const seen = await preview(handle);
    expect(seen).toMatchObject({ postId: null, at: null });
    expect(seen?.accounts.map(({ id }) => id)).toEqual(['acc_1', 'acc_2']);
    await confirm(handle);
    await handle.result();
    const [post] = rig.sandbox.social.posts().filter(({ text }) => text.startsWith('preview'));
    expect(post?.text).toBe(seen?.text);
    expect(post?.text).toBe('preview: 3 strings in Chinese (China), Japanese and Korean.');
  });

  itAtNight('is the draft where one was prepared, and nothing where nothing is announced', async () => {
    await start({ sandbox: { pace: slowScan } });
    const at = '2030-12-01T09:00:00+08:00';
    const drafted = await rig.release({ announce: { accounts: [], postId: 'post_1', at } });
    expect(await preview(drafted)).toMatchObject({ text: null, postId: 'post_1', at });
    expect(await preview(await rig.release(reviewOnly))).toBeNull();
    await expect(new ReleaseClient(rig.client).announcement('nothing-like-it')).rejects.toThrow(
      /There is no release/,
    );
  });
});

function raise(): never {
  throw new Error('there is no such term');
}
