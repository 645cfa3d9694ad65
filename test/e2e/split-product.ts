/** The built product in processes of its own around one Temporal server, which can be taken away from under them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@temporalio/client';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { searchAttributeTypes } from '../../src/domain/search-attributes';
import { sandboxEnvironment, startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { TemporalConnection } from '../../src/temporal/closable-connection';
import { startDevServer, type DevServer, type DevServerOptions } from '../../src/temporal/server/dev-server';
import { freePorts } from '../../src/temporal/server/free-ports';
import { operatorsForFile, tokens } from '../support/console';
import { until } from '../support/until';
import { testBinary } from '../temporal/test-binary';
import { brief, CommandLine, type RunningCommand } from './command-line';

export class SplitProduct {
  readonly #commands: RunningCommand[] = [];

  private constructor(
    readonly here: CommandLine,
    readonly gatewayUrl: string,
    private server: DevServer,
    private readonly serverOptions: DevServerOptions,
    private readonly sandbox: Sandbox,
  ) {}

  static async start(more: NodeJS.ProcessEnv = {}): Promise<SplitProduct> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-split-'));
    const [port = 0] = await freePorts(1);
    const [temporalPort = 0] = await freePorts(1);
    const serverOptions = {
      binary: testBinary(),
      port: temporalPort,
      dbFilename: join(directory, 'temporal.db'),
      searchAttributes: searchAttributeTypes,
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
      ...more,
    };
    const here = new CommandLine(directory, env);
    return new SplitProduct(here, `http://127.0.0.1:${port}`, server, serverOptions, sandbox);
  }

  get sandboxUrl(): string {
    return this.sandbox.url;
  }

  /** A machine that knows the gateway and a token, and nothing else. */
  get far(): CommandLine {
    const { directory } = this.here;
    return new CommandLine(directory, {
      PATH: process.env.PATH,
      HOME: directory,
      LOCRELEASE_SERVER: this.gatewayUrl,
      LOCRELEASE_TOKEN: tokens.operator,
    });
  }

  run(words: readonly string[], env: NodeJS.ProcessEnv = {}, on = this.here): RunningCommand {
    const command = on.begin(words, env);
    this.#commands.push(command);
    return command;
  }

  /** A release of that name that waits for a person. */
  async openReview(name: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
    const started = await this.here.run(['start', await this.here.releaseFile(name, brief)], env);
    if (started.code !== 0) throw new Error(`it was not started: ${started.stderr}`);
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
    await rm(this.here.directory, { recursive: true, force: true });
  }
}
