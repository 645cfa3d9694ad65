import { google } from '@temporalio/proto';
import { protoTimeMs, protoTimeOf } from '../../../src/temporal/payloads/proto-time';
import fc from '../../support/fast-check';

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
