/** The built product in processes of its own around one Temporal server, which can be taken away from under them. */
import { Client } from '@temporalio/client';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { releaseWorkflowId } from '../../src/domain/identity';
import { searchAttributeNames } from '../../src/domain/search-attributes';
import { sandboxEnvironment } from '../../src/sandbox/environment';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { TemporalConnection } from '../../src/temporal/connection';
import { startDevServer, type DevServer, type DevServerOptions } from '../../src/temporal/dev-server';
import { freePorts } from '../../src/temporal/free-ports';
import { operatorsForFile } from '../support/console';
import { until } from '../support/until';
import { testBinary } from '../temporal/test-binary';

const CLI = resolve(__dirname, '../../dist/cli/main.js');

/** One command, from its start to its end. */
export class RunningCommand {
  said = '';
  readonly #child: ChildProcess;
  readonly ended: Promise<unknown[]>;

  constructor(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv) {
    const child = spawn(process.execPath, [CLI, ...words], { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (this.said += chunk.toString()));
    this.#child = child;
    this.ended = once(child, 'close');
  }

  async says(words: RegExp): Promise<void> {
    await until(`it says ${String(words)}`, () => {
      if (this.#child.exitCode !== null) throw new Error(`it has ended: ${this.said}`);
      return words.test(this.said);
    });
  }

  /** Answers its exit code, or the signal's name where that ended it. */
  async stopped(by: NodeJS.Signals): Promise<unknown> {
    this.#child.kill(by);
    const [code, signal] = await this.ended;
    return code ?? signal;
  }
}

export class SplitProduct {
  readonly #commands: RunningCommand[] = [];

  private constructor(
    readonly directory: string,
    readonly env: NodeJS.ProcessEnv,
    readonly gatewayUrl: string,
    private server: DevServer,
    private readonly serverOptions: DevServerOptions,
    private readonly sandbox: Sandbox,
  ) {}

  static async start(): Promise<SplitProduct> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-split-'));
    const [port = 0] = await freePorts(1);
    const [temporalPort = 0] = await freePorts(1);
    const serverOptions = {
      binary: testBinary(),
      port: temporalPort,
      dbFilename: join(directory, 'temporal.db'),
      searchAttributes: Object.fromEntries(searchAttributeNames.map((name) => [name, 'Keyword'] as const)),
    };
    const [server, sandbox] = await Promise.all([startDevServer(serverOptions), startSandbox({ speed: 10 })]);
    await writeFile(
      join(directory, 'locrelease.config.yaml'),
      JSON.stringify({ operators: operatorsForFile }),
    );
    const env = {
      PATH: process.env.PATH,
      // A busy machine is no outage.
      LOCRELEASE_ANSWER_TIMEOUT: '30s',
      HOME: directory,
      ...sandboxEnvironment(sandbox),
      TEMPORAL_ADDRESS: server.address,
      GATEWAY_PORT: String(port),
    };
    return new SplitProduct(directory, env, `http://127.0.0.1:${port}`, server, serverOptions, sandbox);
  }

  run(words: readonly string[], env: NodeJS.ProcessEnv = {}): RunningCommand {
    const command = new RunningCommand(words, this.directory, { ...this.env, ...env });
    this.#commands.push(command);
    return command;
  }

  /** A release of that name that waits for a person. */
  async openReview(name: string): Promise<void> {
    const strings = { greeting: 'Hello, Elder Mira!', keep: 'Elder Mira guards the Crystal Keep.' };
    const release = { name, source: { file: 'en.json' }, targetLanguages: ['ja'] };
    await writeFile(join(this.directory, 'en.json'), JSON.stringify(strings));
    await writeFile(join(this.directory, `${name}.json`), JSON.stringify(release));
    const words = [CLI, 'start', `${name}.json`];
    await promisify(execFile)(process.execPath, words, { cwd: this.directory, env: this.env });
    const connection = await TemporalConnection.connect({ address: this.server.address });
    const id = releaseWorkflowId({ project: 'default', name });
    const query = `WorkflowId = '${id}' AND LocreleaseWaiting = 'terms'`;
    const { workflow } = new Client({ connection });
    await until('it waits for a person', async () => (await workflow.count(query)).count === 1);
    await connection.close();
  }

  async takeTemporalAway(): Promise<void> {
    await this.server.stop();
  }

  /** With all that it knew, where it was. */
  async bringTemporalBack(): Promise<void> {
    this.server = await startDevServer(this.serverOptions);
  }

  async close(): Promise<void> {
    await Promise.all(this.#commands.map((command) => command.stopped('SIGKILL')));
    await this.sandbox.close();
    await this.server.stop();
    await rm(this.directory, { recursive: true, force: true });
  }
}
