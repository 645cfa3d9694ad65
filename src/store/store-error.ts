export type StoreErrorKind = 'absent' | 'damaged' | 'unreadable' | 'unwritable';

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
