/** A payload that our keys do not open. Exit code 2. */
export class UndecryptablePayload extends Error {
  override readonly name = 'UndecryptablePayload';
}

/** One that does not open although its key is there. */
export class DamagedPayload extends UndecryptablePayload {}
