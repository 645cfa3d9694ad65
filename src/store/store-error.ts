import { systemCode } from '../domain/text/path-fault';

/**
 * `unfit`: the content is intact, but not of the expected kind. `unreachable`: the server of a bucket, or a shared
 * disk, does not respond now, and may soon.
 */
export type StoreErrorKind = 'absent' | 'damaged' | 'unfit' | 'unreachable' | 'unreadable' | 'unwritable';

interface StoreErrorOptions extends ErrorOptions {
  /** The advice that ends the message. */
  remedy?: string;
}

/** The store cannot store or return a content; the message has the advice. */
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

export function isStoreError(error: unknown, ...kinds: StoreErrorKind[]): error is StoreError {
  return error instanceof StoreError && kinds.includes(error.kind);
}

export function isAbsent(cause: unknown): boolean {
  return systemCode(cause) === 'ENOENT';
}

/** The result of work on a file; null: the file is not there. */
export async function unlessAbsent<Result>(work: Promise<Result>): Promise<Result | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** Too many open files, or a mount that lost its server for a moment. */
const transient: ReadonlySet<unknown> = new Set('EAGAIN EBUSY EIO EMFILE ENFILE ESTALE ETIMEDOUT'.split(' '));

export function isTransient(cause: unknown): boolean {
  return transient.has(systemCode(cause));
}
