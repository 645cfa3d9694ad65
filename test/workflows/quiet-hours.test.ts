/** Hours of the night in which nothing is announced, unless a person says so. */
import type { ReleaseFile } from '../../src/domain/release-file';
import { amendUpdate } from '../../src/protocol/messages';
import { refusalOf } from '../support/refusal';
import { withRig, type ReleaseHandle, type ReleaseRig } from './release-rig';

const HOUR_MS = 3_600_000;
const timeOfDay = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
/** They began an hour ago, and have two more to go. */
const quietNow = () => {
  const [from, to] = [Date.now() - HOUR_MS, Date.now() + 2 * HOUR_MS].map(timeOfDay);
  return { policies: { quietHours: { from, to, timezone: 'UTC' } } };
};

const announce = { accounts: ['acc_1'], platforms: [], text: 'Out.' };
const short: Partial<ReleaseFile> = {
  terms: { confirmation: 'automatic' },
  supplementLanguages: [],
  export: undefined,
  announce,
};

const posted = ({ sandbox }: ReleaseRig): number =>
  sandbox.journal.find({ subject: 'POST /posts/{postId}/publish' }).length;
const quiet = (rig: ReleaseRig, handle: ReleaseHandle) =>
  rig.reached(handle, ({ hold }) => hold?.why === 'quiet_hours', 'quiet hours hold its announcement');
const amendTime = (handle: ReleaseHandle, at: string, reason?: string) =>
  handle.executeUpdate(amendUpdate, {
    args: [{ by: 'olga', ...(reason && { reason }), amendment: { announce: { ...announce, at } } }],
  });

it.concurrent('an announcement waits for the end of quiet hours, and is made then', () =>
  withRig({ skipTime: true, callbacks: false, config: quietNow() }, async (rig) => {
    const startedMs = Date.now();
    const handle = await rig.release(short);
    const { state, stages } = await handle.result();
    expect(state).toBe('done');
    const { endedAt } = stages.find(({ name }) => name === 'announce') ?? {};
    expect(Date.parse(endedAt ?? '') - startedMs).toBeGreaterThan(1.9 * HOUR_MS);
  }),
);

it.concurrent('an announcement whose own time lies in quiet hours waits for their end', () =>
  withRig({ config: quietNow() }, async (rig) => {
    const at = new Date(Date.now() + HOUR_MS).toISOString();
    const handle = await rig.release({ ...short, announce: { ...announce, at } });
    const { hold } = await quiet(rig, handle);
    expect(Date.parse(hold?.until ?? '') - Date.parse(at)).toBeGreaterThan(0.9 * HOUR_MS);
    expect(posted(rig)).toBe(0);
  }),
);

it.concurrent('a person who sets its time, and says why, has it announced in quiet hours', () =>
  withRig({ config: quietNow() }, async (rig) => {
    const handle = await rig.release(short);
    await quiet(rig, handle);
    const now = new Date().toISOString();
    expect(await refusalOf(amendTime(handle, now))).toBe(
      'Nothing was changed. The announcement would be made in quiet hours. Give a reason for that.',
    );
    expect(posted(rig)).toBe(0);
    await amendTime(handle, now, 'the outage is over');
    const { state, decisions } = await handle.result();
    expect(state).toBe('done');
    expect(decisions).toMatchObject([{ by: 'olga', what: 'amend announce', why: 'the outage is over' }]);
  }),
);

it.concurrent('an announcement that is taken away in quiet hours holds nothing up', () =>
  withRig({ config: quietNow() }, async (rig) => {
    const handle = await rig.release(short);
    await quiet(rig, handle);
    await handle.executeUpdate(amendUpdate, { args: [{ by: 'olga', amendment: { announce: null } }] });
    expect((await handle.result()).state).toBe('done');
    expect(posted(rig)).toBe(0);
  }),
);
