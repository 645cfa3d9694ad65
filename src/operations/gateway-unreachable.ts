/** The gateway at which commands are done does not answer. Exit code 9. */
export class GatewayUnreachable extends Error {
  override readonly name = 'GatewayUnreachable';
}
