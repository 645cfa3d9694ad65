import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import type { Diagnosis } from '../../src/checks/diagnosis';
import { releaseWorkflowId } from '../../src/domain/release/identity';
import { viewSchema, type ReleaseView } from '../../src/domain/release/status';
import type { ReleasePlan } from '../../src/protocol/draft-api';
import type { StoryEntry } from '../../src/client/stories/story-from-history';
import { protoTimeOf } from '../../src/temporal/payloads/proto-time';
import { missingSearchAttributes } from '../../src/temporal/search-attributes';
import { type CliRun, cli } from '../support/cli';
import { type FakeTemporal, startFakeTemporal } from '../support/fake-temporal';
import { useScratch } from '../support/scratch';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly } from './release-rig';
import { termKey, upsertTerm } from '../../src/sandbox/localization/project-state';

describe('the commands around a release', () => {
  const scratch = useScratch();
  let rig: ReleaseRig;
  beforeEach(async () => {
    rig = await ReleaseRig.start();
  });
  afterEach(() => rig.close());

  const run = (...args: string[]): Promise<CliRun> =>
    cli(args, {
      ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      GITHUB_OUTPUT: scratch.path('github-output'),
    });

  it('plan what it does, do it, and tell how it went', async () => {
    await scratch.write(
      'strings.json',
      '{"greeting": "Hello, Elder Mira!", "farewell": "Elder Mira leaves."}',
    );
    const file = await scratch.write(
      'release.yaml',
      stringify({
        name: 'game-1',
        project: rig.project,
        source: { file: 'strings.json' },
        targetLanguages: ['ja'],
        terms: { confirmation: 'automatic' },
        export: { template: 'game-ini' },
        announce: { accounts: ['acc_1'], text: '{name} speaks {languages}.' },
      }),
    );
    const plan = (await run('plan', file, '-o', 'json')).json() as ReleasePlan;

    const started = await run('start', file, '--wait', '--timeout', '90s', '-o', 'json');
    expect(started.code).toBe(0);
    const { link, ...status } = started.json() as ReleaseView & { link: string };
    expect(viewSchema.parse(status)).toEqual(status);
    expect(link).toBe(`http://127.0.0.1:8088/releases/${status.id}`);
    const texts = rig.sandbox.social.posts().map(({ text }) => text);
    expect(texts).toContain(plan.announcement?.text);

    const happened = status.stages.filter(({ state }) => state === 'done').map(({ name }) => name);
    expect(plan.stages.filter(({ wanted }) => wanted).map(({ name }) => name)).toEqual(happened);
    const requests = rig.sandbox.journal.find({ kind: 'request' }).map(({ subject }) => subject);
    // Plan and start ask the termbase for the source language; no stage does.
    const made = requests.filter((subject) => subject !== 'GET /download' && subject !== 'GET /terms');
    expect(new Set(plan.stages.flatMap((stage) => stage.calls))).toEqual(new Set(made));
    const ofChecks = 2 * 4;
    expect(made.length - ofChecks).toBeGreaterThanOrEqual(plan.calls.atLeast);
    expect(made.length - ofChecks).toBeLessThanOrEqual(plan.calls.atMost);

    const output = await readFile(scratch.path('github-output'), 'utf8');
    expect(output).toContain(`\n${status.taskId ?? '-'}\n`);

    const id = `${rig.project}/game-1`;
    const { story } = (await run('explain', id, '-o', 'json')).json() as { story: StoryEntry[] };
    expect(story[0]).toMatchObject({ kind: 'start', languages: ['ja'] });
    expect(story.at(-1)).toMatchObject({ kind: 'end', state: 'done' });
    expect(story.filter((entry) => entry.kind === 'call' && entry.call === 'publishPost')).toHaveLength(1);
    expect((await run('explain', 'nothing-like-it')).code).toBe(2);

    const workflowId = releaseWorkflowId({ project: rig.project, name: 'game-1' });
    const { runId } = await rig.client.workflow.getHandle(workflowId).describe();
    rig.alsoReplay({ workflowId, firstExecutionRunId: runId });
  });

  it('find everything in order where it is', async () => {
    const { code, json } = await run('doctor', '-o', 'json');
    const { checks } = json() as { checks: Diagnosis[] };
    expect(checks.filter(({ level }) => level === 'fail')).toEqual([]);
    expect(code).toBe(0);
    const found = checks.filter(({ level }) => level === 'ok').map(({ what }) => what);
    expect(found).toEqual(
      expect.arrayContaining([
        'callbacks',
        'Temporal',
        'search attributes',
        'workers',
        `project ${rig.project}`,
      ]),
    );
  });

  it('find that nobody works, or that a namespace is not there, and exit with 9', async () => {
    const elsewhere = await cli(['doctor'], {
      ...rig.env({ LOCRELEASE_TASK_QUEUE: 'nobody' }),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
    });
    expect(elsewhere.code).toBe(9);
    expect(elsewhere.stdout).toMatch(/^FAIL {2}workers: No worker on task queue nobody.*\n {6}→ Start one/m);
    const nowhere = await cli(['doctor'], {
      ...rig.env(),
      TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      TEMPORAL_NAMESPACE: 'absent',
    });
    expect(nowhere.code).toBe(9);
    expect(nowhere.stdout).toMatch(/^FAIL {2}Temporal: .*namespace absent.*\n {6}→ Create the namespace/m);
  });

  /** A release that asks nobody. */
  const releaseFile = async (name: string, more: object = {}): Promise<string> => {
    await scratch.write('strings.json', '{"greeting": "Hello, Elder Mira!"}');
    const source = { file: 'strings.json' };
    const release = { name, project: rig.project, source, targetLanguages: ['ja'], publish: false, ...more };
    return scratch.write('release.yaml', stringify(release));
  };

  const within =
    (namespace: string) =>
    (...args: string[]): Promise<CliRun> =>
      cli(args, {
        ...rig.env(),
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
        TEMPORAL_NAMESPACE: namespace,
      });
  const isListed = (namespace: string): Promise<boolean> =>
    rig.client.workflowService.listWorkflowExecutions({ namespace }).then(
      () => true,
      () => false,
    );
  const makeNamespace = async (namespace: string): Promise<void> => {
    const workflowExecutionRetentionPeriod = protoTimeOf(86_400_000);
    await rig.client.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await until('the server knows the namespace', () => isListed(namespace));
  };

  it('set up a namespace that no worker has ever met, and say how to make one that is not there', async () => {
    const file = await releaseFile('first-of-all');
    const namespace = `unmet-${randomUUID()}`;
    const there = within(namespace);
    const absent = await there('start', file);
    expect({ code: absent.code, stderr: absent.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(
        `temporal operator namespace create --namespace ${namespace}`,
      ) as string,
    });

    await makeNamespace(namespace);
    expect(await missingSearchAttributes(rig.client.connection, namespace)).not.toEqual([]);
    const started = await there('start', file, '-o', 'json');
    expect(started.code).toBe(0);
    expect(started.json()).toMatchObject({ id: `${rig.project}/first-of-all`, worker: 'absent' });
    expect(await missingSearchAttributes(rig.client.connection, namespace)).toEqual([]);
  });

  it('say that the namespace of a release is gone, whatever they were asked', async () => {
    const namespace = `gone-${randomUUID()}`;
    const there = within(namespace);
    await makeNamespace(namespace);
    const id = `${rig.project}/left-behind`;
    expect((await there('start', await releaseFile('left-behind'))).code).toBe(0);
    const waiting = there('wait', id);
    await rig.client.connection.operatorService.deleteNamespace({ namespace });
    const gone = {
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`no Temporal namespace ${namespace}`) as string,
    };
    expect(await waiting).toMatchObject(gone);
    for (const words of [['status', id], ['wait', id], ['watch', id], ['list']])
      expect(await there(...words)).toMatchObject(gone);
  });

  describe('where answers of Temporal are lost', () => {
    let temporal: FakeTemporal;
    afterEach(() => temporal.stop());
    const through = (...args: string[]): Promise<CliRun> =>
      cli(args, { ...rig.env(), TEMPORAL_ADDRESS: temporal.address });
    const upstream = process.env.LOCRELEASE_TEST_ADDRESS ?? '';

    it('confirm the terms once, and say that it is done', async () => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      let lost = 0;
      temporal = await startFakeTemporal(
        (_time, method) => (method === 'UpdateWorkflowExecution' && (lost += 1) === 1 ? 'lost' : 'ok'),
        { upstream },
      );
      const { code, stdout } = await through(
        'terms',
        'confirm',
        handle.workflowId.replace('release/', ''),
        '--as',
        'olga',
      );
      expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/confirmed/) as string });
      const { decisions } = await handle.result();
      expect(decisions).toMatchObject([{ by: 'olga', what: 'confirm terms' }]);
      expect(lost).toBeGreaterThan(1);
    });

    it('say that a release may have been started, and attach to it the next time', async () => {
      const file = await releaseFile('lost');
      let isAway = true;
      temporal = await startFakeTemporal(
        (_time, method) => (method === 'StartWorkflowExecution' && isAway ? 'lost' : 'ok'),
        { upstream },
      );
      const lost = await through('start', file, '--no-check');
      expect(lost.code).toBe(9);
      expect(lost.stderr).toContain(
        'Run the same command again: if it was started, the command attaches to it.',
      );
      isAway = false;
      const again = await through('start', file, '--no-check');
      expect(again.stderr).toContain('is already running. Attached to it.');
      await rig.client.workflow
        .getHandle(releaseWorkflowId({ project: rig.project, name: 'lost' }))
        .terminate();
    });
  });

  it('bring terms into the termbase, change many of them, and say which could not be', async () => {
    const file = await scratch.write(
      'terms.yaml',
      stringify([{ term: 'Elder Mira', source_language: 'en' }]),
    );
    const inProject = ['--project', rig.project, '-o', 'json'];
    const who = ['--as', 'olga', '--reason', 'new names'];
    const upload = await run('termbase', 'upload', file, ...who, ...inProject);
    expect(upload.code).toBe(0);
    expect(upload.stderr).toContain('1 term new, ');
    expect(upload.json()).toMatchObject({ result: { state: 'done', counts: { new: 1 } } });

    const [term] = rig.sandbox.localization.project('sandbox').termbase.values();
    const changes = await scratch.write(
      'changes.json',
      JSON.stringify([
        { id: term?.id, category: 'Character' },
        { id: 'nobody', category: 'Character' },
      ]),
    );
    const update = await run('termbase', 'update', '--file', changes, '--project', rig.project);
    expect(update.code).toBe(8);
    expect(update.stdout).toMatch(/^partial: 1 updated, 1 invalid_id$/m);
    expect(update.stdout).toContain('term 2: invalid_id, this is not a term id');

    expect((await run('termbase', 'changes', ...inProject)).json()).toMatchObject({
      uploads: [
        { mode: 'update', reason: null, terms: [term?.id, 'nobody'] },
        { mode: 'upload', by: 'olga', reason: 'new names', terms: ['Elder Mira'] },
      ],
    });
    expect((await run('termbase', 'changes', '--project', rig.project)).stdout).toMatch(
      /^\S+Z olga asked to upload 1 term: new names$/m,
    );
  });
});

describe('changes of the termbase', () => {
  describe('what a release changed in the termbase', () => {
    let rig: ReleaseRig;
    beforeEach(async () => {
      rig = await ReleaseRig.start({ minCheckInterval: '200ms' });
    });
    afterEach(() => rig.close());

    const run = (...args: string[]): Promise<CliRun> =>
      cli(args, {
        ...rig.env({ LOCRELEASE_CONFIG: rig.configFile }),
        TEMPORAL_ADDRESS: process.env.LOCRELEASE_TEST_ADDRESS ?? '',
      });
    const project = () => rig.sandbox.localization.project('sandbox');
    const entry = (text: string) => project().termbase.get(termKey(text, 'en'));

    it('is shown, and taken back but for what was changed since', async () => {
      const handle = await rig.release(reviewOnly);
      await rig.waitingForTerms(handle);
      const id = handle.workflowId.replace(/^release\//, '');
      const none = await run('termbase', 'changes', id);
      expect([none.code, none.stderr]).toEqual([
        2,
        expect.stringContaining('nobody has confirmed terms of it'),
      ]);

      const theirs = { content: 'Elder Mira', source_language: 'en', category: 'Theirs' };
      upsertTerm(project(), theirs, '2026-11-01T00:00:00Z');
      // Compares: without that nobody would know what was there.
      await run('terms', 'list', id);
      expect((await run('terms', 'confirm', id, '--overwrite', 'any', '--as', 'olga')).code).toBe(0);
      await handle.result();

      const shown = (await run('termbase', 'changes', id, '-o', 'json')).json();
      expect(shown).toMatchObject({
        confirmedBy: 'olga',
        counts: { added: 1, changed: 1, unknown: 0, 'left out': 0 },
      });
      expect((await run('termbase', 'changes', id)).stdout).toContain('category: Theirs → Character');

      const dry = await run('termbase', 'revert', id, '--dry-run', '--reason', 'wrong');
      expect(dry.stdout).toContain('Crystal Keep: is deleted');
      expect(entry('Elder Mira')).toMatchObject({ category: 'Character' });
      expect((await run('termbase', 'revert', id)).code).toBe(2);
      const unknown = await run('termbase', 'revert', id, 'Elder Mra', '--reason', 'wrong');
      expect([unknown.code, unknown.stderr]).toEqual([
        2,
        expect.stringContaining('did you mean "Elder Mira"?'),
      ]);

      upsertTerm(
        project(),
        { content: 'Crystal Keep', source_language: 'en', category: 'Castle' },
        '2026-11-16T00:00:00Z',
      );
      const reverted = await run(
        'termbase',
        'revert',
        id,
        '--reason',
        'wrong names',
        '--as',
        'ivan',
        '-o',
        'json',
      );
      expect(reverted.code).toBe(0);
      expect(reverted.json()).toMatchObject({
        reverted: 1,
        left: [{ term: 'Crystal Keep', why: 'Somebody changed it after the release.' }],
        failures: [],
        isDone: true,
      });
      expect(entry('Elder Mira')).toMatchObject({ category: 'Theirs', translations: {} });
      expect(entry('Crystal Keep')).toMatchObject({ category: 'Castle' });

      const again = await run('termbase', 'revert', id, '--reason', 'wrong names');
      expect([again.code, again.stderr]).toEqual([2, expect.stringContaining('Nothing was reverted.')]);
      expect(
        (await run('termbase', 'revert', id, '--overwrite', '--reason', 'all', '--as', 'ivan')).code,
      ).toBe(0);
      expect(entry('Crystal Keep')).toBeUndefined();
      expect((await run('termbase', 'changes', id, '-o', 'json')).json()).toMatchObject({
        reverts: [
          {
            by: 'ivan',
            reason: 'all',
            terms: [{ term: 'Crystal Keep', action: 'delete', overwrites: true }],
          },
          { by: 'ivan', reason: 'wrong names', terms: [{ term: 'Elder Mira', action: 'update' }] },
        ],
      });
    });
  });
});
