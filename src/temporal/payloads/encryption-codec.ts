/**
 * Encrypts what a release stores in Temporal: AES-256-GCM over the whole payload with its metadata. The key's id is in
 * clear and authenticated, so that keys can be changed while releases run. Without a key nothing is encrypted, and a
 * payload in any other encoding is passed on: older histories stay readable, and so does a signal from any other
 * Temporal client.
 */
import type { Payload, PayloadCodec } from '@temporalio/common';
import { temporal } from '@temporalio/proto';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { EncryptionKey } from '../../config/keys';
import { encodingOf } from '../../protocol/read-payload';
import { DamagedPayload, UndecryptablePayload } from '../errors';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Without a fixed length, a shorter tag, which is easier to guess, would pass. */
const SHAPE = { authTagLength: TAG_BYTES };
/** Not `binary/encrypted`: other people's codecs use that name, with keys that are never ours. */
const ENCODING = 'binary/locrelease-encrypted';
const KEY_ID = 'encryption-key-id';

const { Payload: PayloadMessage } = temporal.api.common.v1;

export class EncryptionCodec implements PayloadCodec {
  readonly #keys: ReadonlyMap<string, EncryptionKey>;
  readonly #encryptWith: EncryptionKey | null;

  /**
   * `passesDamaged`: for workers, which pass on a damaged payload unchanged: a signal is then ignored, and nothing else
   * can be read from it. A payload whose key is missing still fails, because another worker may have that key.
   */
  constructor(
    keys: readonly EncryptionKey[],
    private readonly passesDamaged = false,
  ) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#encryptWith = keys[0] ?? null;
  }

  encode(payloads: Payload[]): Promise<Payload[]> {
    const key = this.#encryptWith;
    return Promise.resolve(key === null ? payloads : payloads.map((payload) => encrypt(payload, key)));
  }

  // Async, so that a payload that cannot be opened rejects instead of throwing at the caller.
  // eslint-disable-next-line @typescript-eslint/require-await
  async decode(payloads: Payload[]): Promise<Payload[]> {
    return payloads.map((payload) => this.#decrypt(payload));
  }

  #decrypt(payload: Payload): Payload {
    if (!isEncrypted(payload)) return payload;
    const id = textOf(payload.metadata?.[KEY_ID]);
    const key = this.#keys.get(id);
    if (key === undefined) {
      throw new UndecryptablePayload(
        `A payload in Temporal is encrypted with the key "${id}", which this process does not have. Nothing was changed. ` +
          'Add the key to LOCRELEASE_ENCRYPTION_KEYS, after the first one, and start again.',
      );
    }
    try {
      return decrypt(payload.data ?? new Uint8Array(), key);
    } catch (error) {
      if (this.passesDamaged) return payload;
      throw new DamagedPayload(
        `A payload in Temporal cannot be decrypted with the key "${id}". It was changed on the way, or another key has ` +
          'that id in LOCRELEASE_ENCRYPTION_KEYS. Nothing was changed.',
        { cause: error },
      );
    }
  }
}

/** Whether we encrypted it, with whatever key. */
export function isEncrypted(payload: Payload): boolean {
  return encodingOf(payload) === ENCODING;
}

function encrypt(payload: Payload, { id, key }: EncryptionKey): Payload {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, SHAPE).setAAD(Buffer.from(id));
  const sealed = [iv, cipher.update(PayloadMessage.encode(payload).finish()), cipher.final()];
  return {
    metadata: { encoding: Buffer.from(ENCODING), [KEY_ID]: Buffer.from(id) },
    data: Buffer.concat([...sealed, cipher.getAuthTag()]),
  };
}

function decrypt(sealed: Uint8Array, { id, key }: EncryptionKey): Payload {
  const tagAt = sealed.length - TAG_BYTES;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, IV_BYTES), SHAPE)
    .setAAD(Buffer.from(id))
    .setAuthTag(sealed.subarray(tagAt));
  const opened = [decipher.update(sealed.subarray(IV_BYTES, tagAt)), decipher.final()];
  return PayloadMessage.decode(Buffer.concat(opened));
}

function textOf(bytes: Uint8Array | null | undefined): string {
  return Buffer.from(bytes ?? []).toString();
}
