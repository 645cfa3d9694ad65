import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig } from '../../../src/config/config';
import { operatorOfToken } from '../../../src/gateway/operator-tokens';
import { cli } from '../../support/cli';
import { useScratch } from '../../support/scratch';

const scratch = useScratch();
const made = z.strictObject({ token: z.string(), config: z.unknown() });

describe('auth token', () => {
  it('makes a token that signs in with the lines that it prints, which do not hold it', async () => {
    const { code, stdout } = await cli(['auth', 'token', 'olga@example.com', '--role', 'operate']);
    const [, token = ''] = /\(shown only once\): (\S+)\n/.exec(stdout) ?? [];
    const lines = stdout.slice(stdout.indexOf('operators:'));
    await scratch.write('locrelease.config.yaml', lines);
    const { operators } = readConfig({}, scratch.path());
    expect(code).toBe(0);
    expect(operatorOfToken(operators, token)?.name).toBe('olga@example.com');
    expect(operators.get('olga@example.com')?.role).toBe('operate');
    expect(lines).not.toContain(token);
  });

  it('tells scripts the same as one document, and never the same token twice', async () => {
    const [first, second] = [
      made.parse((await cli(['auth', 'token', 'olga', '-o', 'json'])).json()),
      made.parse((await cli(['auth', 'token', 'olga', '-o', 'json'])).json()),
    ];
    expect(first.token).not.toBe(second.token);
    expect(parse(JSON.stringify(first.config))).toEqual({
      operators: {
        olga: { role: 'review', token: expect.stringMatching(/^sha256:[0-9a-f]{64}$/) as string },
      },
    });
  });

  it.each([
    [['auth', 'token', '<b>'], 'The name must be 1 to 100 letters'],
    [['auth', 'token', 'olga', '--role', 'root'], 'Allowed choices are read, review, operate'],
  ])('refuses %j', async (args, message) => {
    const { code, stderr, stdout } = await cli(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

describe('auth token --write', () => {
  const others = '# Whom we know.\nprojects: {}\n';

  it.each([
    ['a file that is missing', null],
    ['an empty mapping', `${others}operators: {} # nobody yet\nassumptions: {}\n`],
    ['a key without a value', `${others}operators:\nassumptions: {}\n`],
    ['no such key, nor a last line end', `${others}assumptions: {}`],
    [
      'others there',
      `${others}operators:\n\n    # The first.\n    ada:\n        role: read\nassumptions: {}\n`,
    ],
  ])('puts the operator into %s, and keeps all else', async (_what, before) => {
    const file = scratch.path('locrelease.config.yaml');
    if (before !== null) await scratch.write('locrelease.config.yaml', before);
    const env = { LOCRELEASE_CONFIG: file };
    const { code, stdout } = await cli(['auth', 'token', 'olga', '--write', '-o', 'json'], env);
    expect(code).toBe(0);
    const { token } = made.parse(JSON.parse(stdout));
    const after = await readFile(file, 'utf8');
    expect(operatorOfToken(readConfig({}, scratch.path()).operators, token)?.name).toBe('olga');
    for (const line of (before ?? '').split('\n'))
      expect(after).toContain(line.replace(' {} # nobody', ' # nobody'));
  });

  it('puts more operators into a file in which a comment shows how they look', async () => {
    const starter = await readFile('examples/starter/locrelease.config.yaml', 'utf8');
    const env = { LOCRELEASE_CONFIG: await scratch.write('locrelease.config.yaml', starter) };
    for (const name of ['olga', 'root', 'ada'])
      expect(await cli(['auth', 'token', name, '--write'], env)).toMatchObject({ code: 0 });
    const { operators } = readConfig({}, scratch.path());
    expect([...operators.keys()].sort()).toEqual(['ada', 'olga', 'root']);
  });

  it.each([
    ['operators: {olga: {role: read}}\n', 'already has an operator olga'],
    ['operators: {ada: {role: read}}\n', 'Add the lines by hand, without --write'],
    ['operators: [\n', 'is not a valid configuration file'],
  ])('leaves %j as it is', async (before, said) => {
    const file = await scratch.write('locrelease.config.yaml', before);
    const { code, stdout, stderr } = await cli(['auth', 'token', 'olga', '--write'], {
      LOCRELEASE_CONFIG: file,
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
    expect(await readFile(file, 'utf8')).toBe(before);
  });
});
