/**
 * Checksums and signature of a manifest. Each part has a separate checksum, so that a change is not only found but
 * named; the signature is of the digest over all of them.
 */
import { createHash, createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from '../domain/text/canonical-json';
import {
  manifestSchema,
  sealedSchema,
  type Manifest,
  type ReleaseManifestBody,
  type RollbackManifestBody,
  type Seal,
} from '../domain/release/manifest-schema';

type Body = ReleaseManifestBody | RollbackManifestBody;

/** `unchecked`: it is signed, but there is no key to verify it. */
export type SignatureState = 'none' | 'valid' | 'invalid' | 'unchecked';

export interface OpenedManifest {
  /** null: it cannot be read as a manifest. */
  manifest: Manifest | null;
  /** Differences from what was written. */
  faults: string[];
  signature: SignatureState;
}

export function sealed(body: Body, signingKey: KeyObject | null): string {
  // `undefined` values get no checksum, because JSON omits them.
  const parts = JSON.parse(JSON.stringify(body)) as Body;
  const checksums = { content: checksumsOf(parts.content), run: checksumsOf(parts.run) };
  const digest = digestOf({ schemaVersion: parts.schemaVersion, kind: parts.kind, checksums });
  const seal: Seal = { checksums, digest, signature: signatureOf(digest, signingKey) };
  return canonicalJson({ ...parts, ...seal });
}

/** A retired signing key stays among the verify keys: what it has signed stays. */
export function opened(bytes: Buffer, verifyKeys: readonly KeyObject[]): OpenedManifest {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch (error) {
    return unreadable(`It is not JSON: ${(error as Error).message}`);
  }
  const outer = sealedSchema.safeParse(value);
  if (!outer.success) return unreadable(z.prettifyError(outer.error));
  const { schemaVersion, kind, content, run, checksums, digest, signature } = outer.data;
  const changed = [
    ...changedParts('content', content, checksums.content),
    ...changedParts('run', run, checksums.run),
  ];
  const faults = changed.map((part) => `${part} is not as it was written.`);
  if (digestOf({ schemaVersion, kind, checksums }) !== digest)
    faults.push('digest does not match schemaVersion, kind and checksums.');
  if (faults.length === 0 && !Buffer.from(canonicalJson(value)).equals(bytes))
    faults.push('Its bytes are not in canonical form: something was added, or it was written anew.');
  const signed = signatureState(digest, signature, verifyKeys);
  if (signed === 'invalid')
    faults.push(isOfOtherKey(signature, verifyKeys) ? OTHER_KEY : 'The signature is not of this digest.');
  const read = manifestSchema.safeParse(value);
  if (!read.success && faults.length === 0) faults.push(z.prettifyError(read.error));
  return { manifest: read.data ?? null, faults, signature: signed };
}

export const NOT_SIGNED = 'It is not signed, and there is a key to check signatures with.';
const OTHER_KEY = 'It is signed with another key than those that are set, so nobody can tell who wrote it.';

/** Whether the fault concerns only the author, not the content. */
export function isOfSignature(fault: string): boolean {
  return fault === NOT_SIGNED || fault === OTHER_KEY;
}

export function faultText(fault: string): string {
  return isOfSignature(fault) ? `The record cannot be trusted: ${fault}` : `The record was changed: ${fault}`;
}

function isOfOtherKey(signature: Seal['signature'], keys: readonly KeyObject[]): boolean {
  return signature !== null && keys.every((key) => keyIdOf(key) !== signature.keyId);
}

function keyIdOf(key: KeyObject): string {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16);
}

function unreadable(fault: string): OpenedManifest {
  return { manifest: null, faults: [fault], signature: 'unchecked' };
}

function signatureOf(digest: string, key: KeyObject | null): Seal['signature'] {
  if (key === null) return null;
  const value = sign(null, Buffer.from(digest), key).toString('base64');
  return { algorithm: 'Ed25519', keyId: keyIdOf(key), value };
}

function signatureState(
  digest: string,
  signature: Seal['signature'],
  keys: readonly KeyObject[],
): SignatureState {
  if (signature === null) return 'none';
  if (keys.length === 0) return 'unchecked';
  const key = keys.find((candidate) => keyIdOf(candidate) === signature.keyId);
  if (key === undefined) return 'invalid';
  const value = Buffer.from(signature.value, 'base64');
  // In base64 several texts encode the same bytes, but only one of them was written.
  const isValid =
    value.toString('base64') === signature.value && verify(null, Buffer.from(digest), key, value);
  return isValid ? 'valid' : 'invalid';
}

function checksumsOf(part: object): Record<string, string> {
  return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, digestOf(value)]));
}

function changedParts(
  part: string,
  values: Readonly<Record<string, unknown>>,
  checksums: Readonly<Record<string, string>>,
): string[] {
  const names = new Set([...Object.keys(values), ...Object.keys(checksums)]);
  return [...names]
    .filter((name) => !Object.hasOwn(values, name) || digestOf(values[name]) !== checksums[name])
    .map((name) => `${part}.${name}`);
}

function digestOf(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
