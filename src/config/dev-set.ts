/**
 * The dev set of a directory. While "locrelease dev" runs, a file there has its addresses and credentials, and commands
 * use it unless the environment sets any of them. They use all of it or nothing: sandbox and real services must not be
 * mixed.
 */
import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import * as z from 'zod';
import { readFileBytesSync } from '../files/regular-file';
import { isProcessRunning } from '../files/running-process';
import { ConfigError } from './config-error';

/** The directory for the dev set and its store. */
export const STATE_DIRECTORY = '.locrelease';
export const DEV_FILE = 'dev.json';

const MOST_BYTES = 64 * 1024;

const devFile = z.object({
  pid: z.int().positive(),
  /** The variables that commands need; empty while the set starts. */
  environment: z.record(z.string(), z.string()),
});
export type DevSet = z.output<typeof devFile>;

type Environment = Record<string, string | undefined>;

/** Variables for the place of releases, and for the credentials. */
const NAMES_A_PLACE =
  /^(TEMPORAL_\w+|LOCALIZATION_\w+|SOCIAL_\w+|CALLBACK_BASE_URL|LOCRELEASE_(SERVER|STORE|TASK_QUEUE|CONSOLE_URL))$/;

/**
 * Completes the environment with the running dev set of this directory, or of the nearest one above that has its state.
 */
export function useDevSet(
  report: (line: string) => void,
  env: Environment = process.env,
  workingDirectory = process.cwd(),
): void {
  const place = placeOfState(resolve(workingDirectory));
  const environment = place === null ? null : environmentOfDev(place);
  if (place === null || environment === null) return;
  const isSet = (name: string): boolean => (env[name] ?? '') !== '';
  const which = place === resolve(workingDirectory) ? 'in this directory' : `in ${place}`;
  const other = Object.keys(env).find(
    (name) => NAMES_A_PLACE.test(name) && isSet(name) && env[name] !== environment[name],
  );
  if (other === undefined) mustHaveStarted(environment, which);
  const missing = Object.entries(environment).filter(([name]) => !isSet(name));
  if (missing.length === 0) return;
  if (other === undefined) Object.assign(env, Object.fromEntries(missing));
  report(
    other === undefined ? `Using the dev set ${which}.` : `Not using the dev set ${which}: ${other} is set.`,
  );
}

function placeOfState(directory: string): string | null {
  if (existsSync(join(directory, STATE_DIRECTORY))) return directory;
  const above = dirname(directory);
  return above === directory ? null : placeOfState(above);
}

/** Its Temporal may respond already, but a release started now would have another store, and no services. */
export function mustHaveStarted(environment: DevSet['environment'], which = 'in this directory'): void {
  if (Object.keys(environment).length > 0) return;
  throw new ConfigError(
    `The dev set ${which} is still starting. Nothing was done. Run the command again once "locrelease dev" has printed its addresses.`,
  );
}

/** The environment of the dev set that runs in exactly this directory; null: none runs. */
export function environmentOfDev(place: string): DevSet['environment'] | null {
  const directory = join(place, STATE_DIRECTORY);
  const set = runningDev(directory);
  return set !== null && isOurs(join(directory, DEV_FILE)) ? set.environment : null;
}

/** null: no set is running. One that was killed has left its file. */
export function runningDev(directory: string): DevSet | null {
  try {
    const text = readFileBytesSync(join(directory, DEV_FILE), MOST_BYTES).toString('utf8');
    const set = devFile.parse(JSON.parse(text));
    return isProcessRunning(set.pid) ? set : null;
  } catch {
    return null;
  }
}

/** In a directory that others can write to, another user's file could redirect releases to that user. */
function isOurs(file: string): boolean {
  const { uid, mode } = statSync(file);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0);
}
