import { changeEachTerm } from '../../../src/activities/review-terms';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { boundResults } from '../../../src/activities/interceptors';
import { TranslationCount } from '../../../src/activities/count-translations';
import type { Client } from '@temporalio/client';
import { reviewIsDecided } from '../../../src/activities/notices';
import type { Notice } from '../../../src/domain/notices/notice-schema';
import { temporalOfRuns } from '../../support/temporal-of-runs';
import { checkFourEyes } from '../../../src/activities/four-eyes';
import { Secret } from '../../../src/http/secret';
import type { ActivityInput } from '../../../src/protocol/activity-inputs';

describe('change each term', () => {
  const ids = Array.from({ length: 20 }, (_, n) => `tt_${n}`);
  const MINUTE_MS = 60_000;

  it('calls once for each term, also for one that is named twice, and never for many at a time', async () => {
    const called: string[] = [];
    const widths: number[] = [];
    let open = 0;
    const done = await changeEachTerm([...ids, 'tt_0'], MINUTE_MS, async (id) => {
      called.push(id);
      widths.push((open += 1));
      await Promise.resolve();
      open -= 1;
      return `${id} is done`;
    });
    expect(called).toEqual(ids);
    expect([...done.keys()].sort()).toEqual([...ids].sort());
    expect(done.get('tt_7')).toBe('tt_7 is done');
    expect(Math.max(...widths)).toBe(4);
  });

  it('passes over a term that fails', async () => {
    const done = await changeEachTerm(ids, MINUTE_MS, (id) => (id === 'tt_3' ? gone() : Promise.resolve()));
    expect([...done.keys()].sort()).toEqual(ids.filter((id) => id !== 'tt_3').sort());
  });

  it('stops where the service fails, and answers for what was done before', async () => {
    let calls = 0;
    const done = await changeEachTerm(ids, MINUTE_MS, () => ((calls += 1) > 8 ? gone() : Promise.resolve()));
    expect(done.size).toBe(8);
    expect(calls).toBeLessThanOrEqual(8 + 7);
  });

  it('fails where nothing at all was done', async () => {
    await expect(changeEachTerm(ids, MINUTE_MS, gone)).rejects.toThrow('it is gone');
  });

  it('stops when its time is up, after one term at least', async () => {
    const { size } = await changeEachTerm(ids, 0, () => Promise.resolve());
    expect(size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(4);
  });

  it('has nothing to do for no terms', async () => {
    expect(await changeEachTerm([], MINUTE_MS, gone)).toEqual(new Map());
  });

  function gone(): Promise<never> {
    return Promise.reject(new Error('it is gone'));
  }
});

describe('bound results', () => {
  const run = <Result>(result: Result): Promise<Result> =>
    new MockActivityEnvironment({ activityType: 'readTask' }, { interceptors: [boundResults] }).run(() =>
      Promise.resolve(result),
    );

  describe('the result of an activity', () => {
    it('is handed on where it can be kept', async () => {
      expect(await run({ jobs: ['job-1'] })).toEqual({ jobs: ['job-1'] });
      expect(await run(null)).toBeNull();
    });

    it('is put before a person where it is too large for the history', async () => {
      const failure: unknown = await run('字'.repeat(400_000)).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(ApplicationFailure);
      expect(failure).toMatchObject({
        type: 'NeedsPerson',
        nonRetryable: true,
        message: expect.stringMatching(
          /^The result of readTask is too large to keep: 1200002 bytes/,
        ) as string,
        details: [{ code: 'result_too_large' }],
      });
    });
  });
});

describe('count translations', () => {
  async function* chunks(count: number, chunk: (index: number) => string): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < count; index += 1) yield await Promise.resolve(Buffer.from(chunk(index)));
  }

  const ja = { languages: ['ja'], escape: null };

  const lines = (chunk: number): string =>
    Array.from({ length: 10_000 }, (_, line) => `key${chunk}-${line}=text\n`).join('');

  describe('translations of strings that are not known', () => {
    it('are counted', async () => {
      const count = new TranslationCount(null);
      expect(await count.read(chunks(2, lines), ja)).toMatchObject({ keys: 20_000, languages: ['ja'] });
      expect(count.of('ja')).toBe(20_000);
    });

    it('are not in a page that says why there is no file', async () => {
      const page = '\n<!DOCTYPE html>\n<html\nlang="en">\n<p>Sign in</p>\n</html>\n';
      const count = new TranslationCount(null);
      expect(
        await count.read(
          chunks(1, () => page),
          ja,
        ),
      ).toMatchObject({ keys: null, isEmpty: false });
      expect(count.of('ja')).toBe(0);
    });

    it('are not counted where a file never ends: it is not checked', async () => {
      const found = await new TranslationCount(null).read(chunks(1000, lines), ja);
      expect(found).toEqual({ languages: [], keys: null, isEmpty: false, sections: [], unmatched: [] });
    });

    it('are read in time that grows with the length of a line', async () => {
      const line = `${'a.'.repeat(500_000)}=text\n`;
      const before = process.cpuUsage();
      await new TranslationCount(null).read(
        chunks(3, () => line),
        { ...ja, languages: ['ja', 'ko'] },
      );
      expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
    });
  });
});

describe('review is decided', () => {
  const lastCall: Notice = {
    schemaVersion: 1,
    id: 'run/review.escalated/1',
    event: 'review.escalated',
    at: '2026-11-16T08:20:00.000Z',
    release: 'default/game',
    project: 'default',
    title: '',
    text: '',
    link: '',
    dueAt: null,
  };

  describe('a review', () => {
    const release = (status: 'RUNNING' | 'PAUSED' | 'COMPLETED', stage: string): Client =>
      temporalOfRuns([{ workflowId: 'release/default/game', status, stage }]).client;
    const away = {
      options: { namespace: 'default' },
      workflowService: { describeWorkflowExecution: () => Promise.reject(new Error('away')) },
    } as unknown as Client;

    it.each([
      ['is open in its stage', release('RUNNING', 'confirm'), false],
      ['is open while the release is paused in Temporal', release('PAUSED', 'confirm'), false],
      ['is decided in the next', release('RUNNING', 'translate'), true],
      ['is decided where the release has ended', release('COMPLETED', 'confirm'), true],
      ['is decided where the release is gone', temporalOfRuns([]).client, true],
      ['is open where Temporal does not say', away, false],
    ])('%s', async (_case, client, expected) => {
      expect(await reviewIsDecided(client)(lastCall)).toBe(expected);
    });

    it('is not what other notices ask for', async () => {
      const isDecided = reviewIsDecided(release('COMPLETED', 'none'));
      expect(await isDecided({ ...lastCall, event: 'release.failed' })).toBe(false);
    });
  });
});

describe('check four eyes', () => {
  const secrets = { appSecret: () => new Secret('sandbox-app-secret') };
  const terms = { scan: true, confirmation: 'operator', onDeadline: 'reject' };

  function warningsOf(by: string, nightly: boolean): string[] {
    const source = { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 1 };
    const asked = {
      spec: { project: 'default', name: 'game', terms },
      start: { source, by, nightly, atMs: 0 },
    };
    return checkFourEyes(asked as unknown as ActivityInput<'preflight'>, secrets).warnings;
  }

  it('knows who started a release by a run of a schedule, which says so', () => {
    expect(warningsOf('nightly schedule', true)).toEqual([]);
    expect(warningsOf('olga', true)).toEqual([]);
  });

  it('warns of a name that nothing proves, be it that of a schedule', () => {
    for (const by of ['nightly schedule', 'olga'])
      expect(warningsOf(by, false)).toEqual([expect.stringContaining('without a token') as string]);
  });
});
