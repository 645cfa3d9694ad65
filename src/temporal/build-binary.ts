import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { executableName, findOnPath } from './executable';
import { spawnGuarded } from './guarded-process';
import { withHeartbeat, type Report } from './progress-report';

const LONGEST_BUILD_MS = 30 * 60_000;

/** Names what the Go module pins, and what it adds to that: another pin is another binary. */
export async function pinDigest(moduleDir: string): Promise<string> {
  const digest = createHash('sha256');
  const own = (await readdir(moduleDir)).filter((name) => name.endsWith('.go')).sort();
  for (const file of ['go.mod', 'go.sum', ...own]) digest.update(await readFile(join(moduleDir, file)));
  return digest.digest('hex').slice(0, 16);
}

export interface BuildTarget {
  /** The Go module that pins it. */
  readonly moduleDir: string;
  /** The path of its package, which ends with its name. */
  readonly program: string;
  /** As a person is told what is built, and how long that takes on two cores. */
  readonly title: string;
  readonly takes: string;
}

/** Compiles the program that a Go module pins into that directory; returns the executable. */
export async function buildBinary(
  directory: string,
  { moduleDir, program, title, takes }: BuildTarget,
  { env, report }: { env: NodeJS.ProcessEnv; report: Report },
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
