/** Releases that are begun and changed with the console's API, against a real gateway, worker, Temporal server and sandbox. */
import { stringify } from 'yaml';
import { readConfig } from '../../src/config/config';
import type { Failure } from '../../src/protocol/console-api';
import type {
  Draft,
  PlannedAmendment,
  PlannedDraft,
  ReleaseFileText,
  StartedDraft,
} from '../../src/protocol/draft-api';
import type { Gateway } from '../../src/gateway/gateway';
import { Person, startConsole } from '../support/console';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly, type ReleaseHandle } from './release-rig';

let rig: ReleaseRig;
let gateway: Gateway;
let operator: Person;
beforeAll(async () => {
  rig = await ReleaseRig.start({
    callbacks: false,
    minCheckInterval: '200ms',
    config: { policies: { fourEyes: true } },
  });
  const config = readConfig(rig.env({ GATEWAY_PORT: '0' }), rig.directory);
  gateway = await startConsole(rig.client, config);
  operator = await Person.signedIn(gateway.url, 'operator');
});
afterAll(async () => {
  await gateway.close();
  await rig.close();
});

const pathOf = ({ workflowId }: Pick<ReleaseHandle, 'workflowId'>): string =>
  workflowId.replace(/^release/, '/api/releases');

const strings = { 'hero.1': 'Nobody knows where Keeper K1 sleeps.' };
const base64 = (text: string): string => Buffer.from(text).toString('base64');

function draft(file: object, more: Partial<Draft> = {}): Draft {
  const text = stringify({
    project: rig.project,
    source: { file: 'en.json' },
    targetLanguages: ['ja'],
    publish: false,
    ...file,
  });
  const files = [{ path: 'en.json', base64: base64(JSON.stringify(strings)) }];
  return { text, files, from: null, announceAgain: false, ...more };
}

async function plan(asked: Draft): Promise<PlannedDraft> {
  const { status, body } = await operator.post<PlannedDraft>('/api/drafts/plan', asked);
  expect([status, body]).toEqual([200, body]);
  return body;
}

async function start(asked: Draft) {
  const { digest } = await plan(asked);
  return operator.post<StartedDraft>('/api/drafts/start', { ...asked, digest });
}

const handleOf = (name: string): ReleaseHandle =>
  rig.client.workflow.getHandle(`release/${rig.project}/${name}`) as ReleaseHandle;

it('a draft is planned without a trace, then started by whoever signed in, once', async () => {
  const asked = draft({ name: 'written' });
  const { plan: planned, findings, digest } = await plan(asked);
  expect(findings).toEqual([]);
  expect(planned).toMatchObject({
    id: `${rig.project}/written`,
    ready: true,
    start: { outcome: 'start' },
    source: { strings: 1 },
    languages: { target: ['ja'] },
  });
  await expect(handleOf('written').describe()).rejects.toThrow();
  const { status, body } = await operator.post<StartedDraft>('/api/drafts/start', { ...asked, digest });
  expect([status, body]).toEqual([200, { id: `${rig.project}/written`, outcome: 'started', notes: [] }]);
  expect((await start(asked)).body.outcome).toBe('attached');
  await rig.waitingForTerms(handleOf('written'));

  // Four eyes: the proof of the start is of who started it.
  const { body: terms } = await operator.get<{ digest: string }>(`${pathOf(handleOf('written'))}/terms`);
  const confirmed = await operator.post<Failure>(`${pathOf(handleOf('written'))}/terms/confirm`, {
    digest: terms.digest,
  });
  expect(confirmed.status).toBe(409);
  await operator.post(`${pathOf(handleOf('written'))}/cancel`, { reason: 'enough' });
});

it('what is wrong is told with line and key, and nothing is started', async () => {
  const wrong = { ...draft({ name: 'wrong' }), text: 'name: wrong\ntargetLanguages: [JA]\n' };
  const { plan: none, findings } = await plan(wrong);
  expect(none).toBeNull();
  expect(findings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ file: 'release.yaml', line: 2, key: 'targetLanguages[0]' }),
    ]),
  );
  const { status, body } = await operator.post<Failure>('/api/drafts/start', { ...wrong, digest: 'x' });
  expect([status, body.code]).toEqual([400, 'bad_file']);
});

it('only what was planned is started', async () => {
  const { digest } = await plan(draft({ name: 'planned' }));
  const other = draft({ name: 'planned', targetLanguages: ['ja', 'zh-cn'] });
  const { status, body } = await operator.post<Failure>('/api/drafts/start', { ...other, digest });
  expect([status, body.code]).toEqual([409, 'plan_changed']);
  await expect(handleOf('planned').describe()).rejects.toThrow();
});

it('only who operates plans and starts', async () => {
  const reviewer = await Person.signedIn(gateway.url, 'reviewer');
  const { status, body } = await reviewer.post<Failure>('/api/drafts/plan', draft({ name: 'mine' }));
  expect([status, body.code]).toEqual([403, 'role']);
  const stranger = await operator.post<Failure>('/api/drafts/plan', draft({ name: 'mine' }), {
    'x-csrf-token': 'guessed',
  });
  expect([stranger.status, stranger.body.code]).toEqual([403, 'csrf']);
});

it('a release that was cancelled is started again, and one is duplicated, with its strings', async () => {
  const handle = await rig.release(reviewOnly);
  await rig.waitingForTerms(handle);
  await operator.post(`${pathOf(handle)}/cancel`, { reason: 'not yet' });
  await handle.result();
  const { body: file } = await operator.get<ReleaseFileText>(`${pathOf(handle)}/release-file`);
  expect(file.strings).toBe(3);
  const [project = '', name = ''] = handle.workflowId.split('/').slice(1);
  const again: Draft = { text: file.text, files: [], from: { project, name }, announceAgain: false };
  const { body } = await start(again);
  expect(body).toMatchObject({ id: `${project}/${name}`, outcome: 'started' });
  await rig.waitingForTerms(handleOf(name));

  const copy = { ...again, text: file.text.replace(`name: ${name}`, 'name: a-copy') };
  expect((await start(copy)).body).toMatchObject({ id: `${project}/a-copy`, outcome: 'started' });
  for (const running of [name, 'a-copy']) {
    await operator.post(`${pathOf(handleOf(running))}/cancel`, { reason: 'enough' });
    await until('it has ended', async () => (await handleOf(running).describe()).status.name !== 'RUNNING');
  }
});

it('a release that runs is changed by another text, with the difference first', async () => {
  const handle = await rig.release(reviewOnly);
  await rig.waitingForTerms(handle);
  const { body: file } = await operator.get<ReleaseFileText>(`${pathOf(handle)}/release-file`);
  const before = file.text;
  const text = `${file.text}terms:\n  deadline: 9 days\n`;
  const planned = await operator.post<PlannedAmendment>(`${pathOf(handle)}/amend-file/plan`, {
    text,
    before,
  });
  expect(planned.body).toEqual({
    findings: [],
    difference: ['terms.deadline: was not set, now 9 d'],
    takenBack: [],
    faults: [],
  });
  const late = await operator.post<PlannedAmendment>(`${pathOf(handle)}/amend-file/plan`, {
    text: file.text.replace(/- ja\n/, '- ko\n'),
    before,
  });
  expect(late.body.faults).toEqual([expect.stringContaining('keeps its targetLanguages')]);
  const amend = (reason: string) =>
    operator.post<Failure>(`${pathOf(handle)}/amend-file`, { text, before, reason });
  expect(await amend('ivan is away')).toMatchObject({ status: 200, body: { takenBack: [] } });
  const same = await amend('again');
  expect([same.status, same.body.message]).toEqual([400, expect.stringContaining('asks for this already')]);
  // Whoever opened the text before that, and changes something else of it, does not take it back.
  const other = before.replace('publish: false', 'publish: true');
  const later = await operator.post<PlannedAmendment>(`${pathOf(handle)}/amend-file/plan`, {
    text: other,
    before,
  });
  expect(later.body).toMatchObject({ difference: ['publish: was false, now not set'], takenBack: [] });
  const shorter = await operator.post<PlannedAmendment>(`${pathOf(handle)}/amend-file/plan`, {
    text: `${before}terms:\n  deadline: 2 days\n`,
    before,
  });
  expect(shorter.body.takenBack).toEqual([
    expect.stringMatching(/^terms\.deadline, which operator amended on \S+Z: ivan is away$/),
  ]);
  await operator.post(`${pathOf(handle)}/cancel`, { reason: 'enough' });
  expect((await handle.result()).decisions).toMatchObject([
    { by: 'operator', what: 'amend terms.deadline', why: 'ivan is away' },
    { why: 'enough' },
  ]);
});
