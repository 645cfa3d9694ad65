import { createSecretKey, type KeyObject } from 'node:crypto';

export interface EncryptionKey {
  /** Stands beside what was encrypted, so that the key can be found again. */
  id: string;
  /** Not a text: a key object shows its bytes to nobody who prints it. */
  key: KeyObject;
}

const ENTRY = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=)$/;

/** Reads `id:base64,id:base64`. The fault tells which entry is wrong, never what it holds. */
export function parseEncryptionKeys(
  text: string,
): { keys: EncryptionKey[]; fault: null } | { keys: null; fault: string } {
  const keys: EncryptionKey[] = [];
  for (const [index, entry] of text.split(',').entries()) {
    const [, id, base64] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || base64 === undefined) {
      const fault = `entry ${index + 1} must be <id>:<32 bytes in base64>, as "openssl rand -base64 32" prints them`;
      return { keys: null, fault };
    }
    if (keys.some((earlier) => earlier.id === id)) {
      return { keys: null, fault: `entry ${index + 1} has the same id as an earlier one` };
    }
    keys.push({ id, key: createSecretKey(base64, 'base64') });
  }
  return { keys, fault: null };
}
