/** The gateways that the user has signed in to, with tokens, in a file that only the user may read. */
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import { ConfigError } from '../config/config-error';
import { cannotRead, cannotWrite } from '../domain/text/path-fault';
import { readFileBytesSync } from '../files/regular-file';
import { isAbsent } from '../store/store-error';
import { replaceFile } from '../store/replace-file';

const MOST_BYTES = 1024 * 1024;
const OWN_FILE = 0o600;
const OWN_DIRECTORY = 0o700;

export const contextName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** The name that stands for no gateway: commands run on this machine. */
export const NO_CONTEXT = 'none';

const savedContexts = z.strictObject({
  current: z.string().nullable(),
  contexts: z.record(
    z.string().regex(contextName),
    z.strictObject({ server: z.string(), operator: z.string(), token: z.string() }),
  ),
});
export type Contexts = z.output<typeof savedContexts>;

export function contextsFile(env: NodeJS.ProcessEnv = process.env): string {
  const base =
    process.platform === 'win32'
      ? (env.APPDATA ?? join(homedir(), 'AppData', 'Roaming'))
      : (env.XDG_CONFIG_HOME ?? join(env.HOME ?? homedir(), '.config'));
  return join(base, 'locrelease', 'contexts.json');
}

export function readContexts(): Contexts {
  const file = contextsFile();
  let text: string;
  try {
    text = readFileBytesSync(file, MOST_BYTES).toString('utf8');
  } catch (error) {
    if (isAbsent(error)) return { current: null, contexts: {} };
    throw new ConfigError(cannotRead(file, error), { cause: error });
  }
  requireOwn(file);
  const { data } = savedContexts.safeParse(parsed(text));
  if (data !== undefined) return data;
  throw new ConfigError(`${file} cannot be read as contexts. Remove it, and sign in again.`);
}

export async function writeContexts(contexts: Contexts): Promise<void> {
  const file = contextsFile();
  try {
    mkdirSync(dirname(file), { recursive: true, mode: OWN_DIRECTORY });
    await replaceFile(file, `${JSON.stringify(contexts, null, 2)}\n`, { file: OWN_FILE });
    chmodSync(file, OWN_FILE);
  } catch (error) {
    throw new ConfigError(`${cannotWrite(file, error)} Nothing was saved.`, { cause: error });
  }
}

/** A token file that others can read is refused. */
function requireOwn(file: string): void {
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  throw new ConfigError(
    `${file} holds tokens, and others can read it. Nothing was done. Run "chmod 600 ${file}", and ask for new tokens if somebody may have read them.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
