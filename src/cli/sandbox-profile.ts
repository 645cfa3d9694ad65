/** The profile of a sandbox, from a file and from what was given beside it. */
import { ConfigError } from '../config/config-error';
import { plainYaml } from '../config/plain-yaml';
import { isPlain } from '../domain/canonical-json';
import { cannotRead } from '../domain/path-fault';
import { readFileBytesSync } from '../files/regular-file';
import { sandboxProfile, type SandboxProfile } from '../sandbox/profile';

export interface ProfileOptions {
  profile?: string;
  port?: string;
  speed?: string;
}

const MOST_BYTES = 1024 * 1024;

const flagWords = { port: 'a port from 0 to 65535', speed: 'a number above 0' } as const;

export function readProfile({ profile: path, port, speed }: ProfileOptions): SandboxProfile {
  const flags = {
    ...(port === undefined ? {} : { port: Number(port) }),
    ...(speed === undefined ? {} : { speed: Number(speed) }),
  };
  const parsed = sandboxProfile.safeParse({ ...(path === undefined ? {} : profileIn(path)), ...flags });
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map(({ path: keys, message }) => {
    const [key] = keys;
    return (key === 'port' || key === 'speed') && key in flags
      ? `--${key}: expected ${flagWords[key]}.`
      : `${path ?? 'profile'}: ${keys.join('.')}: ${message}`;
  });
  throw new ConfigError(lines.join('\n'));
}

function profileIn(path: string): object {
  try {
    const read = plainYaml(readFileBytesSync(path, MOST_BYTES).toString('utf8')) ?? {};
    if (isPlain(read)) return read;
  } catch (error) {
    throw new ConfigError(cannotRead(path, error));
  }
  throw new ConfigError(`${path}: expected keys such as readings and faults. See docs/sandbox.md.`);
}
