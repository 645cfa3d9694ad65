/**
 * Proof that a signed-in operator sent a message about a release. The gateway makes it, and a worker verifies it: both
 * have the App Secret. Anybody else who has it needs no proof, and confirms the terms at the service itself.
 */
import { createHash, createHmac } from 'node:crypto';
import { canonicalJson } from '../domain/text/canonical-json';
import { releaseWorkflowId, type ReleaseName } from '../domain/release/identity';
import type { OperatorProof, ReleaseSource } from '../domain/release/release-input';
import { constantTimeEqual, type Secret } from '../http/secret';

/**
 * Covers the time from the sign-in to the release, with clocks that differ; an old proof from a history is worthless.
 */
const FRESH_MS = 15 * 60_000;

export interface Statement {
  what: 'start' | 'confirm';
  release: ReleaseName;
  /** The digest of the release's source, or of the term list that is confirmed. */
  about: string;
  by: string;
}

export function proofOf(secret: Secret, statement: Statement, atMs: number): OperatorProof {
  return { atMs, seal: sealOf(secret, statement, atMs) };
}

/** `nowMs`: the time at which the message was sent to the release. */
export function isProven(
  secret: Secret,
  statement: Statement,
  proof: OperatorProof | undefined,
  nowMs: number,
): boolean {
  if (proof === undefined || Math.abs(nowMs - proof.atMs) > FRESH_MS) return false;
  return constantTimeEqual(proof.seal, sealOf(secret, statement, proof.atMs));
}

/** A proof of a start covers only the strings, because all else may be amended. */
export function sourceDigest(source: ReleaseSource): string {
  return createHash('sha256').update(canonicalJson(source)).digest('hex');
}

function sealOf(secret: Secret, { what, release, about, by }: Statement, atMs: number): string {
  const statement = JSON.stringify([what, releaseWorkflowId(release), about, by, atMs]);
  return createHmac('sha256', secret.reveal()).update(`operator:${statement}`).digest('base64url');
}
