/** The product's processes, each restarted whenever it dies, and killed at random meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

const CHECK_EVERY_MS = 100;

export class Fleet {
  readonly #members: { child: ChildProcess }[] = [];
  #closing = false;
  #killing: NodeJS.Timeout | undefined;
  kills = 0;

  constructor(
    private readonly directory: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  /** A script of Node's with its arguments, and more of its environment. */
  add(command: readonly string[], env: NodeJS.ProcessEnv): void {
    const member = { child: this.#spawn(command, env) };
    this.#members.push(member);
    const restart = (): void => {
      if (this.#closing) return;
      member.child = this.#spawn(command, env);
      member.child.once('exit', restart);
    };
    member.child.once('exit', restart);
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

  #spawn(command: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
    return spawn(process.execPath, command, {
      cwd: this.directory,
      env: { ...this.env, ...env },
      stdio: 'ignore',
    });
  }
}
