/** What S3 answered in place of what was asked for, and what a person can do about it. */
import { quotable } from '../domain/visible-text';
import { textOf } from './s3-xml';

const MOST_MESSAGE_CHARS = 300;

export class S3Failure extends Error {
  override readonly name = 'S3Failure';

  private constructor(
    /** 0: no answer came. */
    readonly status: number,
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** Answers to HEAD, and those of proxies, have no words of S3. */
  static answered(status: number, body: string, redact: (text: string) => string): S3Failure {
    const code = /^[A-Za-z0-9.]{1,64}$/.exec(textOf(body, 'Code') ?? '')?.[0] ?? `HTTP ${status}`;
    const message = quotable(redact(textOf(body, 'Message') ?? ''), MOST_MESSAGE_CHARS).replace(/\.$/, '');
    return new S3Failure(status, code, message === '' ? code : `${code}: ${message}`);
  }

  static unanswered(cause: unknown): S3Failure {
    const code = codeOf(cause);
    return new S3Failure(0, code, `no answer, ${code}`, { cause });
  }

  static endless(): S3Failure {
    return new S3Failure(
      200,
      'EndlessList',
      'the list of the bucket does not end, because the server repeats its pages',
    );
  }

  get isAbsent(): boolean {
    return this.status === 404 && ['NoSuchKey', 'HTTP 404'].includes(this.code);
  }

  /** Whether the same request may soon be answered otherwise. */
  get isTransient(): boolean {
    return this.status === 0 || this.status >= 500 ? this.status !== 501 : transientCodes.has(this.code);
  }

  get remedy(): string {
    if (this.status === 0)
      return 'Check AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, and the network, and try again.';
    if (this.isTransient) return 'Try again later.';
    return (
      remedies[this.code] ??
      byStatus[this.status] ??
      'Check LOCRELEASE_STORE, AWS_ACCESS_KEY_ID and the server of the bucket.'
    );
  }
}

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

const remedies: Readonly<Record<string, string>> = {
  NoSuchBucket: 'Create the bucket, or set LOCRELEASE_STORE to one that exists.',
  InvalidBucketName: 'Set LOCRELEASE_STORE to a bucket that exists.',
  InvalidAccessKeyId: 'Check AWS_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'Check AWS_SECRET_ACCESS_KEY.',
  ExpiredToken: RENEW,
  InvalidToken: RENEW,
  TokenRefreshRequired: RENEW,
  AuthorizationHeaderMalformed: REGION,
  IllegalLocationConstraintException: REGION,
  PermanentRedirect: REGION,
  RequestTimeTooSkewed: 'Set the clock of this machine with NTP.',
  AccessDenied: RIGHTS,
};

const byStatus: Readonly<Record<number, string>> = {
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
