/** What a command loads is what its user waits for. Counted in files and not in time: a busy machine fails no test. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

const PROJECT = resolve(__dirname, '../..');
const MAIN = join(PROJECT, 'dist/cli/main.js');
const TELL_WHAT_WAS_LOADED = `
  process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(Object.keys(require.cache))));
  require(process.argv[1]);`;

/** The files that are loaded, relative to the project. */
function loadedBy(
  words: readonly string[],
  place: NodeJS.ProcessEnv = { TEMPORAL_ADDRESS: '127.0.0.1:1' },
): Promise<string[]> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, ...place };
    const script = `exec 3>&1 >/dev/null; exec "$@"`;
    const command = ['-c', script, 'sh', process.execPath, '-e', TELL_WHAT_WAS_LOADED, MAIN, ...words];
    execFile('sh', command, { env }, (_exit, stdout, stderr) => {
      if (stdout === '') {
        fail(new Error(stderr));
        return;
      }
      const paths = JSON.parse(stdout) as string[];
      done(paths.filter((path) => path !== '[eval]').map((path) => relative(PROJECT, path)));
    });
  });
}

/** What the files were made of. */
async function sourcesOf(files: readonly string[]): Promise<string[]> {
  const maps = await Promise.all(files.map((file) => readFile(join(PROJECT, `${file}.map`), 'utf8')));
  return maps.flatMap((map) => (JSON.parse(map) as { sources: string[] }).sources);
}

const neverForACommand =
  /@temporalio\/(worker|core-bridge|testing)|@opentelemetry|\/(fastify|typescript|nodemailer)\/|src\/(embedded|sandbox|workflows|activities|mcp)\//;

it.each([[['--version']], [['--help']], [['status', 'game']], [['list']]])(
  '%j loads files of the bundle, and nothing that only processes need',
  async (words) => {
    const files = await loadedBy(words);
    expect(files).toContain('dist/cli/quick.js');
    expect(files.filter((file) => !file.startsWith('dist/'))).toEqual([]);
    const sources = await sourcesOf(files);
    expect(sources).toContainEqual(expect.stringContaining('src/cli/program.ts'));
    expect(sources.filter((source) => neverForACommand.test(source))).toEqual([]);
  },
);

it.each([[['--version']], [['--help']]])(
  '%j loads neither the client nor the configuration',
  async (words) => {
    const sources = await sourcesOf(await loadedBy(words));
    expect(
      sources.filter((source) => /@temporalio|@grpc|zod|js-yaml|src\/config\/config\.ts/.test(source)),
    ).toEqual([]);
  },
);

it.each([
  [['status', 'game']],
  [['list']],
  [['terms', 'list', 'game']],
  [['files', 'game']],
  [['explain', 'game']],
])('%j over a gateway loads nothing of Temporal, and reads no configuration', async (words) => {
  const gateway = { LOCRELEASE_SERVER: 'http://127.0.0.1:2', LOCRELEASE_TOKEN: 'lrt_token' };
  const sources = await sourcesOf(await loadedBy(words, gateway));
  expect(sources).toContainEqual(expect.stringContaining('src/operations/gateway-backend.ts'));
  expect(
    sources.filter((source) => /@temporalio|@grpc|protobufjs|src\/config\/config\.ts/.test(source)),
  ).toEqual([]);
});

it.each([[['worker', '--help']], [['--errors', 'json', 'worker', '--help']]])(
  'a process is not run from the bundle: %j',
  async (words) => {
    const files = await loadedBy(words);
    expect(files).toContain('dist/cli/program.js');
    expect(files).not.toContain('dist/cli/quick.js');
  },
);
