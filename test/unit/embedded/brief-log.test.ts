import { ApplicationFailure } from '@temporalio/common';
import { briefLine, createBriefLogger } from '../../../src/embedded/brief-log';

const failed = { workflowId: 'release/default/game', activityType: 'publishTask', attempt: 2 };

it('tells a call that failed once, though two tell of it, and without a stack', () => {
  const lines: string[] = [];
  const logger = createBriefLogger((line) => lines.push(line));
  logger.warn('A call to a service failed.', { ...failed, reason: '429 slow down' });
  const error = ApplicationFailure.create({
    message: '429 slow down',
    details: [{ endpoint: 'POST /tasks/publish' }],
  });
  logger.warn('Activity failed', { ...failed, error });
  logger.info('Worker state changed');
  logger.warn('No workflows registered, not polling for workflow tasks');
  expect(lines).toEqual(['warning    default/game: Attempt 2 to publish the task failed: 429 slow down.']);
});

it.each([
  [{ message: 'Something else.', meta: {} }, 'warning    Something else.'],
  [{ message: 'Lost', meta: { error: new Error('no route') } }, 'warning    Lost: no route.'],
  [{ message: 'a\u001b[2Jb\nc' }, 'warning    a\\u001b[2Jb\\nc.'],
])('is one line: %j', (entry, line) => {
  expect(briefLine(entry)).toBe(line);
});
