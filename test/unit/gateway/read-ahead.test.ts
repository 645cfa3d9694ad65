import { askedFirst, preloadLinks } from '../../../src/gateway/page';

const session = '/api/session';

it.each([
  ['/', [session, '/api/inbox']],
  ['/schedules', [session, '/api/schedules']],
  ['/releases/default/game', [session, '/api/releases/default/game']],
  [
    '/releases/default/game/terms',
    [session, '/api/releases/default/game', '/api/releases/default/game/terms?offset=0&limit=100'],
  ],
  // What these ask for depends on more than their path.
  ['/releases/default/game/strings', [session]],
  ['/insights', [session]],
  ['/nothing', [session]],
])('%s asks first for what it shows first', (path, addresses) => {
  expect(askedFirst(path)).toEqual(addresses);
});

it.each([
  '/releases/default/game%0d%0ax',
  '/releases/default/a>;rel=preload',
  '/releases/a b/c',
  '/releases//game',
  '/__proto__',
  '/constructor',
])('%s, which names no release, is asked for nothing but who is there', (path) => {
  expect(askedFirst(path)).toEqual([session]);
});

it('the files of the page come before what it asks for', () => {
  expect(preloadLinks(['/app-1.css', '/app-2.js'], [session])).toBe(
    '</app-1.css>; rel=preload; as=style, </app-2.js>; rel=modulepreload, </api/session>; rel=preload; as=fetch; crossorigin',
  );
});
