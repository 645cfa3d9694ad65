/** The built command line as somebody types it on a machine: in a directory, with the variables that are set there. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../support/until';

export const CLI = resolve(__dirname, '../../dist/cli/main.js');

/** For a release file: of a release that is over soon. */
export const brief = {
  targetLanguages: ['ja'],
  supplementLanguages: [],
  export: undefined,
  announce: undefined,
};

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

export class CommandLine {
  constructor(
    readonly directory: string,
    readonly env: NodeJS.ProcessEnv,
  ) {}

  /** Runs a command to its end; a non-zero exit is a result, not an error. */
  async run(args: readonly string[], env: NodeJS.ProcessEnv = {}, typed = ''): Promise<Ran> {
    const child = spawn(process.execPath, [CLI, ...args], {
      cwd: this.directory,
      env: { ...this.env, ...env },
    });
    // A command that asks nothing ends without reading.
    child.stdin.on('error', () => undefined).end(typed);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    return { code: code ?? -1, stdout, stderr };
  }

  begin(args: readonly string[], env: NodeJS.ProcessEnv = {}): RunningCommand {
    return new RunningCommand(args, this.directory, { ...this.env, ...env });
  }

  async json(args: readonly string[]): Promise<Record<string, unknown>> {
    const { stdout } = await this.run([...args, '-o', 'json']);
    return JSON.parse(stdout) as Record<string, unknown>;
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
}

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
    }).catch((error: unknown) => {
      throw new Error(`${String(error)}, but: ${this.said}`, { cause: error });
    });
  }

  /** Answers its exit code, or the signal's name where that ended it. */
  async stopped(by: NodeJS.Signals): Promise<unknown> {
    this.#child.kill(by);
    const [code, signal] = await this.ended;
    return code ?? signal;
  }
}
