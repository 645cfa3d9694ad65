import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, createServer } from 'node:net';

describe('command failure', () => {
  describe('errors as JSON', () => {
    const scratch = useScratch();
    const errorOf = (stderr: string): unknown => (JSON.parse(stderr) as { error: unknown }).error;

    it.each([
      [['lst'], {}],
      [['list', '--state', 'waitin'], {}],
      [['terms', 'list'], {}],
      [[], {}],
    ])('tell that %j is not how a command is written', async (args, env) => {
      const { code, stdout, stderr } = await cli([...args, '--errors', 'json'], env);
      expect([code, stdout]).toEqual([2, '']);
      expect(errorOf(stderr)).toEqual({
        code: 'usage',
        message: expect.stringMatching(/./) as string,
        exitCode: 2,
      });
    });

    it('tell each fault of a file', async () => {
      const file = await scratch.write('release.yaml', 'name: game\nsurprise: 1\n');
      const { code, stdout, stderr } = await cli(['plan', file], { LOCRELEASE_ERRORS: 'json' });
      expect([code, stdout]).toEqual([2, '']);
      expect(errorOf(stderr)).toMatchObject({
        code: 'bad_file',
        exitCode: 2,
        findings: expect.arrayContaining([
          { file, line: 2, key: 'surprise', message: expect.stringContaining('not a known key') as string },
        ]) as unknown,
      });
    });

    it('tell a service that cannot be reached', async () => {
      const { code, stderr } = await cli(['service', 'languages', '--errors', 'json'], {
        LOCALIZATION_BASE_URL: 'http://127.0.0.1:1',
        LOCALIZATION_APP_KEY: 'key',
        LOCALIZATION_APP_SECRET: 'secret',
      });
      expect(code).toBe(8);
      expect(errorOf(stderr)).toMatchObject({
        code: 'service',
        exitCode: 8,
        service: { service: 'localization', endpoint: 'GET /languages', kind: 'unreachable', effect: 'none' },
      });
    });

    it.each([
      ['worker', 'SOCIAL_BASE_URL', 'http://127.0.0.1:1', 'SOCIAL_ACCESS_TOKEN'],
      ['gateway', 'SOCIAL_ACCESS_TOKEN', 'a-token', 'SOCIAL_BASE_URL'],
    ])('tell a %s that has %s alone what is missing', async (process, name, value, missing) => {
      const { code, stderr } = await cli([process, '--errors', 'json'], {
        LOCALIZATION_BASE_URL: 'http://127.0.0.1:1',
        LOCALIZATION_APP_KEY: 'key',
        LOCALIZATION_APP_SECRET: 'secret',
        [name]: value,
      });
      expect(code).toBe(2);
      expect(errorOf(stderr)).toMatchObject({
        code: 'configuration',
        message: expect.stringContaining(missing) as string,
      });
    });

    it('are asked for: without, they are text', async () => {
      expect((await cli(['lst'])).stderr).toMatch(
        /^locrelease: unknown command 'lst'\n\(Did you mean list\?\)/,
      );
    });

    it('leave help where it is', async () => {
      const { code, stdout, stderr } = await cli(['list', '--help', '--errors', 'json']);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toContain('Usage: locrelease list');
    });
  });
});

/** A person who waits for an answer hears soon that there is none. */
describe('no temporal', () => {
  async function listening(server: Server): Promise<string> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  describe.each([
    ['status', 'game'],
    ['list'],
    ['wait', 'game'],
    ['watch', 'game'],
    ['terms', 'list', 'game'],
  ])('%s', (...words: string[]) => {
    it('does not wait for a server that refuses the connection', async () => {
      const server = createServer();
      const address = await listening(server);
      server.close();
      await once(server, 'close');

      // With this much patience, whoever waits is noticed.
      const env = { TEMPORAL_ADDRESS: address, LOCRELEASE_ANSWER_TIMEOUT: '1h' };
      const { code, stderr } = await cli(words, env);

      expect(code).toBe(9);
      expect(stderr).toContain(`Cannot connect to Temporal at ${address}`);
    });

    it('waits for a server that never answers as long as it is told to', async () => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => sockets.push(socket));
      const address = await listening(server);

      const { code } = await cli(words, { TEMPORAL_ADDRESS: address, LOCRELEASE_ANSWER_TIMEOUT: '200ms' });

      expect(code).toBe(9);
      server.close();
      for (const socket of sockets) socket.destroy();
    });
  });
});
