/** The built product as a user has it: `locrelease dev` in one process, commands in others, nothing of its insides. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { until } from '../support/until';

export const CLI = resolve(__dirname, '../../dist/cli/main.js');

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

interface ShownStatus {
  state: string;
  waitingFor: { kind: string } | null;
}

export class Product {
  #session: Promise<string> | null = null;

  private constructor(
    readonly directory: string,
    readonly env: NodeJS.ProcessEnv,
    readonly consoleToken: string,
    private readonly dev: ChildProcess,
  ) {}

  static async start(): Promise<Product> {
    const directory = await mkdtemp(join(tmpdir(), 'locrelease-e2e-'));
    const dev = spawn(process.execPath, [CLI, 'dev', '--speed', '5'], {
      cwd: directory,
      env: cleanEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const printed = await untilPrinted(dev, 'Ctrl-C stops');
    const env = cleanEnv();
    for (const [, name = '', value] of printed.matchAll(/export (\w+)=(\S+)/g)) env[name] = value;
    const [, token = ''] = /#token=(\S+)/.exec(printed) ?? [];
    return new Product(directory, env, token, dev);
  }

  get sandboxUrl(): string {
    return this.env.LOCALIZATION_BASE_URL ?? '';
  }

  /** Runs a command to its end; a non-zero exit is a result, not an error. */
  run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
    return ran(args, { cwd: this.directory, env: { ...this.env, ...env } });
  }

  /** The same from a machine that knows the gateway and a token, and nothing else. */
  runFar(args: readonly string[], directory: string): Promise<Ran> {
    const env = {
      PATH: process.env.PATH,
      HOME: directory,
      LOCRELEASE_SERVER: this.consoleUrl,
      LOCRELEASE_TOKEN: this.consoleToken,
    };
    return ran(args, { cwd: directory, env });
  }

  /** Runs a command whose standard output goes to another one. */
  piped(command: string, reader: string): Promise<Pick<Ran, 'code' | 'stderr'>> {
    const line = `'${process.execPath}' '${CLI}' ${command} | ${reader}; exit \${PIPESTATUS[0]}`;
    return new Promise((settle) => {
      execFile('bash', ['-c', line], { cwd: this.directory, env: this.env }, (error, _stdout, stderr) => {
        settle({ code: error === null ? 0 : typeof error.code === 'number' ? error.code : -1, stderr });
      });
    });
  }

  async json(args: readonly string[]): Promise<Record<string, unknown>> {
    const { stdout } = await this.run([...args, '-o', 'json']);
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  async releaseFile(name: string, changes: object = {}): Promise<string> {
    const file = join(this.directory, `${name}.json`);
    await writeFile(
      join(this.directory, 'en.json'),
      JSON.stringify({ greeting: 'Hello, Elder Mira!', keep: 'Elder Mira guards the Crystal Keep.' }),
    );
    const release = {
      name,
      source: { file: 'en.json' },
      targetLanguages: ['zh-cn', 'ja'],
      supplementLanguages: ['ko'],
      export: { template: 'tpl-1a2b3c4d', directory: `out-${name}` },
      announce: { accounts: ['acc_1', 'acc_2'], text: '{name} now speaks {languages}.' },
      ...changes,
    };
    await writeFile(file, JSON.stringify(release));
    return file;
  }

  async sandbox(path: string, body?: object): Promise<unknown> {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${this.sandboxUrl}/sandbox/${path}`, init)).json();
  }

  /** Looks at it in the console until it is as wanted: a command for each look would keep the machine busy. */
  async reached(name: string, wanted: (status: ShownStatus) => boolean): Promise<void> {
    this.#session ??= this.#signIn();
    const cookie = await this.#session;
    await until(`${name} gets there`, async () => {
      const shown = await fetch(`${this.consoleUrl}/api/releases/default/${name}`, { headers: { cookie } });
      return shown.ok && wanted(((await shown.json()) as { status: ShownStatus }).status);
    });
  }

  waitingForTerms(name: string): Promise<void> {
    return this.reached(name, ({ waitingFor }) => waitingFor?.kind === 'terms');
  }

  async #signIn(): Promise<string> {
    const signedIn = await fetch(`${this.consoleUrl}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: this.consoleToken }),
    });
    const [cookie = ''] = signedIn.headers.getSetCookie();
    return cookie.split(';')[0] ?? '';
  }

  get consoleUrl(): string {
    return this.env.LOCRELEASE_CONSOLE_URL ?? '';
  }

  async close(): Promise<void> {
    const ended = once(this.dev, 'exit');
    this.dev.kill('SIGINT');
    await ended;
    await rm(this.directory, { recursive: true, force: true });
  }
}

function ran(args: readonly string[], place: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ran> {
  return new Promise((settle) => {
    const options = { ...place, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [CLI, ...args], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      settle({ code, stdout, stderr });
    });
  });
}

/** Nothing of the developer's own settings may reach the product under test. */
function cleanEnv(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(TEMPORAL|LOCRELEASE|LOCALIZATION|SOCIAL|GITHUB|CALLBACK|GATEWAY)_/.test(name),
    ),
  );
  // A busy machine is no outage.
  return { ...env, LOCRELEASE_ANSWER_TIMEOUT: '30s', LOCRELEASE_CONTEXT: 'none' };
}

async function untilPrinted(child: ChildProcess, words: string): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    if (printed.includes(words)) return printed;
  }
  throw new Error(`it ended before it said "${words}": ${printed}`);
}
