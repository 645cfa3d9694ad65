/**
 * Signatures as the service makes them. This code follows its documentation and not the client, so that a mistake in
 * one cannot match the other.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../http/secret';
import type { Readings } from '../readings/catalogue';
import { limits } from '../../localization/vocabulary';
import { Refusal } from '../refusal';
import type { ServiceRequest } from '../service';
import type { Project } from './project-state';

export function signatureOf(timestamp: string, rawBody: Uint8Array, appSecret: string): string {
  const signed = Buffer.concat([Buffer.from(timestamp), rawBody, Buffer.from(appSecret)]);
  return createHash('md5').update(signed).digest('hex');
}

/** The documentation does not say which timestamp a callback's signature covers: the profile chooses. */
export function callbackHeaders(
  body: string,
  secret: Secret,
  reading: Readings['callback-signature'],
  timestamps: { headerSeconds: string; payload: string },
): Record<string, string> {
  const signed = {
    'timestamp-header': timestamps.headerSeconds,
    'timestamp-in-payload': timestamps.payload,
    none: '',
  }[reading];
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-svc-sign': signatureOf(signed, Buffer.from(body), secret.reveal()),
  };
  if (reading === 'timestamp-header') headers['x-svc-timestamp'] = timestamps.headerSeconds;
  return headers;
}

/** Returns the project that signed a request. The signature must cover its bytes, within the time window. */
export function authenticate(
  { headers, rawBody }: ServiceRequest,
  projects: readonly Project[],
  nowMs: number,
): Project {
  const appKey = header(headers, 'x-svc-appkey', /./);
  const timestamp = header(headers, 'x-svc-timestamp', /^\d{1,15}$/);
  const signature = header(headers, 'x-svc-sign', /^[0-9a-f]{32}$/);
  const project = projects.find((candidate) => candidate.appKey === appKey);
  if (project === undefined) throw new Refusal(404, 'unknown App Key');
  if (project.appSecret === null) throw new Refusal(403, 'the App Key has no configured secret');
  if (Math.abs(nowMs - timestampMs(timestamp)) > limits.signatureWindowMs) {
    throw new Refusal(401, 'the timestamp has expired');
  }
  const expected = signatureOf(timestamp, rawBody, project.appSecret);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) {
    throw new Refusal(401, 'the signature is invalid');
  }
  return project;
}

function header(headers: ServiceRequest['headers'], name: string, form: RegExp): string {
  const value = headers[name];
  if (typeof value !== 'string' || !form.test(value))
    throw new Refusal(400, `header ${name} is missing or malformed`);
  return value;
}

/** Seconds have twelve digits only after the year 5138; milliseconds have had them since 1973. */
function timestampMs(timestamp: string): number {
  return timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1000;
}
