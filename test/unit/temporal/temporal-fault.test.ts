import { ServiceError, WorkflowUpdateRPCTimeoutOrCancelledError } from '@temporalio/client';
import { NamespaceNotFoundError } from '@temporalio/common';
import { ConfigError } from '../../../src/config/config-error';
import { TemporalUnreachable } from '../../../src/temporal/errors';
import { isTemporalAway, temporalFault } from '../../../src/temporal/temporal-fault';

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
