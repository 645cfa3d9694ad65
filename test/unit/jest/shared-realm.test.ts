import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(__dirname, '../../..');

/** Runs files one after the other in one process, as the tests of this project run. */
async function runFiles(files: Record<string, string>): Promise<string> {
  const rootDir = await mkdtemp(join(tmpdir(), 'locrelease-realm-'));
  try {
    const config = {
      rootDir,
      testEnvironment: join(root, 'test/jest/shared-environment.js'),
      runtime: join(root, 'test/jest/shared-runtime.js'),
      testSequencer: join(rootDir, 'by-name.js'),
      transform: {},
    };
    const byName = `
      const { default: Sequencer } = require(${JSON.stringify(require.resolve('@jest/test-sequencer'))});
      module.exports = class extends Sequencer {
        sort = (tests) => [...tests].sort((one, other) => one.path.localeCompare(other.path));
      };`;
    for (const [name, code] of Object.entries({ ...files, 'by-name.js': byName }))
      await writeFile(join(rootDir, name), code);
    const jest = require.resolve('jest/bin/jest');
    const ran = promisify(execFile)(
      process.execPath,
      [jest, '--runInBand', '--config', JSON.stringify(config)],
      { cwd: rootDir },
    );
    const { stderr } = await ran.catch((error: unknown) => error as { stderr: string });
    return stderr;
  } finally {
    await rm(rootDir, { recursive: true });
  }
}

it('a file finds nothing of the one before it: neither its name, its variables, its directory nor its exit', async () => {
  const ran = await runFiles({
    'a.test.js': `
      it('leaves everything behind', () => {
        process.env.LEFT_BEHIND = 'yes';
        delete process.env.PATH;
        process.chdir('/');
        process.exit = () => undefined;
        expect(expect.getState().currentTestName).toBe('leaves everything behind');
      });`,
    'b.test.js': `
      const found = {
        test: expect.getState().currentTestName,
        left: process.env.LEFT_BEHIND,
        path: typeof process.env.PATH,
        isAtRoot: process.cwd() === '/',
        exit: process.exit.toString().length > 20,
      };
      it('finds nothing', () => {
        expect(found).toEqual({ test: undefined, left: undefined, path: 'string', isAtRoot: false, exit: true });
      });`,
  });
  expect(ran).toMatch(/Tests: +2 passed, 2 total/);
});
