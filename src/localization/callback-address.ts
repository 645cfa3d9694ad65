/**
 * The address at which the service calls back for one workflow: a release, or an upload of terms. Its last part is a
 * token that only holders of the App Secret can make, so that an address cannot be guessed, and one workflow's token is
 * no good for another.
 */
import { createHmac } from 'node:crypto';
import { constantTimeEqual, type Secret } from '../http/secret';
import { callbackWorkflowId, type CallbackKind, type ReleaseName } from '../domain/release/identity';
import { withoutSlash } from '../domain/text/without-slash';

export interface CallbackAddressee extends ReleaseName {
  kind: CallbackKind;
}

export function callbackUrl(baseUrl: string, secret: Secret, addressee: CallbackAddressee): string {
  const { kind, project, name } = addressee;
  const path = ['callbacks', kind, project, name, callbackToken(secret, addressee)];
  return `${withoutSlash(baseUrl)}/${path.map(encodeURIComponent).join('/')}`;
}

export function callbackToken(secret: Secret, { kind, project, name }: CallbackAddressee): string {
  return createHmac('sha256', secret.reveal())
    .update(`callback:${callbackWorkflowId[kind]({ project, name })}`)
    .digest('base64url');
}

export function isCallbackToken(token: string, secret: Secret, addressee: CallbackAddressee): boolean {
  return constantTimeEqual(token, callbackToken(secret, addressee));
}
