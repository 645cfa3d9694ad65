/** What a credential may do. */
import type { WorkspaceSeed } from '../profile';
import { Refusal } from '../refusal';
import type { ServiceRequest } from '../service';

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
  if (scopes.includes(scope)) return;
  throw new Refusal('forbidden', `the scope ${scope} is missing`, { params: { scope } });
}

/** Checks a publish tier; the credential's allow-list and its issuer's role must both grant it. */
export function requireAction({ role, allowedActions }: Credential, action: string): void {
  const who = role === 'viewer' ? `the role ${role}` : 'the credential';
  if (role !== 'viewer' && allowedActions.includes(action)) return;
  throw new Refusal('forbidden', `${who} may not ${action}`, { params: { action } });
}
