/** The profile of a sandbox, from a file and from what was given beside it. */
import { ConfigError } from '../config/config-error';
import { cannotRead } from '../domain/path-fault';
import { readFileBytesSync } from '../files/regular-file';
import { sandboxProfile, type SandboxProfile } from '../sandbox/profile';
import { checkShape } from '../source/check-shape';
import { unlessReported } from '../source/input-error';
import { MOST_SPEC_NODES, reportRepetitions, type Located } from '../source/located';
import { parseYaml } from '../source/parse-yaml';

export interface ProfileOptions {
  profile?: string;
  port?: string;
  speed?: string;
}

const MOST_BYTES = 1024 * 1024;

const flagWords = { port: 'a port from 0 to 65535', speed: 'a number above 0' } as const;

export function readProfile({ profile: path, ...options }: ProfileOptions): SandboxProfile {
  const profile = path === undefined ? sandboxProfile.parse({}) : profileIn(path);
  for (const key of ['port', 'speed'] as const) {
    if (options[key] === undefined) continue;
    const { data } = sandboxProfile.shape[key].safeParse(Number(options[key]));
    if (data === undefined) throw new ConfigError(`--${key}: expected ${flagWords[key]}.`);
    profile[key] = data;
  }
  return profile;
}

function profileIn(path: string): SandboxProfile {
  const text = textOf(path);
  const empty: Located = { kind: 'mapping', line: 1, members: [] };
  return unlessReported(path, (report) => {
    const root = parseYaml(text, report, MOST_SPEC_NODES, empty);
    if (root === null) return null;
    reportRepetitions(root, report);
    return checkShape(sandboxProfile, root, report);
  });
}

function textOf(path: string): string {
  try {
    return readFileBytesSync(path, MOST_BYTES).toString('utf8');
  } catch (error) {
    throw new ConfigError(cannotRead(path, error));
  }
}
