/** A route on which nothing arrives is shown wherever people look. */
import { readConfig } from '../../src/config/config';
import type { Diagnosis } from '../../src/checks/diagnosis';
import type { NoticeRoutes } from '../../src/protocol/console-api';
import { reply } from '../support/bare-server';
import { cli } from '../support/cli';
import { Person, startConsole } from '../support/console';
import { until } from '../support/until';
import { withNoticeRig } from './notice-rig';
import { reviewOnly } from './release-rig';

it('a route that fails is shown by the commands and by the console', () =>
  withNoticeRig({ answer: reply(503, '') }, async ({ rig, reports }) => {
    const handle = await rig.release({ ...reviewOnly, terms: { confirmation: 'automatic' } });
    await handle.result();
    await until('it fails', async () => (await reports())[0]?.failing !== null);
    const env = rig.env({
      LOCRELEASE_CONFIG: rig.configFile,
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });

    const listed = await cli(['notices', 'list'], env);
    expect(listed.code).toBe(0);
    expect(listed.stdout).toMatch(
      /^FAILING +webhook HOOK_URL +never +1 {2}The receiver answered 503\. Since /m,
    );

    const { checks } = (await cli(['doctor', '-o', 'json'], env)).json() as { checks: Diagnosis[] };
    expect(checks.filter(({ what }) => what === 'notices')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('The receiver answered 503.') as string },
    ]);

    const gateway = await startConsole(rig.client, readConfig({ ...env, GATEWAY_PORT: '0' }, rig.directory));
    try {
      const reader = await Person.signedIn(gateway.url, 'reader');
      const { status, body } = await reader.get<NoticeRoutes>('/api/notices');
      expect(status).toBe(200);
      expect(body.routes).toMatchObject([
        { route: 'webhook HOOK_URL', waiting: 1, failing: { why: 'The receiver answered 503.' } },
      ]);
    } finally {
      await gateway.close();
    }
  }));
