export const serviceNames = ['localization', 'social'] as const;
export type ServiceName = (typeof serviceNames)[number];

/**
 * What a failed call did at the service. `none`: refused before any work. `done`: the work was done, only
 * its reply is unusable. `unknown`: it may or may not have been done, so a repeat may do it twice.
 */
export type Effect = 'none' | 'done' | 'unknown';

/**
 * `invalid`: we refused to send it. `held`: our own limit held it back. `unreachable`: no connection. `interrupted`:
 * the connection broke or the caller aborted during the call. `timeout`: no whole reply in time. `unreadable`: a reply
 * that is not what the service documents. `refused`: the service returned an error.
 */
export const failureKinds = [
  'invalid',
  'held',
  'unreachable',
  'interrupted',
  'timeout',
  'unreadable',
  'refused',
] as const;
export type FailureKind = (typeof failureKinds)[number];

/** The rate limit that a refusal reports. null: none. */
export interface ReportedLimit {
  limit: number | null;
  remaining: number | null;
}

export interface ServiceErrorDetails {
  service: ServiceName;
  /** Method and path as documented, for example `POST /tasks/publish`. */
  endpoint: string;
  kind: FailureKind;
  effect: Effect;
  /** The service's own code: a number from the localization service, a word from the social one. */
  code?: number | string | null;
  httpStatus?: number | null;
  traceId?: string | null;
  params?: Readonly<Record<string, unknown>>;
  retryAfterMs?: number | null;
  rateLimit?: ReportedLimit | null;
  serviceMessage?: string | null;
  /** The failure without the name of the call; the message where absent. */
  reason?: string;
  /** The keys and types, without values, of a reply that could not be read. */
  shape?: string | null;
}

/** Every failure of a call to either service, whichever way it arrived. Its message never holds a secret. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly service: ServiceName;
  readonly endpoint: string;
  readonly kind: FailureKind;
  readonly effect: Effect;
  readonly code: number | string | null;
  readonly httpStatus: number | null;
  readonly traceId: string | null;
  readonly params: Readonly<Record<string, unknown>>;
  readonly retryAfterMs: number | null;
  readonly rateLimit: ReportedLimit | null;
  readonly serviceMessage: string | null;
  readonly reason: string;
  readonly shape: string | null;

  constructor(message: string, details: ServiceErrorDetails, options?: ErrorOptions) {
    super(message, options);
    this.service = details.service;
    this.endpoint = details.endpoint;
    this.kind = details.kind;
    this.effect = details.effect;
    this.code = details.code ?? null;
    this.httpStatus = details.httpStatus ?? null;
    this.traceId = details.traceId ?? null;
    this.params = details.params ?? {};
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.rateLimit = details.rateLimit ?? null;
    this.serviceMessage = details.serviceMessage ?? null;
    this.reason = details.reason ?? message;
    this.shape = details.shape ?? null;
  }
}
