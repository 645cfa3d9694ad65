import { type Payload, type PayloadCodec, defaultPayloadConverter } from '@temporalio/common';
import { openPayloads } from '../../../src/temporal/payloads/open-payloads';
import { Client } from '@temporalio/client';
import { dataConverter } from '../../../src/temporal/payloads/data-converter';
import { UndecryptablePayload } from '../../../src/temporal/errors';
import { openedText, sealedText } from '../../../src/temporal/payloads/sealed-text';
import { freshKeyText, keysOf } from '../../support/encryption';
import { google } from '@temporalio/proto';
import { protoTimeMs, protoTimeOf } from '../../../src/temporal/payloads/proto-time';
import fc from '../../support/fast-check';
import { EncryptionCodec } from '../../../src/temporal/payloads/encryption-codec';

describe('open payloads', () => {
  const clear = (text: string): Payload => defaultPayloadConverter.toPayload(text);

  /** Puts a mark before the data, and takes it away. */
  function marking(mark: number): PayloadCodec {
    return {
      encode: (payloads) =>
        Promise.resolve(
          payloads.map((payload) => ({ ...payload, data: Buffer.from([mark, ...(payload.data ?? [])]) })),
        ),
      decode: (payloads) =>
        Promise.resolve(
          payloads.map((payload) => {
            if (payload.data?.[0] !== mark) throw new Error(`not marked with ${mark}`);
            return { ...payload, data: payload.data.subarray(1) };
          }),
        ),
    };
  }

  it('opens payloads wherever they lie, through the codecs from the last to the first', async () => {
    const codecs = [marking(1), marking(2)];
    const sealed = async (text: string): Promise<Payload> => {
      let payloads = [clear(text)];
      for (const codec of codecs) payloads = await codec.encode(payloads);
      return payloads[0] ?? {};
    };
    const history = {
      events: [
        { eventId: 1, input: { payloads: [await sealed('a'), await sealed('b')] }, summary: null },
        { failure: { message: 'Encoded failure', cause: { encodedAttributes: await sealed('c') } } },
      ],
      bytes: Buffer.from('as they are'),
    };
    await openPayloads(history, codecs);
    expect(history).toEqual({
      events: [
        { eventId: 1, input: { payloads: [clear('a'), clear('b')] }, summary: null },
        { failure: { message: 'Encoded failure', cause: { encodedAttributes: clear('c') } } },
      ],
      bytes: Buffer.from('as they are'),
    });
  });
});

describe('sealed text', () => {
  const NOTE = '2026-11-15T03:00:00.000Z olga paused it: the merger';
  const clientWith = (...keys: string[]): Client =>
    new Client({ dataConverter: dataConverter({ encryptionKeys: keys.flatMap(keysOf) }) });
  const [first, second] = [freshKeyText('first'), freshKeyText('second')];

  it('hides a note where there is a key, and opens it also after the key has changed', async () => {
    const sealed = await sealedText(clientWith(first), NOTE);
    expect(sealed).toMatch(/^encrypted:[A-Za-z0-9+/=]+$/);
    expect(Buffer.from(sealed.slice(10), 'base64').toString('latin1')).not.toContain('merger');
    expect(await openedText(clientWith(second, first), sealed)).toBe(NOTE);
  });

  it('leaves a note as it is without a key, and reads what stands in clear', async () => {
    expect(await sealedText(clientWith(), NOTE)).toBe(NOTE);
    expect(await openedText(clientWith(first), NOTE)).toBe(NOTE);
  });

  it('says which key is missing', async () => {
    const sealed = await sealedText(clientWith(first), NOTE);
    await expect(openedText(clientWith(second), sealed)).rejects.toThrow(UndecryptablePayload);
  });
});

describe('proto time', () => {
  const { Timestamp } = google.protobuf;

  describe('a time of Temporal’s messages', () => {
    it('comes back as it was, over the wire too, before and after 1970', () => {
      fc.assert(
        fc.property(fc.date({ noInvalidDate: true }), (date) => {
          const sent = Timestamp.encode(protoTimeOf(date.getTime())).finish();
          const received = Timestamp.decode(sent);
          expect(received.nanos).toBeGreaterThanOrEqual(0);
          expect(received.nanos).toBeLessThan(1e9);
          expect(new Date(protoTimeMs(received))).toEqual(date);
        }),
      );
    });

    it('is cut to milliseconds', () => {
      expect(protoTimeMs(Timestamp.fromObject({ seconds: 1_763_200_000, nanos: 1_999_999 }))).toBe(
        1_763_200_000_001,
      );
    });

    it.each([null, undefined, {}, { seconds: null, nanos: null }])('is 0 where it is %j', (time) => {
      expect(protoTimeMs(time)).toBe(0);
    });
  });
});

describe('encryption codec', () => {
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
    const worker = new EncryptionCodec(keysOf(first), true);

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
});
