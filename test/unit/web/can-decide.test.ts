import type { InboxItem } from '../../../src/protocol/console-api';
import { waitingFor } from '../../../web/waiting';

const item = (kind: InboxItem['kind'], startedBy: string | null = null): InboxItem => ({
  ...{ id: 'game/1', project: 'game', name: '1', kind, startedBy, what: '', since: '', state: 'waiting' },
  ...{ dueAt: null, onDue: null, taskId: null, terms: null, choices: [], problem: null },
  ...{ starter: startedBy, branch: null, languages: [] },
});
const items = [item('terms'), item('terms', 'olga'), item('decision')];

it.each([
  ['read', 'ivan', 0],
  ['review', 'ivan', 2],
  ['review', 'olga', 1],
  ['operate', 'olga', 2],
  ['operate', 'ivan', 3],
] as const)('with the role %s, %s has %d to decide', (role, name, count) => {
  expect(waitingFor({ items, waiting: 3 }, { name, role })).toBe(count);
});

it('counts what is not listed for whoever can decide on everything', () => {
  expect(waitingFor({ items, waiting: 10 }, { name: 'ivan', role: 'operate' })).toBe(10);
  expect(waitingFor({ items, waiting: 10 }, { name: 'ivan', role: 'review' })).toBe(2);
});
