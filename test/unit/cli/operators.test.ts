import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../src/config/config';
import { operatorOfToken } from '../../../src/gateway/operator-tokens';
import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const made = z.object({ name: z.string(), role: z.string(), token: z.string(), config: z.unknown() });

describe('operators token', () => {
  it('makes a token that signs in with the lines that it prints, which do not hold it', async () => {
    const { code, stdout } = await cli(['operators', 'token', 'olga@example.com', '--role', 'operate']);
    const [, token = ''] = /\(shown only once\): (\S+)\n/.exec(stdout) ?? [];
    const lines = stdout.slice(stdout.indexOf('operators:'));
    await scratch.write('locrelease.config.yaml', lines);
    const { operators } = readConfig({}, scratch.path());
    expect(code).toBe(0);
    expect(operatorOfToken(operators, token)).toBe('olga@example.com');
    expect(operators.get('olga@example.com')?.role).toBe('operate');
    expect(lines).not.toContain(token);
  });

  it('tells scripts the same as one document, and never the same token twice', async () => {
    const [first, second] = [
      made.parse((await cli(['operators', 'token', 'olga', '-o', 'json'])).json()),
      made.parse((await cli(['operators', 'token', 'olga', '-o', 'json'])).json()),
    ];
    expect(first).toMatchObject({ name: 'olga', role: 'review' });
    expect(first.token).not.toBe(second.token);
    expect(parse(JSON.stringify(first.config))).toEqual({
      operators: {
        olga: { role: 'review', token: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
      },
    });
  });

  it.each([
    [['operators', 'token', '<b>'], 'The name must be 1 to 100 letters'],
    [['operators', 'token', 'olga', '--role', 'root'], 'Allowed choices are read, review, operate'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr, stdout } = await cli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
