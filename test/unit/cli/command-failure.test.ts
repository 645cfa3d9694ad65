import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

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
