/** What the calls of a term review leave of a sheet, and what they refuse before the service hears of it. */
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { termActivities } from '../../src/activities/review-terms';
import type { TermSheetRef } from '../../src/domain/release/status';
import { asSheetRef, type SeenValues, type SheetTerm } from '../../src/domain/review/term-sheet';
import type { LocalizationClient } from '../../src/localization/localization-client';
import type { TermEdit } from '../../src/protocol/message-schemas';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { readSheet } from '../../src/store/stored-term-sheet';
import { DirectoryStore } from '../support/directory-store';
import { useScratch } from '../support/scratch';
import { localizationClient, project, settledTask, startStillSandbox } from './support';

const scratch = useScratch();
let sandbox: Sandbox;
let client: LocalizationClient;
let taskId: string;
let store: DirectoryStore;
let opened: TermSheetRef;
let first: SheetTerm;

beforeEach(async () => {
  sandbox = await startStillSandbox();
  client = localizationClient(sandbox);
  taskId = await settledTask(sandbox, client, { auto_apply_terms: false });
  store = new DirectoryStore(scratch.path());
  opened = await snapshot(null);
  const [found] = await readSheet(store, opened);
  if (found === undefined) throw new Error('the scan found nothing');
  first = found;
});

const author = (by: string) => ({ by, at: '2026-11-01T10:00:00.000Z' });
const ofTask = () => ({ project: project.id, taskId });

async function call<Result>(
  name: (activities: ReturnType<typeof termActivities>) => Promise<Result>,
): Promise<Result> {
  const activities = termActivities({ localization: () => client, store });
  return new MockActivityEnvironment().run(() => name(activities));
}

const snapshot = async (seen: TermSheetRef | null): Promise<TermSheetRef> =>
  asSheetRef(
    await call((activities) =>
      activities.snapshotTerms({
        ...ofTask(),
        seen,
        source: { kind: 'url', url: 'https://example.org/strings.xlsx' },
      }),
    ),
  );
const mark = (terms: TermSheetRef, removed: boolean, by = 'ivan') =>
  call((activities) => activities.markTerms({ terms, termIds: [first.id], removed, ...author(by) }));
const edit = (terms: TermSheetRef, change: TermEdit, base?: SeenValues) =>
  call((activities) =>
    activities.editTerms({
      ...ofTask(),
      terms,
      termIds: [first.id],
      edit: change,
      ...author('olga'),
      ...(base && { base }),
    }),
  );
const updates = () => sandbox.journal.find({ kind: 'request', subject: 'POST /tasks/terms/update' });

describe('a mark', () => {
  it('changes what is confirmed, and restoring brings it back', async () => {
    const marked = await mark(opened, true);
    expect(marked).toMatchObject({ list: opened.list, removed: 1 });
    expect(marked.digest).not.toBe(opened.digest);
    expect((await mark(opened, true, 'vera')).digest).toBe(marked.digest);
    expect(await mark(marked, false)).toEqual(opened);
  });

  it('leaves the list of the service known as the one that was read', async () => {
    const marked = await mark(opened, true);
    expect(await snapshot(marked)).toEqual(marked);
    await client.updateTaskTerm({ task_id: taskId, id: first.id, category: 'Villain' });
    const changed = await snapshot(marked);
    expect(changed).toMatchObject({ removed: 1 });
    expect([changed.list, changed.digest]).not.toEqual([marked.list, marked.digest]);
  });
});

describe('an edit with what its editor has seen', () => {
  it('is made where that is what the term says', async () => {
    const edited = await edit(opened, { category: 'Mentor' }, { category: first.category });
    expect(await readSheet(store, asSheetRef(edited))).toMatchObject([{ category: 'Mentor' }, {}]);
    expect(edited.digest).not.toBe(opened.digest);
  });

  it('is refused with what the term says now, before the service hears of it', async () => {
    const edited = asSheetRef(await edit(opened, { category: 'Mentor', note: 'old' }));
    const sent = updates().length;
    const stale = edit(edited, { category: 'Villain', note: 'mine' }, { category: first.category });
    const failure: unknown = await stale.catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApplicationFailure);
    expect(failure).toMatchObject({
      type: 'TermsChanged',
      nonRetryable: true,
      message: `Changed since you opened it: "${first.term}" (category is now "Mentor"). Nothing was changed. Look at it again, then make your change.`,
      details: [{ effect: 'none' }],
    });
    expect(updates()).toHaveLength(sent);
  });

  it('without it replaces whatever is there', async () => {
    const edited = asSheetRef(await edit(opened, { category: 'Mentor' }));
    const again = asSheetRef(await edit(edited, { category: 'Villain' }));
    expect(await readSheet(store, again)).toMatchObject([{ category: 'Villain' }, {}]);
  });
});
