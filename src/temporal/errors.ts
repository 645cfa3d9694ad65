/** There is no Temporal server: none was found or downloaded, or the one that was started did not respond. */
export class NoTemporalServer extends Error {
  override readonly name = 'NoTemporalServer';
}

/** No Temporal service responds at the configured address. Exit code 9. */
export class TemporalUnreachable extends Error {
  override readonly name = 'TemporalUnreachable';
}

/** Our keys do not decrypt the payload. Exit code 2. */
export class UndecryptablePayload extends Error {
  override readonly name = 'UndecryptablePayload';
}

/** The payload does not decrypt although its key is there. */
export class DamagedPayload extends UndecryptablePayload {}
