/** The product's processes, each restarted whenever it dies, and killed at random meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { exitCode } from '../../src/domain/exit-code';

const CHECK_EVERY_MS = 100;
const LAST_CHARS = 2000;

export class Fleet {
  readonly #members: { child: ChildProcess }[] = [];
  #closing = false;
  #killing: NodeJS.Timeout | undefined;
  kills = 0;
  #crash: string | null = null;

  constructor(
    private readonly directory: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** A script of Node's with its arguments, and more of its environment. */
  add(command: readonly string[], env: NodeJS.ProcessEnv): void {
    const start = (): ChildProcess => {
      const child = spawn(process.execPath, command, {
        cwd: this.directory,
        env: { ...this.env, ...env },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said = (said + text).slice(-LAST_CHARS);
      });
      child.once('exit', (code) => {
        if (code === exitCode.unexpected) this.#crash ??= `${command.join(' ')}: ${said}`;
        if (!this.#closing) member.child = start();
      });
      return child;
    };
    const member = { child: start() };
    this.#members.push(member);
  }

  /**
   * Any of them, until it is stopped; on average whenever so much more has been done. By work and not by time: on a
   * slow machine nothing would ever be done between two kills.
   */
  killAtRandom(every: number, done: () => number): void {
    let next = done();
    this.#killing = setInterval(() => {
      if (done() < next) return;
      next = done() + every * (0.5 + Math.random());
      const member = this.#members[Math.floor(Math.random() * this.#members.length)];
      if (member?.child.kill('SIGKILL') === true) this.kills += 1;
    }, CHECK_EVERY_MS);
  }

  /** Whatever happens around a process is no reason to end by a bug. */
  throwIfCrashed(): void {
    if (this.#crash !== null) throw new Error(`A process ended by itself with 1: ${this.#crash}`);
  }

  stopKilling(): void {
    clearInterval(this.#killing);
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.stopKilling();
    await Promise.all(
      this.#members.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }
}
