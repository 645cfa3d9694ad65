/** A notice could not be sent. The message has the reason, and never an address or a secret. */
export class NotSent extends Error {
  override readonly name = 'NotSent';

  constructor(
    message: string,
    /** Whether the receiver refuses the notice for good. */
    readonly isFinal = false,
  ) {
    super(message);
  }
}
