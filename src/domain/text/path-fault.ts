/** File system errors in plain words: the system's messages name calls, and paths that nobody has typed. */
import { sentence } from './sentence';

/** A fault of the file itself, although the system would have let it be read. */
export class FileFault extends Error {
  override readonly name = 'FileFault';

  constructor(readonly is: string) {
    super(`the file ${is}`);
  }
}

/** `is` completes a sentence about the path; `remedy` is the advice for a failed write. */
const faults: Readonly<Record<string, { is: string; remedy: string }>> = {
  ENOENT: { is: 'does not exist', remedy: 'Create it, or use another path.' },
  ENOTDIR: {
    is: 'is a file, or has one in its path, where a directory is needed',
    remedy: 'Move the file away, or use another path.',
  },
  EISDIR: { is: 'is a directory, not a file', remedy: 'Move it away, or use another path.' },
  EACCES: {
    is: 'cannot be accessed by this user (permission denied)',
    remedy: 'Change the permissions, or use another path.',
  },
  EROFS: { is: 'is on a disk that can only be read', remedy: 'Use another path.' },
  ENOSPC: { is: 'is on a disk that is full', remedy: 'Make room there, or use another path.' },
  ENAMETOOLONG: { is: 'has a name that is too long', remedy: 'Use another path.' },
  ENXIO: { is: 'is a socket or a device, not a file', remedy: 'Use another path.' },
  EAGAIN: { is: 'has nothing to read at the moment', remedy: 'Try again, or use another path.' },
  ELOOP: { is: 'has links in its path that lead in a circle', remedy: 'Use another path.' },
};

/** Different systems and calls report the same fault under other codes. */
const sameAs: Readonly<Record<string, string>> = { EEXIST: 'ENOTDIR', EPERM: 'EACCES', EDQUOT: 'ENOSPC' };

/** The system's name of an error, such as `ENOENT`; null: it has none. */
export function systemCode(error: unknown): string | null {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  return typeof code === 'string' ? code : null;
}

function faultOf(error: unknown): { is: string; remedy: string } | null {
  if (error instanceof FileFault) return { is: error.is, remedy: 'Use another path.' };
  const code = systemCode(error) ?? '';
  return faults[sameAs[code] ?? code] ?? null;
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
