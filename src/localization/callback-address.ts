/**
 * The address at which the service calls back for one release. Its last part is a token that only holders of
 * the App Secret can make, so that an address cannot be guessed and one release's is no good for another.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../http/secret';
import { releaseWorkflowId, type ReleaseName } from '../release/identity';

export function callbackUrl(baseUrl: string, secret: Secret, release: ReleaseName): string {
  const path = ['callbacks', release.project, release.name, callbackToken(secret, release)];
  return `${baseUrl.replace(/\/+$/, '')}/${path.map(encodeURIComponent).join('/')}`;
}

export function callbackToken(secret: Secret, release: ReleaseName): string {
  return createHmac('sha256', secret.reveal())
    .update(`callback:${releaseWorkflowId(release)}`)
    .digest('base64url');
}

export function isCallbackToken(token: string, secret: Secret, release: ReleaseName): boolean {
  const expected = Buffer.from(callbackToken(secret, release));
  const given = Buffer.from(token);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
