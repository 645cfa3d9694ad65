import { defaultPayloadConverter, type Payload, type PayloadCodec } from '@temporalio/common';
import { openPayloads } from '../../../src/temporal/payloads/open-payloads';

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
