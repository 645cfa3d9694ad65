/** A worker that is killed at any moment of a release changes nothing but time. */
import { confirmTermsSignal } from '../../src/protocol/messages';
import { activitiesOf } from '../support/history';
import { workUntilKilled } from '../support/killed-worker';
import { expectDoneOnce } from './invariants';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';
import { drawn } from '../support/nightly';

/** What a whole release does, in order. */
const activities = [
  'preflight',
  'createTask',
  'readTask',
  'snapshotTerms',
  'confirmTaskTerms',
  'readTask',
  'supplementTask',
  'readTask',
  'askForPublishTurn',
  'publishTask',
  'readPublish',
  'exportFiles',
  'createDraft',
  'publishPost',
  'readPost',
  'keepManifest',
  'postNotice',
];

/** Calls that would be done twice if they were made twice: once done, they are looked for and not made again. */
const unkeyedCalls: Record<string, string> = {
  confirmTaskTerms: 'POST /tasks/confirm-terms',
  supplementTask: 'POST /tasks/supplement-translate',
  publishTask: 'POST /tasks/publish',
  createDraft: 'POST /posts',
  publishPost: 'POST /posts/{postId}/publish',
};

/** What a worker was killed before it could ask for is not listed, and that proves nothing unless such jobs are known to be. */
const assumptions = { 'publish-jobs': 'listed', 'supplement-jobs': 'listed' };

const ordinals = ['', 'first', 'second', 'third'];
const deaths = activities.flatMap((activity, place) => {
  const occurrence = activities.slice(0, place + 1).filter((name) => name === activity).length;
  return ['started', 'completed'].map((moment) => ({
    when: `its ${ordinals[occurrence]} ${activity} has ${moment}`,
    activity,
    occurrence,
    moment,
  }));
});

it('the activities named here are those of a release', () =>
  withRig({ minCheckInterval: '3s' }, async (rig) => {
    const handle = await startRelease(rig);
    await handle.result();
    // Work that takes a little longer is looked at once more.
    const called = activitiesOf(await handle.fetchHistory()).filter(
      (name, place, all) => !(name.startsWith('read') && name === all[place - 1]),
    );
    expect(called).toEqual(activities);
  }));

describe('a release whose worker is killed', () => {
  it.concurrent.each(drawn(deaths, 5, 39))(
    'when $when ends as if nothing had been',
    ({ activity, occurrence, moment }) =>
      withRig({ worker: false, minCheckInterval: '3s', config: { assumptions } }, async (rig) => {
        const handle = await startRelease(rig);
        await workUntilKilled(rig, { activity, occurrence, moment });
        await rig.startWorker();
        await rig.fastForward(handle);
        await handle.result();
        await expectDoneOnce(rig.sandbox, await rig.status(handle));
        const subject = unkeyedCalls[activity];
        if (subject === undefined || moment === 'started') return;
        expect(rig.sandbox.journal.find({ subject })).toHaveLength(1);
      }),
  );
});

async function startRelease(rig: ReleaseRig): Promise<ReleaseHandle> {
  const handle = await rig.release();
  await handle.signal(confirmTermsSignal, { by: 'olga' });
  return handle;
}
