import type { ServiceRequest } from '../mount-service';
import type { WorkspaceSeed } from '../profile';
import { Refusal } from './refusal';

export interface Operation {
  /** The operation's identifier, which is also its tool name. */
  tool: string;
  scope: string;
  rateClass: 'read' | 'write';
  run: (request: ServiceRequest, credential: Credential) => Outcome | Promise<Outcome>;
}

export interface Outcome {
  data: unknown;
  /** The change at the service; null where there was none. */
  effect: string | null;
  ids?: Record<string, string>;
  /** Whether this is the result of an earlier call with the same key. */
  replayed?: boolean;
}

export type Credential = WorkspaceSeed['credentials'][number];

export function authenticate(
  credentials: readonly Credential[],
  headers: ServiceRequest['headers'],
): Credential {
  const token = /^Bearer (\S+)$/i.exec(headers.authorization?.toString() ?? '')?.[1];
  const credential = credentials.find((known) => known.token === token);
  if (!credential?.usable) throw new Refusal('unauthenticated', 'a usable long-lived credential is required');
  if (!credential.memberActive) {
    throw new Refusal(
      'workspace_not_found',
      "the credential's issuer is not an active member of the workspace",
    );
  }
  return credential;
}

export function requireScope({ scopes }: Credential, scope: string): void {
  if (!scopes.includes(scope)) throw new Refusal('forbidden', `the scope ${scope} is missing`, { scope });
}

/** Checks a publish tier; the credential's allow-list and its issuer's role must both grant it. */
export function requireAction({ role, allowedActions }: Credential, action: string): void {
  if (role === 'viewer') throw new Refusal('forbidden', `the role ${role} may not ${action}`, { action });
  if (!allowedActions.includes(action)) {
    throw new Refusal('forbidden', `the credential may not ${action}`, { action });
  }
}

/**
 * Results by key. While the request runs, the key is refused; once it has succeeded, its result is returned again; a
 * failure leaves no trace. The key alone decides, as documented: under a used key nothing is done, even for a different
 * request.
 */
export class IdempotencyKeys {
  readonly #results = new Map<string, Outcome | 'running'>();

  async once(key: string, work: () => Outcome | Promise<Outcome>): Promise<Outcome> {
    const first = this.#results.get(key);
    if (first === 'running')
      throw new Refusal('replay', 'a request with this Idempotency-Key is in progress');
    if (first !== undefined) return { ...first, effect: null, replayed: true };
    this.#results.set(key, 'running');
    try {
      const outcome = await work();
      this.#results.set(key, outcome);
      return outcome;
    } catch (error) {
      this.#results.delete(key);
      throw error;
    }
  }
}
