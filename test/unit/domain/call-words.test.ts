import { callWords } from '../../../src/domain/call-words';
import { activityInputs } from '../../../src/protocol/activity-inputs';
import { calls } from '../../../web/messages/ar/calls';

it.each(Object.keys(activityInputs))('there are words for %s', (call) => {
  expect(callWords(call)).toMatch(/^[a-z]+( [a-z]+)+$/);
  expect(calls[call]).toBeDefined();
});

it('a call of other code keeps its name', () => {
  expect(callWords('somethingNew')).toBe('somethingNew');
});

it('there are no words for calls that are gone', () => {
  expect(Object.keys(calls).filter((call) => !(call in activityInputs))).toEqual([]);
});
