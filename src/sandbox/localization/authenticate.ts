import { timingSafeEqual } from 'node:crypto';
import { limits } from '../../localization/vocabulary';
import type { ServiceRequest } from '../mount-service';
import type { Project } from './project-state';
import { Refusal } from './refusal';
import { signatureOf } from './signature';

/** The project that signed a request; every request is refused unless the signature covers its bytes, now. */
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

/** Seconds reach this many digits in the year 5138; milliseconds did in 1973. */
function timestampMs(timestamp: string): number {
  return timestamp.length > 11 ? Number(timestamp) : Number(timestamp) * 1000;
}
