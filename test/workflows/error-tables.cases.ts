/**
 * Every remedy of both services' tables, met by a release at one place where it can occur: the rows themselves are read
 * one by one in the unit tests of their tables.
 */
import type { RemedyRow } from '../../src/http/remedy';
import { localizationRemedies } from '../../src/localization/remedies';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { socialRemedies } from '../../src/social/remedies';
import { confirmTermsSignal, deleteTermsUpdate, editTermsUpdate } from '../../src/protocol/messages';
import { protoTimeMs } from '../../src/temporal/payloads/proto-time';
import { eventsOf } from '../support/history';
import { workspaceWith } from '../support/social-sandbox';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';
import { drawn } from '../support/nightly';

const DAY_MS = 86_400_000;
const RETRY_AFTER_MS = 90_000;

/** Where nothing that is looked for is listed, that proves something. */
const assumptions = { 'publish-jobs': 'listed', 'supplement-jobs': 'listed' };
const publishPost = 'POST /posts/{postId}/publish';
const termChanges = ['POST /tasks/terms/update', 'POST /tasks/terms/delete'];

/** As little of a release as there can be; each place adds what leads there. */
const bareRelease: Partial<ReleaseFile> = {
  terms: { scan: false },
  supplementLanguages: [],
  publish: false,
  announce: undefined,
};
const announced = { announce: { accounts: ['acc_1'], text: '{name} is out.' } };
const reviewed = { terms: {} };
const published = { publish: true };
const ways: Record<string, Partial<ReleaseFile>> = {
  'POST /tasks/create': {},
  'GET /tasks/status': {},
  'POST /tasks/terms/update': reviewed,
  'POST /tasks/terms/delete': reviewed,
  'POST /tasks/confirm-terms': reviewed,
  'POST /tasks/supplement-translate': { supplementLanguages: ['ko'] },
  'POST /tasks/publish': published,
  'GET /tasks/publish-status': published,
  'POST /export/ini': {},
  'GET /workspace': announced,
  'GET /accounts': announced,
  'POST /posts': announced,
  'POST /posts/{postId}/publish': announced,
  'GET /posts/{postId}': announced,
};

/** Where a row that may be met everywhere is met here. */
const places: Record<string, string> = {
  400: 'POST /tasks/create',
  401: 'GET /tasks/status',
  403: 'POST /tasks/publish',
  404: 'GET /tasks/status',
  429: 'POST /tasks/supplement-translate',
  500: 'POST /export/ini',
  502: 'POST /tasks/create',
  unauthenticated: 'GET /workspace',
  forbidden: publishPost,
  workspace_not_found: 'GET /accounts',
  not_found: 'GET /posts/{postId}',
  invalid_input: 'POST /posts',
  plan_limit: 'POST /posts',
  no_account: publishPost,
  needs_reauth: publishPost,
  rate_limited: publishPost,
  'rate_limited daily_publish_cap': publishPost,
  'rate_limited daily_reply_cap': publishPost,
  replay: publishPost,
  external_writes_off: publishPost,
  platform_error: 'GET /posts/{postId}',
  internal: 'GET /accounts',
};

interface Encounter {
  name: string;
  row: RemedyRow;
  place: string;
}

const rows = [...localizationRemedies, ...socialRemedies];
const possible = rows.flatMap((row) =>
  placesOf(row).map((place): Encounter => ({ name: `${nameOf(row)}, at ${place}`, row, place })),
);
/** Rows with the same remedy take a release the same way, but where what ends it may be left out or is only a change of terms. */
const kindOf = ({ row: { remedy }, place }: Encounter): string =>
  JSON.stringify({
    do: remedy.do,
    delay: 'delay' in remedy ? remedy.delay : null,
    notYet: 'notYet' in remedy && remedy.notYet,
    isSocial: socialRemedies.some(({ remedy: own }) => own === remedy),
    place: remedy.do === 'end' ? place : termChanges.includes(place),
  });
const encounters = [...new Map(possible.toReversed().map((one) => [kindOf(one), one])).values()];

it('every row is met in a release, but for those that only other commands meet', () => {
  const missed = rows.filter((row) => placesOf(row).length === 0);
  expect(missed.map(({ code, endpoints }) => [code, endpoints])).toEqual([
    [400, ['POST /terms/create', 'POST /terms/update']],
    [422, ['GET /terms']],
  ]);
});

describe('a refusal that', () => {
  describe('calls for a repeat is repeated, when the service said, and the release goes on', () => {
    it.concurrent.each(
      drawn(
        encounters.filter(({ row }) => ['retry', 'wait'].includes(row.remedy.do)),
        2,
        1,
      ),
    )('$name', (encounter) =>
      withRig({ skipTime: true, callbacks: false }, async (rig) => {
        const handle = await refusedRelease(rig, encounter);
        expect((await handle.result()).state).toBe('done');
        expectRefusedOnce(rig, encounter);
        await expectDelay(handle, encounter.row);
      }),
    );
  });

  describe('calls for a look does not stop the release', () => {
    it.concurrent.each(
      drawn(
        encounters.filter(({ row }) => row.remedy.do === 'read'),
        1,
        1,
      ),
    )('$name', (encounter) =>
      withRig({ skipTime: true, callbacks: false, config: { assumptions } }, async (rig) => {
        const handle = await refusedRelease(rig, encounter);
        expect((await handle.result()).state).toBe('done');
        expectRefusedOnce(rig, encounter);
      }),
    );
  });

  describe('calls for a person parks the release with the advice, and a retry goes on', () => {
    const parks = encounters.filter(
      ({ row, place }) => row.remedy.do === 'park' && !termChanges.includes(place),
    );

    it.concurrent.each(drawn(parks, 2, 1))('$name', (encounter) =>
      withRig({ skipTime: true, callbacks: false }, async (rig) => {
        const handle = await refusedRelease(rig, encounter);
        expectTold((await rig.parked(handle)).problem, encounter.row);
        const { length: calls } = rig.sandbox.journal.find({ subject: encounter.place });
        if (mayBeNotYet(encounter.row)) expect(calls).toBeGreaterThan(5);
        else expect(calls).toBe(1);
        rig.sandbox.faults.clear();
        await rig.resolve(handle, 'retry');
        expect((await handle.result()).state).toBe('done');
      }),
    );
  });

  describe('no repeat can mend', () => {
    const ends = encounters.filter(({ row }) => row.remedy.do === 'end');

    it.concurrent.each(ends.filter(({ place }) => place === 'POST /tasks/create'))(
      'ends the release with the advice: $name',
      (encounter) =>
        withRig({ skipTime: true, callbacks: false }, async (rig) => {
          const { state, problem } = await (await refusedRelease(rig, encounter)).result();
          expect(state).toBe('failed');
          expectTold(problem, encounter.row);
        }),
    );

    const optional = ['POST /posts', 'POST /tasks/supplement-translate'];

    it.concurrent.each(
      drawn(
        ends.filter(({ place }) => optional.includes(place)),
        1,
        1,
      ),
    )('leaves a person the choice where the release can go on without: $name', (encounter) =>
      withRig({ skipTime: true, callbacks: false }, async (rig) => {
        const handle = await refusedRelease(rig, encounter);
        expectTold((await rig.parked(handle)).problem, encounter.row);
        await rig.resolve(handle, 'abort');
        const { state, problem } = await handle.result();
        expect(state).toBe('failed');
        expectTold(problem, encounter.row);
      }),
    );

    it.concurrent.each(
      drawn(
        encounters.filter(({ place }) => termChanges.includes(place)),
        1,
        1,
      ),
    )('is told to the operator, and the review stays open: $name', (encounter) =>
      withRig({ minCheckInterval: '50ms', callbacks: false }, async (rig) => {
        const handle = await refusedRelease(rig, encounter);
        const { taskId } = await rig.waitingForTerms(handle);
        const error: unknown = await changeTerm(rig, handle, taskId, encounter.place).catch(
          (refusal: unknown) => refusal,
        );
        const cause = error instanceof Error && error.cause instanceof Error ? error.cause : null;
        expectTold({ code: String(encounter.row.code), message: cause?.message ?? '' }, encounter.row);
        await handle.signal(confirmTermsSignal, { by: 'olga' });
        expect((await handle.result()).state).toBe('done');
      }),
    );

    it('leaves none out', () => {
      const told = ['POST /tasks/create', ...optional, ...termChanges];
      expect(ends.filter(({ place }) => !told.includes(place))).toEqual([]);
    });
  });
});

it.concurrent("the service's daily cap is waited out until its next day", () => {
  const workspace = workspaceWith({ caps: { publishesPerDay: 1 } });
  return withRig({ skipTime: true, callbacks: false, sandbox: { workspace } }, async (rig) => {
    const release = async (): Promise<string> => {
      const handle = await rig.release({ ...bareRelease, ...announced });
      return (await handle.result()).state;
    };
    expect([await release(), await release()]).toEqual(['done', 'done']);
    const { journal } = rig.sandbox;
    const codes = journal.find({ subject: publishPost }).map(({ code }) => code);
    expect(codes).toEqual(['ok', 'rate_limited', 'ok']);
    const [first, second] = journal.find({ subject: 'publish acc_1' }).map(({ at }) => at.slice(0, 10));
    expect(second).not.toBe(first);
  });
});

/** What a release has made is looked for again for a while. */
function mayBeNotYet({ remedy }: RemedyRow): boolean {
  return remedy.do === 'park' && remedy.notYet === true;
}

function nameOf({ code, reason }: RemedyRow): string {
  return reason === undefined ? String(code) : `${code} ${reason}`;
}

function placesOf(row: RemedyRow): string[] {
  const met = row.endpoints ?? [places[nameOf(row)]];
  return met.filter((place) => place !== undefined).filter((place) => place in ways);
}

/** A release on its way to the place at which a call of it is refused once. */
async function refusedRelease(rig: ReleaseRig, { row, place }: Encounter): Promise<ReleaseHandle> {
  const { code, reason, remedy } = row;
  const asTold = remedy.do === 'retry' && remedy.delay === 'as-told';
  rig.sandbox.faults.add({
    on: place,
    do: 'refuse',
    code,
    ...(reason === undefined ? {} : { params: { reason } }),
    ...(asTold ? { retryAfter: String(RETRY_AFTER_MS / 1000) } : {}),
    ...(mayBeNotYet(row) ? { nth: 'all' } : {}),
  });
  const handle = await rig.release({ ...bareRelease, ...ways[place] });
  if (!termChanges.includes(place)) await handle.signal(confirmTermsSignal, { by: 'olga' });
  return handle;
}

function changeTerm(
  { sandbox }: ReleaseRig,
  handle: ReleaseHandle,
  taskId: string | null,
  place: string,
): Promise<unknown> {
  const [term] = sandbox.localization.project('sandbox').tasks.get(taskId ?? '')?.terms ?? [];
  const termId = term?.id ?? '';
  return place === 'POST /tasks/terms/delete'
    ? handle.executeUpdate(deleteTermsUpdate, { args: [{ by: 'olga', termIds: [termId] }] })
    : handle.executeUpdate(editTermsUpdate, {
        args: [{ by: 'olga', termIds: [termId], edit: { note: 'a name' } }],
      });
}

function expectRefusedOnce({ sandbox }: ReleaseRig, { row, place }: Encounter): void {
  const codes = sandbox.journal.find({ subject: place }).map(({ code }) => code);
  const [refused, ...later] = codes;
  expect(refused).toBe(row.code);
  expect(later).not.toHaveLength(0);
  expect(later).not.toContain(row.code);
}

/** The problem names the code, and says what to do. */
function expectTold(
  problem: { code: string; message?: string; facts?: unknown } | null,
  { code, remedy }: RemedyRow,
): void {
  const advice = 'advice' in remedy ? remedy.advice : 'no advice';
  // Where the application is, is told with it.
  const told = problem?.message ?? JSON.stringify(problem?.facts);
  const message = told.replace(/ \(https?:[^)]*\)/g, '');
  expect({ code: problem?.code, message }).toEqual({
    code: String(code),
    message: expect.stringContaining(advice) as string,
  });
}

/** By the release's own time, most of which was skipped. */
async function expectDelay(handle: ReleaseHandle, { remedy }: RemedyRow): Promise<void> {
  if (remedy.do !== 'retry' || remedy.delay === 'backoff') return;
  const history = await handle.fetchHistory();
  const scheduled = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_SCHEDULED');
  if (remedy.delay === 'as-told') {
    const repeat = eventsOf(history, 'EVENT_TYPE_ACTIVITY_TASK_STARTED').find(
      ({ activityTaskStartedEventAttributes: started }) => started?.attempt === 2,
    );
    const { scheduledEventId } = repeat?.activityTaskStartedEventAttributes ?? {};
    const first = scheduled.find(({ eventId }) => String(eventId) === String(scheduledEventId));
    const delayMs = protoTimeMs(repeat?.eventTime) - protoTimeMs(first?.eventTime);
    expect(delayMs).toBeGreaterThanOrEqual(RETRY_AFTER_MS);
    expect(delayMs).toBeLessThan(2 * RETRY_AFTER_MS);
  } else {
    const [cappedMs = 0, nextMs = 0] = scheduled
      .filter(({ activityTaskScheduledEventAttributes: call }) => call?.activityType?.name === 'publishPost')
      .map(({ eventTime }) => protoTimeMs(eventTime));
    expect(Math.floor(nextMs / DAY_MS)).toBe(Math.floor(cappedMs / DAY_MS) + 1);
    expect(nextMs % DAY_MS).toBeLessThan(600_000);
  }
}
