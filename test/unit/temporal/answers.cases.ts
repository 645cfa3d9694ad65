import { boundOfCall, responseWithin } from '../../../src/temporal/response-within';
import { ServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { ConfigError } from '../../../src/config/config-error';
import { TemporalUnreachable } from '../../../src/temporal/errors';
import { isTemporalAway, temporalFault } from '../../../src/temporal/temporal-fault';
import { isNewEnough, parseServerVersion, requireNewEnoughServer } from '../../../src/temporal/server/binary';
import fc from '../../support/fast-check';
import { useScratch } from '../../support/scratch';
import { writeTool } from '../../support/write-tool';
import { tellsServer } from './fake-tools';

describe('answered within', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('counts the time in which calls are under way, once for those at the same time, and no other', async () => {
    await responseWithin(1_000, () => {
      jest.advanceTimersByTime(5_000);
      const [one, other] = [boundOfCall(1), boundOfCall(1)];
      expect([one.deadline, other.deadline]).toEqual([6_000, 6_000]);
      jest.advanceTimersByTime(300);
      one.ended();
      jest.advanceTimersByTime(100);
      other.ended();
      jest.advanceTimersByTime(5_000);
      expect(boundOfCall(1).deadline).toBe(Date.now() + 600);
      return Promise.resolve();
    });
    expect(boundOfCall(30_000).deadline).toBe(Date.now() + 30_000);
  });
});

describe('temporal fault', () => {
  const target = { connectionOptions: { address: 'temporal.example:7233' }, namespace: 'games' };

  /** As the client throws it, with the cause that its connection gave. */
  const refusedWith = (code: number): Error =>
    new ServiceError('Failed to query Workflow', {
      cause: Object.assign(new Error('refused'), { code, details: '', metadata: {} }),
    });

  describe('what Temporal refuses', () => {
    it.each([4, 14])('with code %d is a service that is away', (code) => {
      expect(isTemporalAway(refusedWith(code))).toBe(true);
      const fault = temporalFault(refusedWith(code), target);
      expect(fault).toBeInstanceOf(TemporalUnreachable);
      expect(fault).toMatchObject({ message: expect.stringContaining('temporal.example:7233') as string });
    });

    it('in time is told as such, and not as a server that was never started', () => {
      const { message } = temporalFault(refusedWith(4), target) as Error;
      expect(message).toContain('did not answer in time');
      expect(message).not.toContain('locrelease dev');
    });

    it('because the code of a workflow fails is told as a fault of the workers', () => {
      const details = 'Unable to query workflow due to Workflow Task in failed state.';
      const cause = Object.assign(new Error(details), { code: 3, details, metadata: {} });
      const fault = temporalFault(new ServiceError('Failed to query Workflow', { cause }), target);
      expect(fault).toBeInstanceOf(TemporalUnreachable);
      expect(fault).toMatchObject({ message: expect.stringContaining('log of the worker') as string });
    });

    it('to answer an update in time is a service that is away, and an update that was let go is not', () => {
      const unanswered = (code: number): Error =>
        new WorkflowUpdateRPCTimeoutOrCancelledError('no answer', {
          cause: Object.assign(new Error('no answer'), { code, details: '', metadata: {} }),
        });
      expect([4, 1].map((code) => isTemporalAway(unanswered(code)))).toEqual([true, false]);
    });

    it.each([7, 16])('with code %d is a setting, which is named', (code) => {
      expect(isTemporalAway(refusedWith(code))).toBe(false);
      const fault = temporalFault(refusedWith(code), target);
      expect(fault).toBeInstanceOf(ConfigError);
      expect(fault).toMatchObject({ message: expect.stringMatching(/games.*TEMPORAL_API_KEY/) as string });
    });

    it('because the namespace is gone names it, also where the client leaves the error as it came', () => {
      const raw = (message: string): Error =>
        Object.assign(new Error(`5 NOT_FOUND: ${message}`), { code: 5, details: message, metadata: {} });
      expect(temporalFault(raw('Namespace games is not found.'), target)).toMatchObject({
        name: 'ConfigError',
        message: expect.stringContaining('There is no Temporal namespace games.') as string,
      });
      const another = raw('workflow not found for ID: release/default/game');
      expect(temporalFault(another, target)).toBe(another);
    });

    it('because it does not know the call is another server, or an old one', () => {
      const fault = temporalFault(refusedWith(12), target);
      expect(fault).toBeInstanceOf(TemporalUnreachable);
      expect(fault).toMatchObject({ message: expect.stringContaining('not a Temporal server') as string });
    });

    it('for want of a namespace is a setting, which is named', () => {
      const fault = temporalFault(new NamespaceNotFoundError('games'), target);
      expect(fault).toBeInstanceOf(ConfigError);
      expect(fault).toMatchObject({ message: expect.stringContaining('Set TEMPORAL_NAMESPACE') as string });
    });

    it('leaves every other error as it is', () => {
      const bug = new Error('a bug');
      expect(temporalFault(bug, target)).toBe(bug);
      expect(isTemporalAway(bug)).toBe(false);
    });
  });
});

describe('server version', () => {
  describe('the version of the server inside a CLI', () => {
    it.each([
      ['temporal version 1.8.2 (Server 1.32.1, UI 2.50.1)', [1, 32, 1]],
      ['temporal version 0.0.0-DEV (Server 1.32.1, UI 2.50.1)\n', [1, 32, 1]],
      ['temporal version 1.10.0 (Server 1.33.0-157.0, UI 2.51.0)', [1, 33, 0]],
    ])('is read from %j', (line, version) => {
      expect(parseServerVersion(line)).toEqual(version);
    });

    it.each(['', 'temporal version 1.8.2', 'go version go1.26.8 linux/amd64'])(
      'is not found in %j',
      (line) => {
        expect(parseServerVersion(line)).toBeNull();
      },
    );

    it('is what was printed, whatever the numbers', () => {
      fc.assert(
        fc.property(fc.nat(), fc.nat(), fc.nat(), (major, minor, patch) => {
          const line = `temporal version 9.9.9 (Server ${major}.${minor}.${patch}, UI 8.8.8)`;
          expect(parseServerVersion(line)).toEqual([major, minor, patch]);
        }),
      );
    });

    it.each([
      [[1, 31, 99], false],
      [[0, 99, 0], false],
      [[1, 32, 0], true],
      [[1, 100, 0], true],
      [[2, 0, 0], true],
    ] as const)('%j is new enough: %j', (version, expected) => {
      expect(isNewEnough(version)).toBe(expected);
    });

    it('stays new enough when any part of it grows', () => {
      const version = fc.tuple(fc.nat(3), fc.nat(60), fc.nat(60));
      fc.assert(
        fc.property(version, fc.nat(2), fc.nat(9), ([major, minor, patch], part, growth) => {
          const grown = [major, minor, patch].map((n, i) => (i === part ? n + growth : n));
          const [newMajor = 0, newMinor = 0, newPatch = 0] = grown;
          expect(isNewEnough([newMajor, newMinor, newPatch]) || !isNewEnough([major, minor, patch])).toBe(
            true,
          );
        }),
      );
    });
  });

  describe('a binary', () => {
    const scratch = useScratch();

    it('is refused by name and version when its server is too old', async () => {
      const binary = await writeTool(scratch.path('temporal'), tellsServer('1.31.2'));
      await expect(requireNewEnoughServer(binary, {})).rejects.toThrow(
        `${binary} has server 1.31.2; 1.32.0 or newer is needed`,
      );
    });

    it('is refused when it fails although it names a good version', async () => {
      const binary = await writeTool(scratch.path('temporal'), `${tellsServer('1.32.1')}; exit 1`);
      await expect(requireNewEnoughServer(binary, {})).rejects.toThrow(`${binary} does not run`);
    });
  });
});
