/** What a command loads is what its user waits for. Counted in files and not in time: a busy machine fails no test. */
import { execFile } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { drawn } from '../support/nightly';

const PROJECT = resolve(__dirname, '../..');
const PROGRAM = join(PROJECT, 'dist/cli/program.js');
const MAIN = join(PROJECT, 'dist/cli/main.js');
const REPORT = `process.on('exit', () => require('node:fs').writeSync(3, JSON.stringify(Object.keys(require.cache))));`;
const RUN_MAIN = `${REPORT} require(process.argv[1]);`;
/** From the plain files, which load each other as the same modules do within the bundle. */
const RUN_PLAIN = `${REPORT} require(process.argv[1]).runCli(process.argv).then((code) => process.exit(code));`;

const NO_SERVER = { TEMPORAL_ADDRESS: '127.0.0.1:1' };

/** The files that are loaded, relative to the project. */
function loadedBy(
  script: string,
  file: string,
  words: readonly string[],
  place: NodeJS.ProcessEnv = NO_SERVER,
): Promise<string[]> {
  return new Promise((done, fail) => {
    const env = { PATH: process.env.PATH, ...place };
    const shell = `exec 3>&1 >/dev/null; exec "$@"`;
    // The words come where they do in a command: after the program and its file.
    const command = ['-c', shell, 'sh', process.execPath, '-e', script, file, ...words];
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

it.each([[['--version']], [['--help']], [['status', 'game']]])(
  '%j loads the bundle, and nothing of what only processes need',
  async (words) => {
    const files = await loadedBy(RUN_MAIN, MAIN, words);
    expect(files).toContain('dist/cli/quick.js');
    expect(files).not.toContain('dist/cli/program.js');
    expect(files.filter((file) => !file.startsWith('dist/'))).toEqual([]);
  },
);

const neverForACommand =
  /@temporalio\/(worker|core-bridge|testing)|@opentelemetry|\/(fastify|typescript|nodemailer)\/|dist\/(embedded|sandbox|workflows|activities|mcp)\//;

it.each([[['--version']], [['--help']], [['status', 'game']]])(
  '%j needs no file of a process',
  async (words) => {
    const files = await loadedBy(RUN_PLAIN, PROGRAM, words);
    expect(files).toContain('dist/cli/commands.js');
    expect(files.filter((file) => neverForACommand.test(file))).toEqual([]);
    // Neither the client nor the configuration, where nothing is asked of either.
    if (words.length > 1) return;
    expect(
      files.filter((file) => /@temporalio|@grpc|zod|js-yaml|dist\/config\/config\.js/.test(file)),
    ).toEqual([]);
  },
);

const asked = ['status game', 'list', 'terms list game', 'files game', 'explain game'];

it.each(drawn(asked, 2, 1).map((words) => [words.split(' ')]))(
  '%j over a gateway loads nothing of Temporal, and reads no configuration',
  async (words) => {
    const gateway = { LOCRELEASE_SERVER: 'http://127.0.0.1:2', LOCRELEASE_TOKEN: 'lrt_token' };
    const files = await loadedBy(RUN_PLAIN, PROGRAM, words, gateway);
    expect(files).toContain('dist/operations/gateway-backend.js');
    expect(
      files.filter((file) => /@temporalio|@grpc|protobufjs|dist\/config\/config\.js/.test(file)),
    ).toEqual([]);
  },
);

it.each([[['worker', '--help']], [['--errors', 'json', 'worker', '--help']]])(
  'a process is not run from the bundle: %j',
  async (words) => {
    const files = await loadedBy(RUN_MAIN, MAIN, words);
    expect(files).toContain('dist/cli/program.js');
    expect(files).not.toContain('dist/cli/quick.js');
  },
);
