import { PeoplePresent, type PresentPerson } from '../../../../src/gateway/console-api/event-routes';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const olga = { name: 'olga', termId: 'tt_1' };
const pavel = { name: 'pavel', termId: null };

function heard(people: PeoplePresent, release = 'game/spring') {
  const told: (readonly PresentPerson[])[] = [];
  const stop = people.listen(release, (now) => told.push(now));
  return { told, stop };
}

it('tells who is there and at which term, when they come and when they move', () => {
  const people = new PeoplePresent();
  const { told } = heard(people);
  people.say('game/spring', olga);
  people.say('game/spring', pavel);
  people.say('game/spring', pavel);
  people.say('game/spring', { ...pavel, termId: 'tt_2' });
  people.say('game/autumn', olga);
  expect(told).toEqual([[], [olga], [olga, pavel], [olga, { ...pavel, termId: 'tt_2' }]]);
  expect(heard(people).told).toEqual([[olga, { ...pavel, termId: 'tt_2' }]]);
});

it('whoever is silent for long, or closes the window, is gone', () => {
  const people = new PeoplePresent();
  const { told, stop } = heard(people);
  people.say('game/spring', olga);
  jest.advanceTimersByTime(20_000);
  people.say('game/spring', pavel);
  jest.advanceTimersByTime(20_000);
  expect(told.at(-1)).toEqual([pavel]);
  people.leave('game/spring', 'pavel');
  expect(told.at(-1)).toEqual([]);
  stop();
  expect(jest.getTimerCount()).toBe(0);
});

it('keeps nothing where nobody listens, and no more people than can be shown', () => {
  const people = new PeoplePresent();
  people.say('game/spring', olga);
  const { told } = heard(people);
  expect(told).toEqual([[]]);
  for (let number = 0; number < 100; number += 1)
    people.say('game/spring', { name: `operator ${number}`, termId: null });
  expect(told.at(-1)).toHaveLength(50);
});
