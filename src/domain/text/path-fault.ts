/** File system errors in plain words: the system's messages name calls, and paths that nobody has typed. */
import { sentence } from './sentence';

/** A fault of the file itself, although the system would have let it be read. */
export class FileFault extends Error {
  override readonly name = 'FileFault';

  constructor(readonly is: string) {
    super(`the file ${is}`);
  }
}

/** What completes a sentence about the path, and what helps a failed write besides another path. */
const faults: Readonly<Record<string, readonly [is: string, remedy?: string]>> = {
  ENOENT: ['does not exist', 'Create it'],
  ENOTDIR: ['is a file, or has one in its path, where a directory is needed', 'Move the file away'],
  EISDIR: ['is a directory, not a file', 'Move it away'],
  EACCES: ['cannot be accessed by this user (permission denied)', 'Change the permissions'],
  EROFS: ['is on a disk that can only be read'],
  ENOSPC: ['is on a disk that is full', 'Make room there'],
  ENAMETOOLONG: ['has a name that is too long'],
  ENXIO: ['is a socket or a device, not a file'],
  EAGAIN: ['has nothing to read at the moment', 'Try again'],
  ELOOP: ['has links in its path that lead in a circle'],
};

/** Different systems and calls report the same fault under other codes. */
const sameAs: Readonly<Record<string, string>> = { EEXIST: 'ENOTDIR', EPERM: 'EACCES', EDQUOT: 'ENOSPC' };

/** The system's name of an error, such as `ENOENT`; null: it has none. */
export function systemCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

function faultOf(error: unknown): { is: string; remedy: string } | null {
  const code = systemCode(error) ?? '';
  const [is, remedy] = error instanceof FileFault ? [error.is] : (faults[sameAs[code] ?? code] ?? []);
  if (is === undefined) return null;
  return { is, remedy: remedy === undefined ? 'Use another path.' : `${remedy}, or use another path.` };
}

/** A predicate about the path, such as `does not exist`; null: the error is of another kind. */
export function pathFault(error: unknown): string | null {
  return faultOf(error)?.is ?? null;
}

/** Renders `Cannot write out/game.ini: it is a directory, not a file. Move it away, or use another path.` */
export function cannotWrite(path: string, error: unknown): string {
  const fault = faultOf(error);
  return fault === null
    ? `Cannot write ${path}: ${messageOf(error)} Use another path.`
    : `Cannot write ${path}: it ${fault.is}. ${fault.remedy}`;
}

/** Renders `Cannot read out/game.ini: it does not exist.` */
export function cannotRead(path: string, error: unknown): string {
  const fault = faultOf(error);
  return fault === null ? `Cannot read ${path}: ${messageOf(error)}` : `Cannot read ${path}: it ${fault.is}.`;
}

function messageOf(error: unknown): string {
  return sentence(error instanceof Error ? error.message : String(error));
}
