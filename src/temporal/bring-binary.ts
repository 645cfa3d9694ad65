/** A program that is kept in the cache, or brought there: by one process at a time, and only once. */
import { mkdir, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { sentence } from '../domain/sentence';
import { executableName } from './executable';
import { withLockFile } from './lock-file';
import type { Report } from './progress-report';

/** A way to bring a binary, and the place where it is kept from then on. */
export interface Source {
  readonly way: string;
  readonly cached: string;
  bring(directory: string): Promise<string>;
}

export interface BringOptions {
  readonly cacheDir: string;
  /** Throws where a binary cannot be used. */
  readonly check: (binary: string) => Promise<void>;
  readonly report: Report;
}

/** Of the sources, in their order; null: none could, and the failures say why. */
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
  const kept = await findCached(sources, check);
  if (kept !== null) return { binary: kept, failures };
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
      // Absent or broken: to be brought, and then replaced.
    }
  }
  return null;
}

/** Only what has been seen to run gets its place in the cache: half a binary is never taken for one. */
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

/** One home directory may serve machines of several kinds. */
export function cachedPath(cacheDir: string, name: string, version: string): string {
  return join(cacheDir, executableName(`${name}-${process.platform}-${process.arch}-${version}`));
}

export function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
