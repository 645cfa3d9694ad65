/** `locrelease notices test`, against a real receiver and a real mail server. */
import { deadAddress, reply } from '../support/bare-server';
import { cli } from '../support/cli';
import { MailServer } from '../support/mail-server';
import { forgeryIn, HOOK_SECRET, NoticeReceiver } from '../support/notice-receiver';
import { useScratch } from '../support/scratch';

const scratch = useScratch();
let hook: NoticeReceiver;
let mails: MailServer;
beforeEach(async () => {
  hook = await NoticeReceiver.start();
  mails = await MailServer.start();
});
afterEach(async () => {
  await hook.close();
  await mails.close();
});

const routes = [
  { webhook: { urlVariable: 'HOOK_URL', secretVariable: 'HOOK_SECRET' } },
  { slack: { urlVariable: 'SLACK_URL' } },
  { mail: { to: ['loc@example.org'] } },
];

async function notices(command: string[], env: Record<string, string> = {}, given: object[] = routes) {
  await scratch.write('config.yaml', JSON.stringify({ notices: { routes: given } }));
  return cli(['notices', ...command], {
    LOCRELEASE_CONFIG: scratch.path('config.yaml'),
    HOOK_URL: hook.url,
    HOOK_SECRET,
    SLACK_URL: `${hook.url}&slack`,
    SMTP_URL: mails.url,
    MAIL_FROM: 'releases@example.org',
    ...env,
  });
}

it('sends one on each route, and says so', async () => {
  const run = await notices(['test']);
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toBe(
    'RESULT  ROUTE                    PROBLEM\nsent    webhook HOOK_URL\nsent    slack SLACK_URL\nsent    mail to loc@example.org\n',
  );
  const signed = hook.requests.filter(({ headers }) => 'x-locrelease-signature' in headers);
  expect(signed.map(forgeryIn)).toEqual([null]);
  expect(hook.requests).toHaveLength(2);
  expect(mails.seen).toMatchObject([
    {
      from: 'releases@example.org',
      to: ['loc@example.org'],
      headers: {
        subject: 'A test notice of locrelease',
        'auto-submitted': 'auto-generated',
        'message-id': expect.stringMatching(/^<[0-9a-f]{40}@locrelease>$/) as string,
      },
    },
  ]);
});

it('says which failed and why, with exit 8 and nothing of an address', async () => {
  const dead = await deadAddress();
  const refusing = await NoticeReceiver.start(reply(404, 'no_service'));
  const run = await notices(['test', '-o', 'json'], {
    HOOK_URL: `${dead}/hooks/not-for-others`,
    SLACK_URL: refusing.url,
    SMTP_URL: dead.replace('http:', 'smtp:'),
  });
  await refusing.close();
  expect(run.code).toBe(8);
  expect(run.json()).toEqual({
    routes: [
      {
        route: 'webhook HOOK_URL',
        sent: false,
        problem: 'No answer from the receiver: cannot connect (ECONNREFUSED).',
      },
      { route: 'slack SLACK_URL', sent: false, problem: 'The receiver answered 404.' },
      { route: 'mail to loc@example.org', sent: false, problem: 'No answer from the mail server (ESOCKET).' },
    ],
  });
  expect(run.stdout + run.stderr).not.toMatch(/not-for-others|also-secret/);
});

it('names a variable that is missing, with exit 2, and sends nothing', async () => {
  const run = await notices(['test'], { HOOK_SECRET: '' });
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: 'locrelease: HOOK_SECRET is empty.\n' });
  expect(hook.requests).toEqual([]);
});

it('has nothing to do without routes', async () => {
  const run = await notices(['test'], {}, []);
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('No routes are set.') as string });
});
