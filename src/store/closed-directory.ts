import { chmod, stat } from 'node:fs/promises';
import { makeDirectory, type Modes } from './replace-file';

const OWNER_ALONE = 0o700;
/** A group that may write, or whose directory new files belong to: somebody has set it up for several users. */
const IS_SHARED = 0o2020;

/**
 * Closes the directory of the store, whatever the umask was when it was made, and says how to make what is in it. One that
 * a group shares stays with that group and is never for everybody. One of somebody else is as they made it.
 */
export async function closedDirectory(path: string): Promise<Modes> {
  await makeDirectory(path, OWNER_ALONE);
  const { mode, uid } = await stat(path);
  if (uid !== process.getuid?.()) return {};
  const wanted = (mode & IS_SHARED) === 0 ? OWNER_ALONE : mode & 0o7770;
  // Some mounts know no modes.
  if ((mode & 0o7777) !== wanted) await chmod(path, wanted).catch(() => undefined);
  return { directory: wanted, file: wanted & 0o660 };
}
