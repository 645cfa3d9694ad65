import { OPEN, isOpen, openIn } from '../../../src/temporal/runs';
import fc from '../../support/fast-check';
import { Connection, ServiceError } from '@temporalio/client';
import { ConfigError } from '../../../src/config/config-error';
import { ensureSearchAttributes, knowingSearchAttributes } from '../../../src/temporal/search-attributes';
import { withHeartbeat } from '../../../src/temporal/progress-report';

describe('open executions', () => {
  it.each([
    ['RUNNING', true],
    ['PAUSED', true],
    ['COMPLETED', false],
    ['FAILED', false],
    ['CANCELLED', false],
    ['TERMINATED', false],
    ['TIMED_OUT', false],
    ['CONTINUED_AS_NEW', false],
    ['UNSPECIFIED', false],
  ])('an execution that is %s is open: %j', (status, expected) => {
    expect(isOpen(status)).toBe(expected);
  });

  it('a query names the same as open', () => {
    const named = [...OPEN.matchAll(/'(\w+)'/g)].map(([, name = '']) => name.toUpperCase());
    expect(named.filter(isOpen)).toEqual(['RUNNING', 'PAUSED']);
  });

  it('the name of a project stays one text in a query, whatever is in it', () => {
    const name = fc.string({ unit: fc.constantFrom("'", '\\', 'a', ' ', '"', '%') });
    fc.assert(
      fc.property(name, (project) => {
        const [, quoted = ''] =
          /^LocreleaseProject = '((?:[^'\\]|\\.)*)' AND ExecutionStatus/.exec(openIn(project)) ?? [];
        expect(quoted.replace(/\\(.)/g, '$1')).toBe(project);
      }),
    );
  });
});

describe('search attributes', () => {
  const refusal = (code: number, details: string): Error =>
    Object.assign(new Error(`${code}: ${details}`), { code, details, metadata: {} });

  describe('a server that does not let us look at its search attributes, as in Temporal Cloud', () => {
    const connection = Connection.lazy();
    const namespace = 'game.a1b2c';
    afterAll(() => connection.close());

    const refuses = (code: number): void => {
      jest
        .spyOn(connection.operatorService, 'listSearchAttributes')
        .mockRejectedValue(refusal(code, 'Request unauthorized.'));
    };

    it.each([7, 12])('stops no worker (code %d)', async (code) => {
      refuses(code);
      expect(await ensureSearchAttributes(connection, namespace)).toBe(false);
    });

    it('is told of when it turns out that they are missing', async () => {
      refuses(7);
      const unknown = new ServiceError('Failed to start Workflow', {
        cause: refusal(3, 'Namespace game.a1b2c has no mapping defined for search attribute LocreleaseState'),
      });
      const starting = knowingSearchAttributes({ connection, namespace }, () => Promise.reject(unknown));
      await expect(starting).rejects.toThrow(ConfigError);
      await expect(starting).rejects.toThrow(/Temporal Cloud.*LocreleaseWaitingSince/);
    });

    it('fails otherwise where it is only away', async () => {
      refuses(14);
      await expect(ensureSearchAttributes(connection, namespace)).rejects.toThrow('14:');
    });
  });
});

describe('progress report', () => {
  describe('a long step', () => {
    beforeEach(() => jest.useFakeTimers());
    afterEach(() => jest.useRealTimers());

    it('says every 15 seconds that it goes on, and falls silent when it has ended', async () => {
      const lines: string[] = [];
      const step = withHeartbeat(
        (line) => lines.push(line),
        'still building',
        () => new Promise((resolve) => setTimeout(resolve, 80_000, 'built')),
      );
      await jest.advanceTimersByTimeAsync(80_000);
      expect(await step).toBe('built');
      const expected = ['15 s', '30 s', '45 s', '1 min 0 s', '1 min 15 s'].map(
        (time) => `still building (${time}).`,
      );
      expect(lines).toEqual(expected);
      await jest.advanceTimersByTimeAsync(60_000);
      expect(lines).toEqual(expected);
    });

    it('falls silent when it fails', async () => {
      const report = jest.fn();
      await expect(withHeartbeat(report, 'still', () => Promise.reject(new Error('no')))).rejects.toThrow(
        'no',
      );
      await jest.advanceTimersByTimeAsync(60_000);
      expect(report).not.toHaveBeenCalled();
    });
  });
});
