/** Ed25519 keys as people keep them: PEM, with its line breaks or with `\n` for them, or the base64 within. */
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** null: it is none. The text is never shown. */
export function parseSigningKey(text: string): KeyObject | null {
  return parsed(() => createPrivateKey(inputOf(text, 'pkcs8')));
}

/** One, or several behind each other or with commas between them; null: one of them is none. */
export function parseVerifyKeys(text: string): KeyObject[] | null {
  const keys = text
    .split(/,|(?<=-----END [A-Z ]+-----)/)
    .filter((part) => part.replaceAll('\\n', '').trim() !== '')
    .map(parseVerifyKey);
  return keys.length > 0 && keys.every((key) => key !== null) ? keys : null;
}

/** A public key, or the private key that it belongs to. */
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
