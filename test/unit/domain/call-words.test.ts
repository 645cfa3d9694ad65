import { callWords } from '../../../src/domain/problems/call-problem';
import { activityInputs } from '../../../src/protocol/activity-inputs';

it.each(Object.keys(activityInputs))('there are words for %s', (call) => {
  expect(callWords(call)).toMatch(/^[a-z]+( [a-z]+)+$/);
});

it('a call of other code keeps its name', () => {
  expect(callWords('somethingNew')).toBe('somethingNew');
});
