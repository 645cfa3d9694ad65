/** A notice did not go out. The message says why, and holds nothing of an address or a secret. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  constructor(
    message: string,
    /** Whether the receiver will not have it, now or later. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
