import { readConfig } from '../../../src/config/config';
import { noticeEvents, TEST_EVENT } from '../../../src/domain/notices/notice';
import { noticeLines, withInbox } from '../../../src/embedded/sandbox-inbox';
import { deliver } from '../../../src/notices/deliver';
import { testNotice } from '../../../src/notices/notice-text';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.close());

it('the inbox of the sandbox is a route for everything, and keeps and tells what comes', async () => {
  const lines: string[] = [];
  sandbox.inbox.listen((notice) => lines.push(noticeLines(notice)));
  const config = withInbox(readConfig({}, __dirname), `${sandbox.url}/sandbox/inbox`);
  const [route] = config.noticeRoutes();
  if (route === undefined) throw new Error('there is no route');
  expect(config.notices.routes).toEqual([route]);
  expect(route.events).toEqual(noticeEvents);

  await deliver(route, [
    testNotice('id-1', '2026-11-16T04:00:00.000Z', route.label, 'http://console.example'),
  ]);

  const answer = await fetch(`${sandbox.url}/sandbox/inbox`);
  expect(await answer.json()).toMatchObject({ notices: [{ notice: { id: 'id-1', event: TEST_EVENT } }] });
  expect(lines).toEqual([
    expect.stringMatching(
      /^notice {5}A test notice of locrelease\n {11}Somebody ran .*\n {11}http:/,
    ) as string,
  ]);
});

it('a text of several lines is shown as several, and what it quotes begins none', () => {
  const notice = {
    title: 'Release parked',
    text: 'It failed.\nRun this.\u001b[2J',
    link: 'http://console.example',
  };
  expect(noticeLines(notice)).toBe(
    'notice     Release parked\n           It failed.\n           Run this.\\u001b[2J\n           http://console.example',
  );
});

it('what has not the form of a notice is shown as it came', () => {
  expect(noticeLines({ hello: 1 })).toBe('notice     {"hello":1}');
});
