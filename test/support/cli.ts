/** The CLI within this process, as a shell would see it: what it wrote where, and its exit code. */
import { runCli } from '../../src/cli/program';

export interface CliRun {
  code: number;
  stdout: string;
  stderr: string;
  /** Standard output, which must be one JSON document. */
  json: () => unknown;
}

/** One at a time: the environment and the streams of a process are one each. */
export async function cli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CliRun> {
  const before = process.env;
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  // A busy machine is no outage.
  // And nothing of the developer's own contexts reaches it.
  process.env = {
    PATH: before.PATH ?? '',
    LOCRELEASE_ANSWER_TIMEOUT: '30s',
    LOCRELEASE_CONTEXT: 'none',
    ...env,
  };
  process.exitCode = undefined;
  try {
    const code = await runCli(['node', 'locrelease', ...args]);
    return { code, ...written, json: () => parsed(written) };
  } finally {
    process.exitCode = undefined;
    process.env = before;
    for (const spy of spies) spy.mockRestore();
  }
}

function parsed({ stdout, stderr }: { stdout: string; stderr: string }): unknown {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON document: ${stdout}\n${stderr}`);
  }
}
