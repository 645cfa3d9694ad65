/** Whoever follows a release goes on when Temporal is back. Whoever is told to stop meanwhile stops, with its usual exit code. */
import { Person } from '../support/console';
import { startFakeTemporal, type FakeTemporal } from '../support/fake-temporal';
import { until } from '../support/until';
import type { RunningCommand } from './command-line';
import { SplitProduct } from './split-product';
import { itAtNight } from '../support/nightly';

/** How Node and how we tell of an error that nobody expected. */
const CRASH = /Channel has been shut down|Unexpected error|^Node\.js v/m;

let product: SplitProduct;
let worker: RunningCommand;
let gateway: RunningCommand;
let watch: RunningCommand;
let wait: RunningCommand;
let farWatch: RunningCommand;
let reject: RunningCommand;
let halfAway: FakeTemporal;
let page: Awaited<ReturnType<Person['listen']>>;

beforeAll(async () => {
  product = await SplitProduct.start();
  // Long before the others, because it is long before a command gives up.
  halfAway = await startFakeTemporal((_time, method) => (method === 'GetSystemInfo' ? 'ok' : 'unavailable'));
  reject = product.run(['terms', 'reject', 'game', '--reason', 'x'], { TEMPORAL_ADDRESS: halfAway.address });
  worker = product.run(['worker']);
  gateway = product.run(['gateway']);
  await product.openReview('game');
  watch = product.run(['watch', 'game', '--no-progress']);
  wait = product.run(['wait', 'game']);
  await gateway.says(/The gateway listens/);
  farWatch = product.run(['watch', 'game', '--no-progress'], {}, product.far);
  const person = await Person.signedIn(product.gatewayUrl, 'reader');
  page = await person.listen('/api/events?release=default/game');
  await until('the page shows the release', () => page.heard.some(({ event }) => event === 'release'));
  await Promise.all([watch, wait, farWatch].map((follower) => follower.says(/game/)));
});
afterAll(async () => {
  await product.close();
  await halfAway.stop();
});

it('watch, wait and an open page say that Temporal is away, here and far, and go on when it is back', async () => {
  await product.openReview('brief');
  const followers = [product.here, product.far].flatMap((machine) => [
    product.run(['watch', 'brief', '--no-progress'], {}, machine),
    product.run(['wait', 'brief'], {}, machine),
  ]);
  await Promise.all(followers.map((follower) => follower.says(/brief/)));
  await product.takeTemporalAway();
  await Promise.all(followers.map((follower) => follower.says(/brief: Temporal does not answer/)));
  await until('the page is told', () => page.heard.some(({ event }) => event === 'temporal'));

  await product.bringTemporalBack();
  await until('the page is told that it is back', () =>
    page.heard.some(({ data }) => JSON.stringify(data) === '{"answers":true}'),
  );
  await Promise.all(followers.map((follower) => follower.says(/does not answer[^]*brief waiting/)));
  expect(await product.run(['terms', 'confirm', 'brief']).ended).toEqual([0, null]);
  for (const follower of followers) {
    expect(await follower.ended).toEqual([0, null]);
    expect(follower.said).not.toMatch(CRASH);
  }
});

itAtNight('watch and wait say it again the next time', async () => {
  await product.takeTemporalAway();
  const followers = [watch, wait, farWatch];
  await Promise.all(followers.map((follower) => follower.says(/does not answer[^]*does not answer/)));
});

it.each<[string, () => RunningCommand, NodeJS.Signals, number]>([
  ['watch lets go of its release at Ctrl-C', () => watch, 'SIGINT', 0],
  ['wait lets go of its release at Ctrl-C', () => wait, 'SIGINT', 4],
  ['a gateway with a page open ends on SIGTERM', () => gateway, 'SIGTERM', 0],
  ['watch over a gateway that is gone lets go, too', () => farWatch, 'SIGINT', 0],
  ['a worker ends on SIGTERM', () => worker, 'SIGTERM', 0],
])('%s', async (_what, command, signal, code) => {
  expect(await command().stopped(signal)).toBe(code);
  expect(command().said).not.toMatch(CRASH);
});

it('a command that repeats what it says until it gives up ends with 9', async () => {
  expect(await reject.ended).toEqual([9, null]);
  expect(reject.said).not.toMatch(CRASH);
  expect(reject.said).toMatch(/Temporal no longer answers\. It is not known whether your request arrived/);
});
