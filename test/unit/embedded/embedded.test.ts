import { ApplicationFailure } from '@temporalio/common';
import { briefLine, createBriefLogger } from '../../../src/embedded/brief-log';
import { readConfig } from '../../../src/config/config';
import { TEST_EVENT, noticeEvents } from '../../../src/domain/notices/notice';
import { noticeLines, withInbox } from '../../../src/embedded/sandbox-inbox';
import { deliver } from '../../../src/notices/deliver';
import { testNotice } from '../../../src/notices/notice-text';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox';
import { existsSync, statSync } from 'node:fs';
import { chmod, readFile, stat } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { runningDev } from '../../../src/config/dev-set';
import { ownDirectory, savedPorts, savedToken } from '../../../src/embedded/own-directory';
import { useScratch } from '../../support/scratch';
import { freePorts } from '../../../src/temporal/server/free-ports';

describe('brief log', () => {
  const failed = { workflowId: 'release/default/game', activityType: 'publishTask', attempt: 2 };

  it('tells a call that failed once, though two tell of it, and without a stack', () => {
    const lines: string[] = [];
    const logger = createBriefLogger((line) => lines.push(line));
    logger.warn('A call to a service failed.', { ...failed, reason: '429 slow down' });
    const error = ApplicationFailure.create({
      message: '429 slow down',
      details: [{ endpoint: 'POST /tasks/publish' }],
    });
    logger.warn('Activity failed', { ...failed, error });
    logger.info('Worker state changed');
    logger.warn('No workflows registered, not polling for workflow tasks');
    expect(lines).toEqual(['warning    default/game: Attempt 2 to publish the task failed: 429 slow down.']);
  });

  it.each([
    [{ message: 'Something else.', meta: {} }, 'warning    Something else.'],
    [{ message: 'Lost', meta: { error: new Error('no route') } }, 'warning    Lost: no route.'],
    [{ message: 'a\u001b[2Jb\nc' }, 'warning    a\\u001b[2Jb\\nc.'],
  ])('is one line: %j', (entry, line) => {
    expect(briefLine(entry)).toBe(line);
  });
});

describe('sandbox inbox', () => {
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
});

describe('own directory', () => {
  const scratch = useScratch();

  describe('the directory of a set', () => {
    it('is for one at a time', async () => {
      const directory = scratch.path('state');
      await scratch.write('state/dev.json', JSON.stringify({ pid: process.ppid, environment: {} }));
      await expect(ownDirectory(directory)).rejects.toThrow(
        `"locrelease dev" already runs in this directory, as process ${process.ppid}. Nothing was started.`,
      );
    });

    it('is given back, and is not kept by one of the same number, as in a container that was killed', async () => {
      const directory = scratch.path('state');
      await ownDirectory(directory);
      const owned = await ownDirectory(directory);
      owned.giveBack();
      expect(existsSync(scratch.path('state', 'dev.json'))).toBe(false);
      (await ownDirectory(directory)).giveBack();
    });

    it('is not kept by one that was killed', async () => {
      // Above the greatest number that a process can have.
      await scratch.write('state/dev.json', JSON.stringify({ pid: 99_999_999, environment: {} }));
      (await ownDirectory(scratch.path('state'))).giveBack();
    });

    it('says how to reach its owner, to nobody else', async () => {
      const owned = await ownDirectory(scratch.path('state'));
      await owned.announce({ TEMPORAL_ADDRESS: '127.0.0.1:7233' });
      expect(runningDev(scratch.path('state'))).toEqual({
        pid: process.pid,
        environment: { TEMPORAL_ADDRESS: '127.0.0.1:7233' },
      });
      expect(statSync(scratch.path('state', 'dev.json')).mode & 0o777).toBe(0o600);
      owned.giveBack();
      expect(runningDev(scratch.path('state'))).toBeNull();
    });

    it('says what is wrong with it in one line', async () => {
      const file = await scratch.write('state', '');
      await expect(ownDirectory(file)).rejects.toThrow(
        /^Cannot write .*: it is a file, .*Nothing was started\.$/,
      );
    });
  });

  it('the token of a directory is made once, for its owner alone', async () => {
    const path = scratch.path('.locrelease', 'console-token');
    const token = await savedToken(path);
    expect(token).toMatch(/^lrt_/);
    expect(await savedToken(path)).toBe(token);
    expect(await readFile(path, 'utf8')).toBe(`${token}\n`);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await chmod(path, 0o644);
    expect(await savedToken(path)).toBe(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  describe('the ports of a directory', () => {
    const told: string[] = [];
    const report = (line: string): void => void told.push(line);

    async function usualPorts() {
      const [temporal = 0, ui = 0, gateway = 0, sandbox = 0] = await freePorts(4);
      return { temporal, ui, gateway, sandbox };
    }

    it('are the usual ones, and from then on those of last time', async () => {
      const usual = await usualPorts();
      const file = scratch.path('ports.json');
      expect(await savedPorts(file, { usual, requested: {} }, report)).toEqual(usual);
      const others = await usualPorts();
      expect(await savedPorts(file, { usual: others, requested: {} }, report)).toEqual(usual);
      expect(await savedPorts(file, { usual, requested: { sandbox: others.sandbox } }, report)).toEqual({
        ...usual,
        sandbox: others.sandbox,
      });
      expect(told).toEqual([]);
    });

    it('are others only where one is in use, which is told and kept', async () => {
      const usual = await usualPorts();
      const taken = createServer().listen(usual.gateway, '127.0.0.1');
      await once(taken, 'listening');
      const file = scratch.path('ports.json');
      const chosen = await savedPorts(file, { usual, requested: {} }, report);
      await once(taken.close(), 'close');
      expect(chosen).toEqual({ ...usual, gateway: expect.any(Number) as number });
      expect(chosen.gateway).not.toBe(usual.gateway);
      expect(told).toEqual([
        `Port ${usual.gateway} is in use. From now on, the gateway has port ${chosen.gateway} in this directory.`,
      ]);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(chosen);
      expect(await savedPorts(file, { usual, requested: {} }, report)).toEqual(chosen);
    });

    it('are the usual ones where the file cannot be read', async () => {
      const usual = await usualPorts();
      const file = await scratch.write('ports.json', '{"temporal": "x"');
      expect(await savedPorts(file, { usual, requested: {} }, report)).toEqual(usual);
    });
  });
});
