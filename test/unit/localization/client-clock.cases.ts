import type { LocalizationClient } from '../../../src/localization/localization-client';
import { limits } from '../../../src/localization/vocabulary';
import { reply, succeed, type Answer } from '../../support/bare-server';
import { APP_SECRET, failureOf, withServer } from '../../support/localization-client';
import { md5Hex } from '../../support/md5';

const HOUR_MS = 3_600_000;

interface Service {
  /** How far its clock is ahead of ours. */
  aheadMs: number;
  secret?: string;
  /** The Date header to send with a given time; undefined sends none. */
  date?: (nowMs: number) => string | undefined;
  refusal?: Answer;
}

const utc = (ms: number): string => new Date(ms).toUTCString();

/** Judges signatures as the service does, by its own clock. */
function service({
  aheadMs,
  secret = APP_SECRET,
  date = utc,
  refusal = reply(401, { code: 401 }),
}: Service): Answer {
  return (response, request) => {
    const nowMs = Date.now() + aheadMs;
    const timestamp = String(request.headers['x-svc-timestamp']);
    const signed = Buffer.concat([Buffer.from(timestamp), request.rawBody, Buffer.from(secret)]);
    const fresh = Math.abs(nowMs - Number(timestamp) * 1000) <= limits.signatureWindowMs;
    const genuine = request.headers['x-svc-sign'] === md5Hex(signed);
    const value = date(nowMs);
    response.sendDate = false;
    if (value !== undefined) response.setHeader('date', value);
    (fresh && genuine ? succeed({ task_id: 't', job_id: 'j' }) : refusal)(response, request);
  };
}

const publish = (client: LocalizationClient) => client.publishTask({ task_id: 't' });

describe('a clock that is wrong', () => {
  it.each([
    ['slow by an hour', HOUR_MS],
    ['fast by an hour', -HOUR_MS],
    ['slow by a day', 24 * HOUR_MS],
    ['fast by just more than the window', -limits.signatureWindowMs - 2_000],
  ])('and %s is found out once, and corrected for later calls', async (_how, aheadMs) => {
    await withServer(service({ aheadMs }), async (client, server) => {
      await publish(client);
      expect(server.seen).toHaveLength(2);
      await publish(client);
      await publish(client);
      expect(server.seen).toHaveLength(4);
    });
  });

  it('by more than any time zone is told, and no signature is made for that time', async () => {
    await withServer(service({ aheadMs: 8760 * HOUR_MS }), async (client, server) => {
      const { message } = await failureOf(publish(client));
      expect(message).toContain('the clock of this machine is 8760 hours behind that of the service; set it');
      expect(server.seen).toHaveLength(1);
    });
  });

  it('is told to whoever made the client when it is corrected', async () => {
    const told: number[] = [];
    const onClockCorrected = (aheadMs: number): void => void told.push(Math.round(aheadMs / HOUR_MS));
    await withServer(
      service({ aheadMs: HOUR_MS }),
      async (client) => {
        await publish(client);
        await publish(client);
      },
      { onClockCorrected },
    );
    expect(told).toEqual([1]);
  });

  it('is found out where the refusal comes under HTTP 200', async () => {
    const refusal = reply(200, { success: false, code: 401, msg: 'timestamp expired' });
    await withServer(service({ aheadMs: HOUR_MS, refusal }), async (client, server) => {
      await publish(client);
      expect(server.seen).toHaveLength(2);
    });
  });

  it('is corrected for each of several calls at once', async () => {
    await withServer(service({ aheadMs: HOUR_MS }), async (client, server) => {
      await Promise.all(Array.from({ length: 8 }, () => publish(client)));
      expect(server.seen).toHaveLength(16);
    });
  });

  it('is corrected again when it has been put right', async () => {
    let aheadMs = HOUR_MS;
    await withServer(
      (response, request) => service({ aheadMs })(response, request),
      async (client, server) => {
        await publish(client);
        aheadMs = 0;
        await publish(client);
        expect(server.seen).toHaveLength(4);
      },
    );
  });

  it('is not the reason where the secret is wrong as well: one more attempt, no more', async () => {
    await withServer(service({ aheadMs: HOUR_MS, secret: 'another' }), async (client, server) => {
      expect(await failureOf(publish(client))).toMatchObject({ code: 401, kind: 'refused', effect: 'none' });
      expect(server.seen).toHaveLength(2);
      await failureOf(publish(client));
      expect(server.seen).toHaveLength(3);
    });
  });

  it('is not corrected for a call that was cancelled meanwhile', async () => {
    const cancel = new AbortController();
    const answer = service({ aheadMs: HOUR_MS });
    await withServer(
      (response, request) => {
        answer(response, request);
        cancel.abort();
      },
      async (client, server) => {
        const call = client.publishTask({ task_id: 't' }, { signal: cancel.signal });
        expect(await failureOf(call)).toMatchObject({ kind: 'interrupted' });
        expect(server.seen).toHaveLength(1);
      },
    );
  });
});

describe('a refused signature is not sent again', () => {
  it.each<[string, Service]>([
    ['the clocks agree', { aheadMs: 0, secret: 'another' }],
    ['the clocks differ by less than the window', { aheadMs: 4 * 60_000, secret: 'another' }],
    ['the service tells no time', { aheadMs: HOUR_MS, date: () => undefined }],
    ['the time it tells cannot be read', { aheadMs: HOUR_MS, date: () => 'yesterday' }],
    ['it is refused for another reason', { aheadMs: HOUR_MS, refusal: reply(403, { code: 403 }) }],
  ])('where %s', async (_why, options) => {
    await withServer(service(options), async (client, server) => {
      expect(await failureOf(publish(client))).toMatchObject({ kind: 'refused', effect: 'none' });
      expect(server.seen).toHaveLength(1);
    });
  });
});
