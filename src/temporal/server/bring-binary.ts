/** Downloads or builds a program into the cache, only once, by one process at a time. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, rename, rm, access, readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, delimiter, posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sentence } from '../../domain/text/sentence';
import { spawnGuarded } from './guarded-process';
import { withLockFile } from './lock-file';
import { type ReportLine, withHeartbeat } from '../progress-report';

export interface Source {
  readonly way: string;
  readonly cached: string;
  bring(directory: string): Promise<string>;
}

export interface BringOptions {
  readonly cacheDir: string;
  /** Throws where the binary cannot be used. */
  readonly check: (binary: string) => Promise<void>;
  readonly report: ReportLine;
}

/** Tries the sources in their order. null: all failed, for the reasons in `failures`. */
export async function bringBinary(
  sources: readonly Source[],
  { cacheDir, check, report }: BringOptions,
): Promise<{ binary: string | null; failures: string[] }> {
  const failures: string[] = [];
  const attempt = async (way: string, work: () => Promise<string | null>): Promise<string | null> => {
    try {
      return await work();
    } catch (error) {
      failures.push(`${way}: ${reason(error)}`);
      return null;
    }
  };
  const cached = await findCached(sources, check);
  if (cached !== null) return { binary: cached, failures };
  const binary = await attempt(`The cache ${cacheDir}`, async () => {
    await mkdir(cacheDir, { recursive: true });
    return await withLockFile(join(cacheDir, 'bring.lock'), report, async () => {
      let found = await findCached(sources, check);
      for (const source of sources) {
        found ??= await attempt(source.way, () =>
          bring(source, join(cacheDir, 'incoming'), { check, report }),
        );
      }
      return found;
    });
  });
  return { binary, failures };
}

async function findCached(sources: readonly Source[], check: BringOptions['check']): Promise<string | null> {
  for (const { cached } of sources) {
    try {
      await check(cached);
      return cached;
    } catch {
      // The file is absent or broken, and is replaced later.
    }
  }
  return null;
}

/** A binary enters the cache only after it has run, so a partial one is never taken for a whole one. */
async function bring(
  source: Source,
  incomingDir: string,
  { check, report }: Pick<BringOptions, 'check' | 'report'>,
): Promise<string> {
  await rm(incomingDir, { recursive: true, force: true });
  await mkdir(incomingDir);
  try {
    const binary = await source.bring(incomingDir);
    await check(binary);
    await rename(binary, source.cached);
    return source.cached;
  } catch (error) {
    report(`${source.way} failed: ${sentence(reason(error))}`);
    throw error;
  } finally {
    await rm(incomingDir, { recursive: true, force: true });
  }
}

export function defaultCacheDir(env: NodeJS.ProcessEnv): string {
  const base = env.XDG_CACHE_HOME;
  return join(base === undefined || base === '' ? join(homedir(), '.cache') : base, 'locrelease');
}

/** One home directory may serve machines of several platforms. */
export function cachedPath(cacheDir: string, name: string, version: string): string {
  return join(cacheDir, executableName(`${name}-${process.platform}-${process.arch}-${version}`));
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function executableName(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name;
}

/** Every executable of that name on PATH, in the shell's order. */
export async function findOnPath(name: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const directories = (env.PATH ?? '').split(delimiter).filter((directory) => directory !== '');
  const candidates = directories.map((directory) => join(directory, executableName(name)));
  const executable = await Promise.all(candidates.map(isExecutable));
  return candidates.filter((_, index) => executable[index]);
}

export async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const LONGEST_BUILD_MS = 30 * 60_000;

/** The digest covers the module's pins and its own code: either one changes the binary. */
export async function pinDigest(moduleDir: string): Promise<string> {
  const digest = createHash('sha256');
  const own = (await readdir(moduleDir)).filter((name) => name.endsWith('.go')).sort();
  for (const file of ['go.mod', 'go.sum', ...own]) digest.update(await readFile(join(moduleDir, file)));
  return digest.digest('hex').slice(0, 16);
}

export interface BuildTarget {
  readonly moduleDir: string;
  /** The path of the Go package, which ends with the program's name. */
  readonly program: string;
  /** Shown in messages; `takes` is the time on two cores. */
  readonly title: string;
  readonly takes: string;
}

/** Compiles the pinned program into the directory; returns the executable. */
export async function buildBinary(
  directory: string,
  { moduleDir, program, title, takes }: BuildTarget,
  { env, report }: { env: NodeJS.ProcessEnv; report: ReportLine },
): Promise<string> {
  const [go] = await findOnPath('go', env);
  if (go === undefined) throw new Error('Go is not installed (no `go` on the PATH)');
  report(`Building the ${title} from source, only this once. This takes ${takes} on two cores.`);
  const executable = join(directory, executableName(posix.basename(program)));
  const build = await spawnGuarded(
    go,
    ['build', '-mod=readonly', '-ldflags', '-s -w', '-o', executable, program],
    { cwd: moduleDir, env: { ...env, CGO_ENABLED: '0', GOWORK: 'off' } },
  );
  try {
    const ending = await withHeartbeat(report, `Still building the ${title}`, () =>
      Promise.race([build.ended, delay(LONGEST_BUILD_MS, 'a timeout', { ref: false })]),
    );
    if (ending !== 0) throw new Error(`go build ended with ${ending}: ${lastLines(build.output.stderr)}`);
    return executable;
  } finally {
    await build.stop();
  }
}

function lastLines(output: string): string {
  return output.trim().split('\n').slice(-5).join('\n');
}
