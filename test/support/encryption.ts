import { randomBytes } from 'node:crypto';
import { parseEncryptionKeys, type EncryptionKey } from '../../src/config/keys';

/** A fresh key in the form of LOCRELEASE_ENCRYPTION_KEYS. */
export function freshKeyText(id: string): string {
  return `${id}:${randomBytes(32).toString('base64')}`;
}

export function keysOf(text: string): EncryptionKey[] {
  const { keys, fault } = parseEncryptionKeys(text);
  if (keys === null) throw new Error(fault);
  return keys;
}
