/** The product's processes, each restarted whenever it dies, and killed at random meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

const CLI = resolve(__dirname, '../dist/cli/main.js');

export class Fleet {
  readonly #members: { name: string; child: ChildProcess }[] = [];
  #closing = false;
  #nextKill: NodeJS.Timeout | undefined;
  kills = 0;

  constructor(
    private readonly directory: string,
    private readonly env: NodeJS.ProcessEnv,
  ) {}

  add(name: string, command: string): void {
    const member = { name, child: this.#spawn(command) };
    this.#members.push(member);
    const restart = (): void => {
      if (this.#closing) return;
      member.child = this.#spawn(command);
      member.child.once('exit', restart);
    };
    member.child.once('exit', restart);
  }

  /** One after the other, for as long as the fleet runs; on average every so often. */
  killAtRandom(everyMs: number, tell: (name: string) => void): void {
    this.#nextKill = setTimeout(
      () => {
        const member = this.#members[Math.floor(Math.random() * this.#members.length)];
        if (member !== undefined) {
          member.child.kill('SIGKILL');
          this.kills += 1;
          tell(member.name);
        }
        this.killAtRandom(everyMs, tell);
      },
      everyMs * (0.5 + Math.random()),
    );
  }

  async close(): Promise<void> {
    this.#closing = true;
    clearTimeout(this.#nextKill);
    await Promise.all(
      this.#members.map(async ({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }

  #spawn(command: string): ChildProcess {
    return spawn(process.execPath, [CLI, command], { cwd: this.directory, env: this.env, stdio: 'ignore' });
  }
}
