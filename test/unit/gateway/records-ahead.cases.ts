import { firstRequests, preloadLinks } from '../../../src/gateway/page';
import type { Logger } from '@temporalio/common';
import { type RecordAccess, RecordRecovery } from '../../../src/client/records/recover-records';
import { keepRecords } from '../../../src/gateway/record-keeper';

describe('read ahead', () => {
  const session = '/api/session';

  it.each([
    ['/', [session, '/api/inbox']],
    ['/schedules', [session, '/api/schedules']],
    ['/releases/default/game', [session, '/api/releases/default/game']],
    [
      '/releases/default/game/terms',
      [session, '/api/releases/default/game', '/api/releases/default/game/terms?offset=0&limit=100'],
    ],
    // What these ask for depends on more than their path.
    ['/releases/default/game/strings', [session]],
    ['/insights', [session]],
    ['/nothing', [session]],
  ])('%s asks first for what it shows first', (path, addresses) => {
    expect(firstRequests(path)).toEqual(addresses);
  });

  it.each([
    '/releases/default/game%0d%0ax',
    '/releases/default/a>;rel=preload',
    '/releases/a b/c',
    '/releases//game',
    '/__proto__',
    '/constructor',
  ])('%s, which names no release, is asked for nothing but who is there', (path) => {
    expect(firstRequests(path)).toEqual([session]);
  });

  it('the files of the page come before what it asks for', () => {
    expect(preloadLinks(['/app-1.css', '/app-2.js'], [session])).toBe(
      '</app-1.css>; rel=preload; as=style, </app-2.js>; rel=modulepreload, </api/session>; rel=preload; as=fetch; crossorigin',
    );
  });
});

describe('record keeper', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  function recordsKept({ fault = null }: { fault?: string | null } = {}) {
    const lines: string[] = [];
    const say = (line: string): number => lines.push(line);
    const logger = { info: say, warn: say } as unknown as Logger;
    jest.spyOn(RecordRecovery.prototype, 'fault', 'get').mockReturnValue(fault);
    const round = jest.spyOn(RecordRecovery.prototype, 'round');
    return { lines, round, keeper: () => keepRecords({} as RecordAccess, logger) };
  }

  it('looks for missing records every five minutes, and says which it wrote', async () => {
    const { lines, round, keeper } = recordsKept();
    const written = [{ id: 'default/game', key: 'default/game/x.json' }];
    round.mockResolvedValueOnce({ written, failed: [{ id: 'default/odd', why: 'no payload' }], more: false });
    round.mockRejectedValueOnce(new Error('away'));
    const kept = keeper();
    await jest.advanceTimersByTimeAsync(300_000);
    expect(lines).toEqual([
      'Release default/game had ended without a record; wrote default/game/x.json.',
      'Release default/odd has ended without a record, and none can be made: no payload',
    ]);
    await jest.advanceTimersByTimeAsync(300_000);
    expect(lines.at(-1)).toContain('are looked for again');
    await kept.stop();
    await jest.advanceTimersByTimeAsync(900_000);
    expect(round).toHaveBeenCalledTimes(2);
  });

  it('says why it writes none', async () => {
    const { lines, round, keeper } = recordsKept({ fault: 'There is no key.' });
    const kept = keeper();
    await jest.advanceTimersByTimeAsync(900_000);
    await kept.stop();
    expect([lines, round.mock.calls]).toEqual([['There is no key.'], []]);
  });
});
