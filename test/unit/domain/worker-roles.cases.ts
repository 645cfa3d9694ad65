import { queueOfRole, readRoles, roleOfQueue, workerRoles } from '../../../src/domain/worker-roles';
import { priorityOf } from '../../../src/domain/priority';

describe('the roles of a worker', () => {
  it('each have a queue of their own, by which they are known again', () => {
    const queues = workerRoles.map((role) => queueOfRole('team', role));
    expect(queues).toEqual(['team', 'team-bulk', 'team-notices']);
    expect(queues.map((queue) => roleOfQueue('team', queue))).toEqual(workerRoles);
    expect(roleOfQueue('team', 'locrelease-bulk')).toBeNull();
  });

  it.each([
    ['calls,bulk', ['calls', 'bulk']],
    [' notices , calls', ['calls', 'notices']],
    ['bulk,bulk', ['bulk']],
  ])('are read from %p', (text, roles) => {
    expect(readRoles(text)).toEqual({ roles });
  });

  it.each(['', 'calls,', 'Bulk', 'calls bulk', 'all'])('are not read from %p', (text) => {
    expect(readRoles(text)).toEqual({
      fault: 'must be some of calls, bulk, notices, separated by commas',
    });
  });
});

it('a night goes after a day, and a long name of a project is no longer than Temporal takes', () => {
  const day = priorityOf('game', 'day');
  expect(priorityOf('game', 'night').priorityKey).toBeGreaterThan(day.priorityKey);
  expect(day.fairnessKey).toBe('game');
  expect(priorityOf('x'.repeat(100), 'day').fairnessKey).toHaveLength(64);
});
