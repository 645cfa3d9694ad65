/** `unfit`: it is there and whole, and not what was looked for. */
export type StoreErrorKind = 'absent' | 'damaged' | 'unfit' | 'unreadable' | 'unwritable';

/** The store cannot keep or give a content; the message says what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly kind: StoreErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Whether a file was not there. */
export function isAbsent(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 'ENOENT';
}
