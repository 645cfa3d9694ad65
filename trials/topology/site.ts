/** A place for processes: started here they are gone, with their directory, when it closes or this process ends. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { spawnGuarded, type GuardedProcess } from '../../src/temporal/server/guarded-process';

export type CommandLine = readonly [command: string, ...commandArguments: string[]];

const LONGEST_COMMAND_MS = 5 * 60_000;

export class Site {
  readonly directory: string;
  /** Rejects when a process has ended that should not have, or with the reason given to `giveUp`. */
  readonly broken: Promise<never>;
  giveUp: (reason: Error) => void = () => undefined;
  readonly #closing = new AbortController();
  readonly #running: { name: string; process: GuardedProcess }[] = [];
  readonly #meantToEnd = new Set<GuardedProcess>();

  private constructor(directory: string) {
    this.directory = directory;
    this.broken = new Promise((_, reject) => {
      this.giveUp = reject;
    });
  }

  static async open(): Promise<Site> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-topology-'));
    // PostgreSQL runs as a user of its own where we are root, and must get through to its files.
    await chmod(directory, 0o711);
    return new Site(directory);
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  async start(
    name: string,
    [command, ...rest]: CommandLine,
    env: NodeJS.ProcessEnv = {},
  ): Promise<GuardedProcess> {
    this.#closing.signal.throwIfAborted();
    const process = await spawnGuarded(command, rest, { cwd: this.directory, env: this.#environment(env) });
    this.#running.push({ name, process });
    void process.ended.then((ending) => {
      if (!this.#meantToEnd.has(process)) this.giveUp(new Error(`${name} ended with ${ending}.`));
    });
    return process;
  }

  /** As a machine that loses its power would. */
  async kill(victim: GuardedProcess): Promise<void> {
    this.#meantToEnd.add(victim);
    process.kill(victim.pid, 'SIGKILL');
    await victim.stop();
  }

  /** As an upgrade does: it may end what it has begun. */
  async retire(leaver: GuardedProcess): Promise<void> {
    this.#meantToEnd.add(leaver);
    process.kill(leaver.pid, 'SIGTERM');
    const ending = await leaver.ended;
    if (ending !== 0) throw new Error(`pid ${leaver.pid} was stopped, and ended with ${ending}.`);
  }

  /** Runs a command to its end and returns what it wrote; fails with what it complained of. */
  async run(
    [command, ...rest]: CommandLine,
    env: NodeJS.ProcessEnv = {},
    { cwd = this.directory, timeoutMs = LONGEST_COMMAND_MS } = {},
  ): Promise<string> {
    const { stdout } = await promisify(execFile)(command, rest, {
      cwd,
      env: this.#environment(env),
      timeout: timeoutMs,
      signal: this.#closing.signal,
    });
    return stdout;
  }

  /** The end of what every process wrote: for a person who has to find out what went wrong. */
  lastWords(): string {
    return this.#running
      .map(({ name, process: { pid, output } }) => {
        const lines = `${output.stdout}${output.stderr}`.trim().split('\n').slice(-10);
        return [`--- ${name} (pid ${pid})`, ...lines.map((line) => line.slice(0, 400))].join('\n');
      })
      .join('\n');
  }

  /** In reverse order: a server goes before its database. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const { process } of this.#running.splice(0).reverse()) {
      this.#meantToEnd.add(process);
      await process.stop();
    }
    // PostgreSQL's own processes see only now that it is gone, and may still write.
    await rm(this.directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  /** Nothing of the caller's own settings may lead a process to another database, server or service. */
  #environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
    return { PATH: process.env.PATH ?? '', HOME: this.directory, ...env };
  }
}
