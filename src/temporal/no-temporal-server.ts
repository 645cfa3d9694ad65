/** No Temporal server can be had: none found, none brought, or the one that was started did not answer. */
export class NoTemporalServer extends Error {
  override readonly name = 'NoTemporalServer';
}
