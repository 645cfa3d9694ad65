import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { freePorts } from '../../src/temporal/server/free-ports';
import { builtModule } from '../support/built-sources';
import { operatorsForFile } from '../support/console';
import { until } from '../support/until';
import type { ReleaseRig } from '../workflows/release-rig';

/** The gateway in a process of its own, which can be killed and started again at the same address. */
export class GatewayProcess {
  #child: ReturnType<typeof spawn> | null = null;

  private constructor(
    private readonly rig: ReleaseRig,
    private readonly port: number,
  ) {}

  static async start(rig: ReleaseRig): Promise<GatewayProcess> {
    await appendFile(rig.configFile, stringify({ operators: operatorsForFile }));
    const [port = 0] = await freePorts(1);
    const gateway = new GatewayProcess(rig, port);
    await gateway.start();
    return gateway;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [builtModule('src/cli/main'), 'gateway'], {
      env: {
        ...process.env,
        ...this.rig.env({ LOCRELEASE_CONFIG: this.rig.configFile }),
        TEMPORAL_ADDRESS: this.rig.options.address,
        GATEWAY_PORT: String(this.port),
        LOCRELEASE_SESSION_SECRET: 'sessions outlive the gateway that opened them',
      },
      stdio: 'ignore',
    });
    await until('the gateway is up', () => this.#isUp());
  }

  async #isUp(): Promise<boolean> {
    if (this.#child?.exitCode !== null) throw new Error('the gateway has ended by itself');
    try {
      return (await fetch(`${this.url}/healthz`)).ok;
    } catch {
      return false;
    }
  }

  /** Without a word to anybody. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
