/** The product while it runs: where commands are typed, and what the sandbox and the console tell of it. */
import { until } from '../support/until';
import type { CommandLine, Ran } from './command-line';

/** All processes of the product, and how to reach them. */
export interface RunningSet {
  /** On a machine that has Temporal, the store and the credentials. */
  here: CommandLine;
  consoleUrl: string;
  consoleToken: string;
  sandboxUrl: string;
  close: () => Promise<void>;
}

interface ShownStatus {
  state: string;
  waitingFor: { kind: string } | null;
}

export class Product {
  #session: Promise<string> | null = null;

  constructor(
    readonly set: RunningSet,
    /** Where its commands are typed. */
    readonly commands: CommandLine = set.here,
  ) {}

  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    return this.commands.run(args, env);
  }

  json(args: readonly string[]): Promise<Record<string, unknown>> {
    return this.commands.json(args);
  }

  releaseFile(name: string, changes: object = {}): Promise<string> {
    return this.commands.releaseFile(name, changes);
  }

  async sandbox(path: string, body?: object): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${this.set.sandboxUrl}/sandbox/${path}`, init)).json();
  }

  /** Looks at it in the console until it is as wanted: a command for each look would keep the machine busy. */
  async reached(name: string, wanted: (status: ShownStatus) => boolean): Promise<void> {
    this.#session ??= this.#signIn();
    const cookie = await this.#session;
    await until(`${name} gets there`, async () => {
      const shown = await fetch(`${this.set.consoleUrl}/api/releases/default/${name}`, {
        headers: { cookie },
      });
      return shown.ok && wanted(((await shown.json()) as { status: ShownStatus }).status);
    });
  }

  waitingForTerms(name: string): Promise<void> {
    return this.reached(name, ({ waitingFor }) => waitingFor?.kind === 'terms');
  }

  close(): Promise<void> {
    return this.set.close();
  }

  async #signIn(): Promise<string> {
    const signedIn = await fetch(`${this.set.consoleUrl}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: this.set.consoleToken }),
    });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    return cookie.split(';')[0] ?? '';
  }
}
