import { defaultPayloadConverter, type Payload } from '@temporalio/common';
import { EncryptionCodec, WorkerEncryptionCodec } from '../../../src/temporal/payloads/encryption-codec';
import { UndecryptablePayload } from '../../../src/temporal/errors';
import { freshKeyText, keysOf } from '../../support/encryption';
import fc from '../../support/fast-check';

const [first, second] = [freshKeyText('first'), freshKeyText('second')];
const codec = new EncryptionCodec(keysOf(first));

const payload = fc.record({
  metadata: fc.dictionary(fc.string(), fc.uint8Array({ maxLength: 50 })),
  data: fc.uint8Array({ maxLength: 500 }),
});

/** Bytes alone: a buffer is as good as an array of them. */
const plain = ({ metadata, data }: Payload) => ({
  metadata: Object.fromEntries(Object.entries(metadata ?? {}).map(([name, value]) => [name, [...value]])),
  data: [...(data ?? [])],
});

async function encryptOne(value: unknown, by = codec): Promise<Payload> {
  const [sealed] = await by.encode([defaultPayloadConverter.toPayload(value)]);
  if (sealed === undefined) throw new Error('nothing came back');
  return sealed;
}

async function decryptOne(sealed: Payload, by = codec): Promise<unknown> {
  const [opened] = await by.decode([sealed]);
  if (opened === undefined) throw new Error('nothing came back');
  return defaultPayloadConverter.fromPayload(opened);
}

describe('an encrypted payload', () => {
  it('is again what it was, whatever it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(payload, { maxLength: 4 }), async (payloads) => {
        const opened = await codec.decode(await codec.encode(payloads));
        expect(opened.map(plain)).toEqual(payloads.map(plain));
      }),
    );
  });

  it('shows neither its data nor its metadata', async () => {
    const sealed = await encryptOne('Elder Mira leaves the Crystal Keep.');
    const bytes = Buffer.from(sealed.data ?? []).toString('latin1');
    expect(bytes).not.toMatch(/Mira|json\/plain/);
    const metadata = Object.entries(sealed.metadata ?? {}).map(([name, value]) => [
      name,
      Buffer.from(value).toString(),
    ]);
    expect(metadata).toEqual([
      ['encoding', 'binary/locrelease-encrypted'],
      ['encryption-key-id', 'first'],
    ]);
  });

  it('differs each time', async () => {
    const seen = await Promise.all(Array.from({ length: 100 }, () => encryptOne('same')));
    expect(new Set(seen.map(({ data }) => Buffer.from(data ?? []).toString('hex'))).size).toBe(100);
  });

  it('does not open once any bit of it is changed', async () => {
    const sealed = await encryptOne({ by: 'olga' });
    const length = sealed.data?.length ?? 0;
    await fc.assert(
      fc.asyncProperty(fc.nat(length - 1), fc.integer({ min: 0, max: 7 }), async (index, bit) => {
        const data = Uint8Array.from(sealed.data ?? []);
        data[index] = (data[index] ?? 0) ^ (1 << bit);
        await expect(codec.decode([{ ...sealed, data }])).rejects.toThrow(UndecryptablePayload);
      }),
    );
  });

  it('does not open cut short, at whatever length', async () => {
    const sealed = await encryptOne('x');
    for (let length = 0; length < (sealed.data?.length ?? 0); length += 1) {
      const data = sealed.data?.subarray(0, length) ?? new Uint8Array();
      await expect(codec.decode([{ ...sealed, data }])).rejects.toThrow(UndecryptablePayload);
    }
  });

  it('does not open under the id of another key, though the bytes of the key are the same', async () => {
    const renamed = new EncryptionCodec(keysOf(first.replace('first', 'other')));
    const sealed = await encryptOne('x');
    const metadata = { ...sealed.metadata, 'encryption-key-id': Buffer.from('other') };
    await expect(renamed.decode([{ ...sealed, metadata }])).rejects.toThrow(
      /cannot be decrypted with the key "other"/,
    );
  });

  it('names the key that is missing', async () => {
    const sealed = await encryptOne('x');
    const others = new EncryptionCodec(keysOf(second));
    await expect(others.decode([sealed])).rejects.toThrow(
      /with the key "first", which this process does not have\..* Add the key to LOCRELEASE_ENCRYPTION_KEYS/,
    );
    await expect(new EncryptionCodec([]).decode([sealed])).rejects.toThrow(UndecryptablePayload);
  });
});

describe('a change of keys', () => {
  const [before, during, after] = [first, `${second},${first}`, second].map(
    (keys) => new EncryptionCodec(keysOf(keys)),
  );

  it('encrypts with the new key at once, and still opens what the old one closed', async () => {
    const old = await encryptOne('from before', before);
    const fresh = await encryptOne('from now on', during);
    expect(await decryptOne(old, during)).toBe('from before');
    expect(await decryptOne(fresh, during)).toBe('from now on');
    expect(await decryptOne(fresh, after)).toBe('from now on');
    await expect(decryptOne(old, after)).rejects.toThrow(UndecryptablePayload);
  });
});

describe('what is not encrypted', () => {
  it('is taken as it is, so that histories from before and signals from elsewhere stay readable', async () => {
    const inClear = defaultPayloadConverter.toPayload({ by: 'olga' });
    expect(await codec.decode([inClear])).toEqual([inClear]);
    expect(await codec.decode([{}])).toEqual([{}]);
  });

  it('is taken as it is where another codec has encrypted it', async () => {
    const foreign = {
      metadata: { encoding: Buffer.from('binary/encrypted'), 'encryption-key-id': Buffer.from('theirs') },
      data: Buffer.from('sealed'),
    };
    expect(await codec.decode([foreign])).toEqual([foreign]);
  });

  it('stays so where there is no key', async () => {
    const inClear = defaultPayloadConverter.toPayload('x');
    expect(await new EncryptionCodec([]).encode([inClear])).toEqual([inClear]);
  });
});

describe('in a worker', () => {
  const worker = new WorkerEncryptionCodec(keysOf(first));

  it('what is damaged comes through as it is, and what stands beside it is opened', async () => {
    const [whole, other] = [await encryptOne('x'), await encryptOne('y')];
    const damaged = { ...other, data: other.data?.subarray(1) ?? null };
    const [opened, left] = await worker.decode([whole, damaged]);
    expect(defaultPayloadConverter.fromPayload(opened ?? {})).toBe('x');
    expect(left).toBe(damaged);
  });

  it('what waits for a key that another worker may have is not passed over', async () => {
    const sealed = await encryptOne('x', new EncryptionCodec(keysOf(second)));
    await expect(worker.decode([sealed])).rejects.toThrow(/"second", which this process does not have/);
  });
});
