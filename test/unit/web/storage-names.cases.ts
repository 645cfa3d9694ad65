import { draftKeys, ofTask, outdated, placeKey } from '../../../web/review/saving/saved-review';

const me = 'olga/1';
const release = { project: 'game', name: 'spring' };
const keysOf = (name: string, taskId: string | null, operator = me): string[] => {
  const task = ofTask(operator, { ...release, name }, taskId);
  return [`${draftKeys(task)}a`, placeKey(task)];
};
const kept = [
  ...keysOf('spring', 'task-1'),
  ...keysOf('spring', 'task-10'),
  ...keysOf('spring-2', 'task-1'),
  ...keysOf('spring', 'task-1', 'pavel'),
];
const outdatedNow = (now: { hasEnded: boolean; taskId: string | null }) =>
  outdated(kept, { me, release }, now);

it('a window that hears of drafts does not hear where another one is', () => {
  const task = ofTask(me, release, 'task-1');
  expect(placeKey(task).startsWith(draftKeys(task))).toBe(false);
});

it('only what is of earlier tasks is outdated while a release runs', () => {
  expect(outdatedNow({ hasEnded: false, taskId: 'task-10' })).toEqual(keysOf('spring', 'task-1'));
});

it('nothing is outdated while the release has no task yet', () => {
  expect(outdatedNow({ hasEnded: false, taskId: null })).toEqual([]);
});

it.each([
  ['gone', null, keysOf('spring', 'task-10')],
  ['ended', 'task-10', keysOf('spring', 'task-10').slice(1)],
])('of a release that is %s, all but what was typed in its task is outdated', (_, taskId, ofTask10) => {
  const now = { hasEnded: true, taskId };
  expect(outdatedNow(now)).toEqual([...keysOf('spring', 'task-1'), ...ofTask10]);
});
