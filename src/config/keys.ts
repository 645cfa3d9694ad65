/** Parses keys in the environment. Messages name the faulty key, and never show its content. */
import { createPrivateKey, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';

export interface EncryptionKey {
  /** Stored next to the encrypted data, so that the key can be found again. */
  id: string;
  /** A key object instead of a text, because printing it shows no bytes. */
  key: KeyObject;
}

const ENTRY = /^([A-Za-z0-9._-]{1,64}):([A-Za-z0-9+/]{43}=)$/;

/** Parses `id:base64,id:base64`. The fault names the entry, and never shows its content. */
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

/**
 * Parses an Ed25519 key in its usual forms: PEM, with line breaks or `\n`, or the base64 within. null: it is no such
 * key.
 */
export function parseSigningKey(text: string): KeyObject | null {
  return parsed(() => createPrivateKey(inputOf(text, 'pkcs8')));
}

/** Parses one or more keys, concatenated or separated by commas; null: one of them is invalid. */
export function parseVerifyKeys(text: string): KeyObject[] | null {
  const keys = text
    .split(/,|(?<=-----END [A-Z ]+-----)/)
    .filter((part) => part.replaceAll('\\n', '').trim() !== '')
    .map(parseVerifyKey);
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
}

/** Accepts a public key, or the private key that it belongs to. */
function parseVerifyKey(text: string): KeyObject | null {
  const privateKey = parseSigningKey(text);
  if (privateKey !== null) return createPublicKey(privateKey);
  return parsed(() => createPublicKey(inputOf(text, 'spki')));
}

function inputOf<Type extends 'pkcs8' | 'spki'>(text: string, type: Type) {
  const whole = text.replaceAll('\\n', '\n').trim();
  if (whole.startsWith('-----BEGIN')) return { key: whole, format: 'pem' as const };
  return { key: Buffer.from(whole, 'base64'), format: 'der' as const, type };
}

function parsed(read: () => KeyObject): KeyObject | null {
  try {
    const key = read();
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
