/** The request names something that does not exist, or makes no sense. Exit code 2. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

/** The request names something in a valid way, but it does not exist. Exit code 2. */
export class NotThere extends BadRequest {}

/** An earlier run of the release was announced, which nobody can take back. Exit code 2. */
export class AlreadyAnnounced extends BadRequest {}

/** The release refuses the message, for the reason that it gives. Exit code 2. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The terms differ from those that the reviewer saw, and must be reviewed again. Exit code 2. */
export class TermsChanged extends Refused {}

/** Temporal responds, but no worker does. Exit code 9. */
export class NoWorker extends Error {
  override readonly name = 'NoWorker';
}

/** A service refused the call, or sent no usable reply. Exit code 8. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
}

/** A rule of the release itself stops it. Exit code 3. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';
}
