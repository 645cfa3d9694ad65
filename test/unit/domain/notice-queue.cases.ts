import type { Notice } from '../../../src/domain/notices/notice-schema';
import {
  batchFailed,
  batchIsHeld,
  batchWasSent,
  newNoticeQueue,
  nextBatch,
  takeNotice,
} from '../../../src/domain/notices/notice-queue';
import type { NoticeQueue } from '../../../src/domain/notices/notice-schema';
import { quietUntilMs } from '../../../src/domain/schedules/wall-clock';
import fc from '../../support/fast-check';

describe('notice queue', () => {
  const DAY_MS = 86_400_000;
  const notice = (id: string): Notice => ({
    schemaVersion: 1,
    id,
    event: 'release.done',
    at: '2026-11-16T04:00:00.000Z',
    release: 'default/game',
    project: 'default',
    title: 'done',
    text: 'done',
    link: 'https://console.example',
    dueAt: null,
  });
  const ids = (notices: readonly Notice[]): string[] => notices.map(({ id }) => id);

  let queue: NoticeQueue;
  beforeEach(() => {
    queue = newNoticeQueue();
  });
  const take = (...names: string[]): void => names.forEach((id) => takeNotice(queue, notice(id), 0));

  it('takes each notice once', () => {
    take('a', 'b', 'a');
    expect(ids(nextBatch(queue, 10))).toEqual(['a', 'b']);
    batchWasSent(queue, 0);
    take('b');
    expect(queue.waiting).toEqual([]);
  });

  it('sends the same again until that has arrived, though more wait', () => {
    take('a');
    nextBatch(queue, 10);
    batchFailed(queue, 'away', 0);
    take('b', 'c');
    expect(ids(nextBatch(queue, 10))).toEqual(['a']);
    batchWasSent(queue, 1000);
    expect(queue.health).toMatchObject({ waiting: 2, failing: null, lastSentAt: '1970-01-01T00:00:01.000Z' });
    expect(ids(nextBatch(queue, 10))).toEqual(['b', 'c']);
  });

  it('lets more join what quiet hours hold back', () => {
    take('a');
    nextBatch(queue, 10);
    batchIsHeld(queue, '1970-01-01T07:00:00.000Z');
    take('b');
    expect(ids(nextBatch(queue, 10))).toEqual(['a', 'b']);
  });

  it('waits longer after each failure, ten minutes at most, and says since when it fails', () => {
    take('a');
    nextBatch(queue, 10);
    const pauses = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((second) => batchFailed(queue, 'away', second * 1000));
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600].map((seconds) => seconds * 1000));
    expect(queue.health.failing).toEqual({ since: '1970-01-01T00:00:00.000Z', attempts: 9, why: 'away' });
  });

  it('gives up after three days what it could not send, and nothing that is younger', () => {
    take('old');
    nextBatch(queue, 10);
    batchFailed(queue, 'away', 3 * DAY_MS - 1);
    expect(queue.waiting).toHaveLength(1);
    takeNotice(queue, notice('young'), 3 * DAY_MS);
    batchFailed(queue, 'away', 3 * DAY_MS);
    expect(ids(nextBatch(queue, 10))).toEqual(['young']);
    expect(queue.health.dropped).toEqual({ count: 1, at: '1970-01-04T00:00:00.000Z', why: 'away' });
  });

  describe('where a receiver is down for long', () => {
    const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `more-${index}`);

    it('thousands wait, and none is taken again', () => {
      take(...many(3000));
      take(...many(3000));
      expect(ids(nextBatch(queue, 5000))).toEqual(many(3000));
      expect(queue.health).toMatchObject({ waiting: 3000, dropped: null });
    });

    it('the oldest are dropped where there are too many, but none that is on its way', () => {
      take('first');
      nextBatch(queue, 1);
      take(...many(3000));
      expect(queue.waiting).toHaveLength(3000);
      expect(queue.waiting.slice(0, 2).map((one) => one.notice.id)).toEqual(['first', 'more-1']);
      expect(queue.health.dropped).toMatchObject({ count: 1, why: 'too many notices were waiting' });
      take('more-0');
      expect(queue.waiting).toHaveLength(3000);
    });

    it('what is kept fits into a payload, whatever is written in it', () => {
      const text = '語'.repeat(2500);
      for (const id of many(1000)) takeNotice(queue, { ...notice(id), text }, 0);
      expect(Buffer.byteLength(JSON.stringify(queue))).toBeLessThan(1_500_000);
      expect(queue.waiting.length).toBeGreaterThan(100);
      expect(queue.waiting.at(-1)?.notice.id).toBe('more-999');
      expect(queue.health.dropped?.count).toBe(1000 - queue.waiting.length);
    });
  });
});

describe('quiet hours', () => {
  const MINUTE_MS = 60_000;
  const night = { fromMinute: 22 * 60, toMinute: 7 * 60, timezone: 'Europe/Berlin' };
  const until = (at: string, hours = night): string | null => {
    const ms = quietUntilMs(hours, Date.parse(at));
    return ms === null ? null : new Date(ms).toISOString();
  };

  it.each([
    ['before them', '2026-11-16T20:59:59Z', null],
    ['when they begin', '2026-11-16T21:00:00Z', '2026-11-17T06:00:00.000Z'],
    ['in the night', '2026-11-17T03:12:13Z', '2026-11-17T06:00:00.000Z'],
    ['when they are over', '2026-11-17T06:00:00Z', null],
    ['in a night that has an hour more', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['in a night that has an hour less', '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
  ])('%s', (_when, at, expected) => expect(until(at)).toBe(expected));

  it('that end in the hour that does not exist end when the clocks have jumped over it', () => {
    const hours = { ...night, toMinute: 2 * 60 + 30 };
    expect(until('2026-03-29T00:30:00Z', hours)).toBe('2026-03-29T01:00:00.000Z');
  });

  it('that do not reach over midnight hold at their own time alone', () => {
    const noon = { fromMinute: 12 * 60, toMinute: 13 * 60, timezone: 'UTC' };
    expect(until('2026-11-16T12:30:00Z', noon)).toBe('2026-11-16T13:00:00.000Z');
    expect(until('2026-11-16T23:30:00Z', noon)).toBeNull();
  });

  it('end at the first minute that is not quiet, whatever the hours, the place and the day', () => {
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const place = fc.constantFrom(
      'UTC',
      'Europe/Berlin',
      'America/St_Johns',
      'Asia/Kathmandu',
      'Australia/Lord_Howe',
    );
    const at = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });
    fc.assert(
      fc.property(minute, minute, place, at, (fromMinute, toMinute, timezone, date) => {
        fc.pre(fromMinute !== toMinute);
        const hours = { fromMinute, toMinute, timezone };
        const endMs = quietUntilMs(hours, date.getTime());
        if (endMs === null) return;
        expect(quietUntilMs(hours, endMs)).toBeNull();
        expect(quietUntilMs(hours, endMs - MINUTE_MS)).toBe(endMs);
        expect(endMs - date.getTime()).toBeLessThanOrEqual(25 * 60 * MINUTE_MS);
      }),
      { numRuns: 20 },
    );
  });
});
