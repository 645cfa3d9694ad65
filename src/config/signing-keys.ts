/** Ed25519 keys as people keep them: PEM, with its line breaks or with `\n` for them, or the base64 within. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** null: it is none. The text is never shown. */
export function parseSigningKey(text: string): KeyObject | null {
  return parsed(() => createPrivateKey(inputOf(text, 'pkcs8')));
}

/** A public key, or the private key that it belongs to. */
export function parseVerifyKey(text: string): KeyObject | null {
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
