/**
 * `unfit`: it is there and whole, and not what was looked for. `unreachable`: the server of a bucket, or the disk
 * that machines share, does not answer now, and may soon.
 */
export type StoreErrorKind = 'absent' | 'damaged' | 'unfit' | 'unreachable' | 'unreadable' | 'unwritable';

interface StoreErrorOptions extends ErrorOptions {
  /** What to do about it; it ends the message. */
  remedy?: string;
}

/** The store cannot keep or give a content; the message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly remedy: string | null;

  constructor(
    readonly kind: StoreErrorKind,
    message: string,
    { remedy, ...options }: StoreErrorOptions = {},
  ) {
    super(remedy === undefined ? message : `${message} ${remedy}`, options);
    this.remedy = remedy ?? null;
  }
}

/** Whether a file was not there. */
export function isAbsent(cause: unknown): boolean {
  return codeOf(cause) === 'ENOENT';
}

/** Too many open files, or a mount that lost its server for a moment. */
const transient: ReadonlySet<unknown> = new Set('EAGAIN EBUSY EIO EMFILE ENFILE ESTALE ETIMEDOUT'.split(' '));

/** Whether a file system that says so may well do it when it is asked again. */
export function isTransient(cause: unknown): boolean {
  return transient.has(codeOf(cause));
}

function codeOf(cause: unknown): unknown {
  return typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : null;
}
