/** No Temporal service answers where one should be. Exit code 9. */
export class TemporalUnreachable extends Error {
  override readonly name = 'TemporalUnreachable';
}
