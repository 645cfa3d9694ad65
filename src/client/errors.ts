/** What is asked for is not there or makes no sense. Exit code 2. */
export class BadRequest extends Error {
  override readonly name = 'BadRequest';
}

/** What is asked for has a good name, and does not exist. Exit code 2. */
export class NotThere extends BadRequest {}

/** An earlier run of it has been announced, which nobody can take back. Exit code 2. */
export class AlreadyAnnounced extends BadRequest {}

/** The release will not do what it was told, for the reason that it gives. Exit code 2. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The terms are not those that were confirmed: whoever did has to see them as they are now. Exit code 2. */
export class TermsChanged extends Refused {}

/** Temporal answers, but no worker does. Exit code 9. */
export class NoWorker extends Error {
  override readonly name = 'NoWorker';
}

/** A service refused what was asked for, or gave no usable answer. Exit code 8. */
export class ServiceFailed extends Error {
  override readonly name = 'ServiceFailed';
}

/** A rule that the release itself has does not let it go on. Exit code 3. */
export class GateClosed extends Error {
  override readonly name = 'GateClosed';
}
