/** A failed request to S3, with the advice for a person. */
import { quotable } from '../domain/text/visible-text';

const MOST_MESSAGE_CHARS = 300;

export class S3Failure extends Error {
  override readonly name = 'S3Failure';

  constructor(
    /** 0: no reply came. */
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Converts any error of the client. Replies to HEAD, and those of proxies, have no message of S3. */
  static of(cause: unknown, redact: (text: string) => string = (text) => text): S3Failure {
    if (cause instanceof S3Failure) return cause;
    const { name = '', message = '', $fault: fault, $metadata } = cause as ClientError;
    const status = $metadata?.httpStatusCode;
    if (status === undefined) {
      const code = codeOf(cause);
      return new S3Failure(0, code, `no answer, ${code}`, { cause });
    }
    if (status < 300) return S3Failure.unreadable('the reply cannot be read', { cause });
    const isOfS3 = fault !== undefined && message !== NO_MESSAGE;
    const code = isOfS3 && /^[A-Za-z0-9.]{1,64}$/.test(name) ? name : `HTTP ${status}`;
    const text = isOfS3 ? quotable(redact(message), MOST_MESSAGE_CHARS).replace(/\.$/, '') : '';
    return new S3Failure(status, code, text === '' ? code : `${code}: ${text}`);
  }

  static unreadable(message: string, options?: ErrorOptions): S3Failure {
    return new S3Failure(200, 'UnreadableReply', message, options);
  }

  /** The cause is left out, because the client would retry by it. */
  static tooSlow(): S3Failure {
    return new S3Failure(0, 'TimeoutError', 'no answer in time');
  }

  get isAbsent(): boolean {
    return this.status === 404 && ['NoSuchKey', 'HTTP 404'].includes(this.code);
  }

  /** Whether the same request may soon succeed. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500 ? this.status !== 501 : transientCodes.has(this.code);
  }

  get remedy(): string {
    if (this.status === 0)
      return 'Check AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, and the network, and try again.';
    if (this.isTransient) return 'Try again later.';
    return (
      remedies[this.code] ??
      remedies[this.status] ??
      'Check LOCRELEASE_STORE, AWS_ACCESS_KEY_ID and the server of the bucket.'
    );
  }
}

/** The common part of the client's errors; only those that S3 itself replied have a fault. */
interface ClientError {
  name?: string;
  message?: string;
  $fault?: string;
  $metadata?: { httpStatusCode?: number };
}

/** The client's placeholder for a reply without a message. */
const NO_MESSAGE = 'UnknownError';

const transientCodes = new Set([
  'HTTP 429',
  'ConditionalRequestConflict',
  'OperationAborted',
  'RequestTimeout',
  'SlowDown',
  'TooManyRequests',
]);

const RENEW =
  'Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN to credentials that have not expired.';
const REGION = 'Set AWS_REGION to the region of the bucket.';
const RIGHTS = 'Give the owner of AWS_ACCESS_KEY_ID the rights to the bucket that docs/running.md lists.';

/** By code, or by status for a code that is not here. */
const remedies: Readonly<Record<string, string>> = {
  NoCredentials:
    'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or run with a web identity, a role of the container or machine, or a profile.',
  NoSuchBucket: 'Create the bucket, or set LOCRELEASE_STORE to one that exists.',
  InvalidBucketName: 'Set LOCRELEASE_STORE to a bucket that exists.',
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY.',
  ExpiredToken: RENEW,
  InvalidToken: RENEW,
  TokenRefreshRequired: RENEW,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  RequestTimeTooSkewed: 'Set the clock of this machine with NTP.',
  301: REGION,
  307: REGION,
  401: RIGHTS,
  403: RIGHTS,
  501: 'The server of the bucket cannot do this. Store in a bucket of a server with conditional writes.',
};

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason';
  if ('code' in error && typeof error.code === 'string') return error.code;
  // A host with several addresses fails with one error for each.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error.cause;
  return first instanceof Error ? codeOf(first) : error.name;
}
