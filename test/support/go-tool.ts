/** Finds a program that only tests need: on the PATH, in the cache, or built from its Go module in tools/. */
import { execFile } from 'node:child_process';
import { posix, resolve } from 'node:path';
import { promisify } from 'node:util';
import {
  bringBinary,
  cachedPath,
  defaultCacheDir,
  buildBinary,
  pinDigest,
  type BuildTarget,
  findOnPath,
} from '../../src/temporal/server/bring-binary';
import type { ReportLine } from '../../src/temporal/progress-report';

interface GoTool extends Omit<BuildTarget, 'moduleDir'> {
  /** Set where there is one: its path. */
  readonly variable: string;
  /** With this it ends well, and does nothing. */
  readonly harmlessOption: string;
  /** What is skipped without it. */
  readonly tests: string;
}

/** As `describe`, and skipped where the tool could not be brought; why, was said before the tests began. */
export const describeWithTool = (variable: string): jest.Describe =>
  process.env[variable] === undefined ? describe.skip : describe;

/** Runs once before the tests that need it, outside of their time limits. */
export async function bringGoTool(tool: GoTool): Promise<void> {
  const report: ReportLine = (line) => process.stderr.write(`${line}\n`);
  const found = await findGoTool(tool, report);
  if (found.binary !== null) {
    process.env[tool.variable] = found.binary;
    return;
  }
  // What could have been built and was not must not pass as tested.
  const [go] = await findOnPath('go', process.env);
  const failures = found.failures.join('; ');
  if (go !== undefined) throw new Error(`There is no ${tool.title}. ${failures}`);
  report(
    `The ${tool.tests} are skipped: there is no ${tool.title}. ${failures}. Install Go or ${nameOf(tool)} to run them.`,
  );
}

const nameOf = ({ program }: GoTool): string => posix.basename(program);

async function findGoTool(
  tool: GoTool,
  report: ReportLine,
): Promise<{ binary: string | null; failures: string[] }> {
  const name = nameOf(tool);
  const [installed] = await findOnPath(name, process.env);
  if (installed !== undefined) return { binary: installed, failures: [] };
  const { env } = process;
  const cacheDir = defaultCacheDir(env);
  const target = { ...tool, moduleDir: resolve(__dirname, '../../tools', name) };
  const built = {
    way: 'The build from source',
    cached: cachedPath(cacheDir, name, `build-${await pinDigest(target.moduleDir)}`),
    bring: (directory: string) => buildBinary(directory, target, { env, report }),
  };
  const check = async (binary: string): Promise<void> => {
    await promisify(execFile)(binary, [tool.harmlessOption]);
  };
  return bringBinary([built], { cacheDir, check, report });
}
