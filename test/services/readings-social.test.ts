/** Each reading of the social service shows on the wire: a knob that turned nothing would prove nothing. */
import type { SandboxProfileInput } from '../../src/sandbox/profile';
import { socialReadings, type Readings } from '../../src/sandbox/readings/catalogue';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { at, pathOf, wireTo, type SandboxWire, type WireAnswer } from '../support/sandbox-wire';
import { workspaceWith } from '../support/social-sandbox';
import { LONG_MS, startStillSandbox } from './support';

interface Bench extends SandboxWire {
  sandbox: Sandbox;
}

interface Point<Reading extends string> {
  profile?: SandboxProfileInput;
  observe: (bench: Bench) => Promise<unknown>;
  shows: Record<Reading, unknown>;
}

type SocialId = keyof typeof socialReadings;

const DAY_SECONDS = 86_400;
const draft = { text: 'Out now', accountIds: ['acc_1'] };

const publish = ({ social }: Bench, body: object = {}, key = 'key-1'): Promise<WireAnswer> =>
  social('POST', '/posts/post_1/publish', body, key);

const postOf = async ({ social }: Bench): Promise<unknown> =>
  at((await social('GET', '/posts/post_1')).body, 'data');

/** A second publish on the same day, where one is allowed. */
async function capped(bench: Bench): Promise<unknown> {
  await publish(bench);
  return at((await publish(bench, {}, 'key-2')).body, 'error.params');
}

const oneADay = { workspace: workspaceWith({ caps: { publishesPerDay: 1 } }) };

const points: { [Id in SocialId]: Point<Readings[Id]> } = {
  'cursor-place': {
    observe: async ({ social }) => {
      await social('POST', '/posts', draft);
      const { body } = await social('GET', '/posts?limit=1');
      const cursor = Buffer.from('after:post_2').toString('base64url');
      return [pathOf(body, cursor), at(body, 'data.posts.length')];
    },
    shows: { data: ['data.nextCursor', 1], meta: ['meta.nextCursor', 1], none: [null, 2] },
  },
  'post-status-words': {
    observe: async ({ social }) => {
      const post = { ...draft, scheduledAt: '2100-01-01T00:00:00Z' };
      return at((await social('POST', '/posts', post)).body, 'data.status');
    },
    shows: { documented: 'scheduled', 'upper-case': 'SCHEDULED', other: 'queued' },
  },
  'prepared-post-status': {
    observe: async (bench) => at(await postOf(bench), 'status'),
    shows: { draft: 'draft', approved: 'approved', ready: 'ready' },
  },
  'target-words': {
    observe: async (bench) => {
      await publish(bench);
      bench.sandbox.clock.advance(LONG_MS);
      return at(await postOf(bench), 'targets.0.status');
    },
    shows: {
      published: 'published',
      success: 'success',
      posted: 'posted',
      live: 'live',
      sent: 'sent',
      'upper-case': 'PUBLISHED',
    },
  },
  'retried-target': {
    profile: { faults: [{ on: 'target acc_1', do: 'fail' }] },
    observe: async (bench) => {
      await publish(bench);
      bench.sandbox.clock.advance(LONG_MS);
      await publish(bench, { accountId: 'acc_1' }, 'key-2');
      const atOnce = at(await postOf(bench), 'targets.0.status');
      bench.sandbox.clock.advance(LONG_MS);
      return [atOnce, at(await postOf(bench), 'targets.0.status')];
    },
    shows: { publishing: ['publishing', 'published'], 'failed-first': ['failed', 'published'] },
  },
  'draft-request': {
    observe: async ({ social }) => {
      const theirs = { content: 'Out now', targets: [{ accountId: 'acc_1' }] };
      return [
        (await social('POST', '/posts', draft)).status,
        (await social('POST', '/posts', theirs)).status,
      ];
    },
    shows: { text: [200, 400], content: [400, 200] },
  },
  'draft-idempotency': {
    observe: async ({ social, sandbox }) => {
      await social('POST', '/posts', draft, 'key-1');
      await social('POST', '/posts', draft, 'key-1');
      return sandbox.social.posts().length;
    },
    shows: { ignored: 3, honoured: 2 },
  },
  'publish-tier': {
    observe: async (bench) => {
      const { body } = await bench.social('GET', '/workspace');
      return [at(body, 'data.credential.allowedActions'), (await publish(bench)).status];
    },
    shows: {
      publish: [['draft', 'schedule', 'publish'], 200],
      'schedule-only': [['draft', 'schedule'], 200],
    },
  },
  'confirm-mode': {
    observe: async (bench) => {
      const { body } = await bench.social('GET', '/workspace');
      const accepted = await publish(bench);
      bench.sandbox.clock.advance(LONG_MS);
      return [
        at(body, 'data.credential.confirmMode'),
        at(accepted.body, 'data.status'),
        at(await postOf(bench), 'status'),
      ];
    },
    shows: {
      preauthorized: ['preauthorized', 'publishing', 'published'],
      approval: ['approval_required', 'pending_approval', 'published'],
    },
  },
  'daily-cap-reason': {
    profile: oneADay,
    observe: async (bench) => {
      const params = await capped(bench);
      return [at(params, 'reason'), at(params, 'windowSec')];
    },
    shows: {
      daily_publish_cap: ['daily_publish_cap', DAY_SECONDS],
      daily_limit: ['daily_limit', DAY_SECONDS],
      'params-window': [undefined, DAY_SECONDS],
    },
  },
  'daily-cap-day': {
    profile: oneADay,
    observe: async (bench) => {
      const { clock } = bench.sandbox;
      const midnightMs = Math.ceil(clock.nowMs() / (DAY_SECONDS * 1000)) * DAY_SECONDS * 1000;
      clock.advance(midnightMs - clock.nowMs() + 3_600_000);
      return at(await capped(bench), 'retryAfterSec');
    },
    shows: { utc: 23 * 3600, rolling: DAY_SECONDS },
  },
  'second-publish': {
    observe: async (bench) => {
      await publish(bench);
      return (await publish(bench, {}, 'key-2')).status;
    },
    shows: { 'posts-again': 200, refused: 409 },
  },
};

it.each(Object.entries<Point<string>>(points))('%s', async (id, { profile = {}, observe, shows }) => {
  const observed: Record<string, unknown> = {};
  for (const reading of Object.keys(shows)) {
    const sandbox = await startStillSandbox({ ...profile, readings: { [id]: reading } });
    observed[reading] = await observe({ sandbox, ...wireTo(sandbox) });
  }
  expect(observed).toEqual(shows);
});

it('has a row for every reading', () => {
  const shown = Object.fromEntries(Object.entries(points).map(([id, { shows }]) => [id, Object.keys(shows)]));
  for (const [id, readings] of Object.entries(socialReadings)) {
    expect(shown[id]).toEqual(expect.arrayContaining([...readings]));
  }
});
