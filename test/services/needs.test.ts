/**
 * The tables of needs against the truth, in both directions: whatever becomes of what an endpoint does not need, its
 * reply is read as before, and whatever it needs is found in another spelling or named.
 */
import { replies as localizationReplies } from '../../src/localization/replies';
import { replies as socialReplies } from '../../src/social/replies';
import { CannedReplies } from '../support/canned-replies';
import { mutationsOf } from '../support/mutations';
import { expectedOf, faultOf, isNamed, outcomeOf, sparest, withoutGroup, type Needs } from '../support/needs';
import { clientsOf, recordReplies, type RecordedReply } from '../support/recorded-replies';

const tables = { ...localizationReplies, ...socialReplies };
const canned = new CannedReplies();
const clients = clientsOf('http://service.example', { dispatcher: canned });
let recorded: RecordedReply[] = [];
let tried = 0;

beforeAll(async () => {
  recorded = await recordReplies();
});
afterAll(() => console.info(`${tried} mutations of ${recorded.length} replies were tried.`));

it('has a reply of every endpoint', () => {
  expect([...new Set(recorded.map(({ endpoint }) => endpoint))].sort()).toEqual(Object.keys(tables).sort());
});

it.each(Object.entries(tables))(
  'reads %s by its needs alone, and needs them',
  async (endpoint, { needs }) => {
    const replies = recorded.filter((reply) => reply.endpoint === endpoint);
    const faults = new Set<string>();
    for (const reply of replies) for (const fault of await faultsUnder(reply, needs)) faults.add(fault);
    for (const group of needs) for (const fault of await idleNeed(replies, group)) faults.add(fault);
    expect([...faults]).toEqual([]);
  },
);

async function faultsUnder({ text, call }: RecordedReply, needs: Needs): Promise<string[]> {
  const faults: string[] = [];
  const right = await hear(text, call);
  for (const mutation of [...mutationsOf(text), ...sparest(text, needs)]) {
    tried += 1;
    const documented = mutation.says === null ? right : await hear(mutation.says, call);
    if ('error' in documented) throw documented.error;
    const after = await hear(mutation.text, call);
    const expected = expectedOf(needs, text, mutation);
    const fault = faultOf(needs, expected, mutation, { before: documented.data, after });
    if (fault !== null) faults.push(`${mutation.name} ${fault}`);
  }
  return faults;
}

/** A need without which a reply is read, or that no reply meets. */
async function idleNeed(replies: readonly RecordedReply[], group: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  let isMet = false;
  for (const { text, call } of replies) {
    const left = withoutGroup(text, group);
    if (left === null) continue;
    isMet = true;
    const outcome = await hear(left, call);
    if (!('error' in outcome)) faults.push(`${group.join(' or ')} is not needed`);
    else if (!isNamed(outcome.error, group))
      faults.push(`${group.join(' or ')} is not named: ${String(outcome.error)}`);
  }
  return isMet ? faults : [`${group.join(' or ')} is in no reply`];
}

function hear(text: string, call: RecordedReply['call']): ReturnType<typeof outcomeOf> {
  canned.text = text;
  return outcomeOf(call(clients));
}
