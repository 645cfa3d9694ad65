import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { nightlyScheduleId, parseReleaseId, releaseWorkflowId } from '../../src/domain/release/identity';
import type { ScheduleFile } from '../../src/domain/schedules/schedule-file';
import type { ReleaseFile } from '../../src/domain/release/release-file';
import { BadRequest } from '../../src/client/errors';
import type { NightlyRun } from '../../src/client/schedules/nightly-run';
import { ScheduleClient } from '../../src/client/schedules/schedule-client';
import {
  applySchedules,
  type ApplyOptions,
  type ScheduleChange,
} from '../../src/client/schedules/apply-schedules';
import { readScheduleFile } from '../../src/source/read-schedule-file';
import { protoTimeMs, protoTimeOf } from '../../src/temporal/payloads/proto-time';
import { until } from '../support/until';
import { ReleaseRig, type RigOptions } from './release-rig';
import { itAtNight } from '../support/nightly';

type Schedule = ScheduleFile['schedules'][number];
/** By the last part of its id. */
type Declared = Record<string, Partial<Schedule>>;

/** A 29th of February on a Sunday: what runs is what a test runs. */
const never = '0 0 29 2 sun';

/** A project with a schedule file, and Temporal. */
class Project {
  readonly schedules: ScheduleClient;
  readonly #made = new Set<string>();

  constructor(
    readonly rig: ReleaseRig,
    readonly name: string,
    private readonly release: Partial<ReleaseFile> = {},
  ) {
    this.schedules = new ScheduleClient(rig.client);
  }

  id(schedule: string): string {
    return `${this.name}/${schedule}`;
  }

  /** Writes the file as a person would, and applies it. */
  async apply(declared: Declared, options: Partial<ApplyOptions> = {}): Promise<ScheduleChange[]> {
    const directory = join(this.rig.directory, this.name);
    await mkdir(directory, { recursive: true });
    const schedules: Partial<Schedule>[] = [];
    for (const [id, more] of Object.entries(declared)) {
      const release = {
        name: id,
        project: this.name,
        source: { file: 'strings.json' },
        targetLanguages: ['ja'],
        terms: { scan: false },
        publish: false,
        ...this.release,
      };
      await writeFile(join(directory, `${id}.yaml`), stringify(release));
      const times = more.calendar === undefined ? { cron: never } : {};
      schedules.push({ id, timeZone: 'UTC', release: `${id}.yaml`, ...times, ...more });
      this.#made.add(this.id(id));
    }
    const file = join(directory, 'schedules.yaml');
    await writeFile(file, stringify({ schedules }));
    return applySchedules(this.rig.client, await readScheduleFile(file), {
      taskQueue: this.rig.taskQueue,
      by: 'olga',
      ...options,
    });
  }

  async source(strings: Record<string, string>): Promise<void> {
    await mkdir(join(this.rig.directory, this.name), { recursive: true });
    await writeFile(join(this.rig.directory, this.name, 'strings.json'), JSON.stringify(strings));
  }

  /** Temporal's own answer to when it would run. */
  async timesBetween(schedule: string, from: string, to: string): Promise<string[]> {
    const { startTime } = await this.rig.client.workflowService.listScheduleMatchingTimes({
      namespace: this.rig.client.options.namespace,
      scheduleId: nightlyScheduleId({ project: this.name, name: schedule }),
      startTime: protoTimeOf(Date.parse(from)),
      endTime: protoTimeOf(Date.parse(to)),
    });
    return startTime.map((at) => new Date(protoTimeMs(at)).toISOString());
  }

  async listed(schedule: string): Promise<void> {
    await until(`${this.id(schedule)} is listed`, async () => {
      return (await this.schedules.list()).some(({ id }) => id === this.id(schedule));
    });
  }

  /** Runs that have ended, newest first, once there are so many. */
  async runs(schedule: string, count: number): Promise<NightlyRun[]> {
    let runs: NightlyRun[] = [];
    await until(`${count} runs have ended`, async () => {
      runs = (await this.schedules.show(this.id(schedule))).recentRuns;
      return runs.length === count && runs.every(({ state }) => state !== 'running');
    });
    for (const { workflowId, runId, releaseId } of runs) {
      this.rig.alsoReplay({ workflowId, firstExecutionRunId: runId });
      const release = releaseId === null ? null : parseReleaseId(releaseId);
      if (release === null) continue;
      const handle = this.rig.client.workflow.getHandle(releaseWorkflowId(release));
      this.rig.alsoReplay({
        workflowId: handle.workflowId,
        firstExecutionRunId: (await handle.describe()).runId,
      });
    }
    return runs;
  }

  async end(): Promise<void> {
    for (const id of this.#made) {
      await this.schedules.delete(id).catch((error: unknown) => {
        if (!(error instanceof BadRequest)) throw error;
      });
    }
  }
}

describe('the schedules of a file', () => {
  let rig: ReleaseRig;
  let project: Project;

  beforeAll(async () => {
    rig = await ReleaseRig.start({ worker: false, callbacks: false });
  });
  afterAll(() => rig.close());
  beforeEach(() => {
    project = new Project(rig, `game-${randomUUID().slice(0, 8)}`);
  });
  afterEach(() => project.end());

  const outcomes = (changes: ScheduleChange[]): string[] =>
    changes.map(({ id, outcome, changed }) => [id.replace(/.*\//, ''), outcome, ...changed].join(' '));

  it('are made once, and are left alone where nothing has changed', async () => {
    expect(outcomes(await project.apply({ strings: {} }, { reason: 'the game is live' }))).toEqual([
      'strings created',
    ]);
    expect(outcomes(await project.apply({ strings: {} }))).toEqual(['strings unchanged']);
    const { action, policies } = await rig.client.schedule
      .getHandle(`nightly/${project.name}/strings`)
      .describe();
    expect(action).toMatchObject({
      workflowType: 'nightlyLocalization',
      workflowId: `nightly/${project.name}/strings`,
      taskQueue: rig.taskQueue,
    });
    expect(policies).toMatchObject({ overlap: 'SKIP', catchupWindow: 86_400_000 });
    const { notes } = await project.schedules.show(project.id('strings'));
    expect(notes).toEqual([expect.stringMatching(/^\S+Z olga created it: the game is live$/)]);
  });

  it('are only talked of in a dry run', async () => {
    expect(outcomes(await project.apply({ strings: {} }, { dryRun: true }))).toEqual(['strings created']);
    await expect(project.schedules.show(project.id('strings'))).rejects.toThrow(BadRequest);
  });

  it('are updated where the file says something else, by the keys that do', async () => {
    await project.apply({ strings: {} });
    const calendar = { at: '04:15', days: ['mon' as const] };
    const change = { calendar, overlap: 'buffer-one' as const, jitter: '1s' };
    expect(outcomes(await project.apply({ strings: change }))).toEqual([
      'strings updated cron overlap calendar jitter',
    ]);
    const { nextRuns, declared, notes } = await project.schedules.show(project.id('strings'));
    expect(declared).toMatchObject({ calendar, overlap: 'buffer-one', jitter: 1000 });
    expect(nextRuns[0]?.local).toMatch(/^Mon \d{4}-\d{2}-\d{2} 04:15(:\d{2})? \+00:00$/);
    expect(notes[0]).toContain('olga updated it (cron, overlap, calendar, jitter)');
    expect(outcomes(await project.apply({ strings: change }))).toEqual(['strings unchanged']);
  });

  it('are updated where their release has changed', async () => {
    await project.apply({ strings: {} });
    const other = new Project(rig, project.name, { targetLanguages: ['ja', 'ko'] });
    expect(outcomes(await other.apply({ strings: {} }))).toEqual(['strings updated release']);
    const { night } = await project.schedules.show(project.id('strings'));
    expect(night).toMatchObject({ template: { targetLanguages: ['ja', 'ko'] } });
  });

  it('stay paused or not as a person left them, until the file itself says something new', async () => {
    const paused = async (): Promise<boolean> => (await project.schedules.show(project.id('strings'))).paused;
    await project.apply({ strings: {} });
    const strings = project.id('strings');
    expect(await project.schedules.resume(strings, { by: 'ken' })).toMatchObject({ changed: false });
    await project.schedules.pause(strings, { by: 'ken', reason: 'release week' });
    expect(await project.schedules.pause(strings, { by: 'olga' })).toMatchObject({ changed: false });
    const [latest] = (await project.schedules.show(strings)).notes;
    expect(latest).toMatch(/ ken paused it: release week$/);
    await project.apply({ strings: { catchUp: '2h' } });
    expect(await paused()).toBe(true);

    await project.apply({ strings: { paused: true } });
    await project.schedules.resume(project.id('strings'), { by: 'ken' });
    await project.apply({ strings: { paused: true, catchUp: '3h' } });
    expect(await paused()).toBe(false);

    await project.schedules.pause(project.id('strings'), { by: 'ken' });
    await project.apply({ strings: {} });
    expect(await paused()).toBe(false);
    await project.apply({ strings: { paused: true } });
    expect(await paused()).toBe(true);
  });

  it('are told of when the file no longer has them, and deleted when that is asked for', async () => {
    const other = new Project(rig, `${project.name}-2`);
    await project.apply({ strings: {}, more: {} });
    await other.apply({ strings: {} });
    await project.listed('more');
    await other.listed('strings');
    expect(outcomes(await project.apply({ strings: {} }))).toEqual(['strings unchanged', 'more orphaned']);
    expect(outcomes(await project.apply({ strings: {} }, { prune: true, dryRun: true }))).toEqual([
      'strings unchanged',
      'more deleted',
    ]);
    expect((await project.schedules.show(project.id('more'))).name).toBe('more');

    expect(outcomes(await project.apply({ strings: {} }, { prune: true }))).toEqual([
      'strings unchanged',
      'more deleted',
    ]);
    await expect(project.schedules.show(project.id('more'))).rejects.toThrow('There is no schedule');
    expect((await other.schedules.show(other.id('strings'))).name).toBe('strings');
    await other.end();
  });

  it('never take the place of one that somebody else has made', async () => {
    const scheduleId = nightlyScheduleId({ project: project.name, name: 'strings' });
    const handle = await rig.client.schedule.create({
      scheduleId,
      spec: {},
      action: { type: 'startWorkflow', workflowType: 'other', taskQueue: 'other' },
    });
    await expect(project.apply({ first: {}, strings: {} })).rejects.toThrow('locrelease did not create');
    await expect(project.schedules.show(project.id('first'))).rejects.toThrow('There is no schedule');
    await expect(project.schedules.delete(project.id('strings'))).rejects.toThrow('There is no schedule');
    await handle.delete();
  });

  it('run once a night across the changes of the clocks', async () => {
    const timeZone = 'Europe/Berlin';
    await project.apply(
      { strings: { timeZone, calendar: { at: '02:30' } } },
      { now: new Date('2026-01-10T00:00Z') },
    );
    expect(await project.timesBetween('strings', '2026-03-28T00:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-28T01:30:00.000Z', // 02:30 +01:00
      '2026-03-29T01:00:00.000Z', // 03:00 +02:00: there is no 02:30
      '2026-03-30T00:30:00.000Z', // 02:30 +02:00
    ]);
    expect(await project.timesBetween('strings', '2026-10-24T00:00Z', '2026-10-27T00:00Z')).toEqual([
      '2026-10-24T00:30:00.000Z', // 02:30 +02:00
      '2026-10-25T02:00:00.000Z', // 03:00 +01:00: there are two of 02:30
      '2026-10-26T01:30:00.000Z', // 02:30 +01:00
    ]);
  });

  it('by cron are taken to the letter: a time that does not exist does not come', async () => {
    await project.apply({ strings: { timeZone: 'Europe/Berlin', cron: '30 2 * * *' } });
    expect(await project.timesBetween('strings', '2026-03-28T12:00Z', '2026-03-30T12:00Z')).toEqual([
      '2026-03-30T00:30:00.000Z',
    ]);
  });

  it('leave out the days of a freeze, as its time zone has them', async () => {
    await project.apply({
      strings: {
        timeZone: 'Asia/Tokyo',
        calendar: { at: '00:30' },
        freeze: [{ from: '2026-12-30', to: '2027-01-02', reason: 'holidays' }],
      },
    });
    expect(await project.timesBetween('strings', '2026-12-28T00:00Z', '2027-01-04T00:00Z')).toEqual([
      '2026-12-28T15:30:00.000Z', // the 29th in Tokyo
      '2027-01-02T15:30:00.000Z', // the 3rd
      '2027-01-03T15:30:00.000Z',
    ]);
  });

  it('are refused by what Temporal says of them, where only Temporal knows better', async () => {
    // A zone that is known here by any spelling, and there by one.
    await expect(project.apply({ strings: { timeZone: 'asia/kolkata' } })).rejects.toThrow(
      `Temporal refuses schedule ${project.id('strings')}`,
    );
  });
});

describe('a schedule', () => {
  let rig: ReleaseRig;
  let project: Project;

  async function start(release: Partial<ReleaseFile> = {}, options: RigOptions = {}): Promise<void> {
    rig = await ReleaseRig.start({ callbacks: false, ...options });
    project = new Project(rig, rig.project, release);
  }

  afterEach(async () => {
    await project.end();
    await rig.close();
  });

  const said = { by: 'ken' };
  const calls = (): number => rig.sandbox.journal.find({ kind: 'request' }).length;

  it('releases when it is triggered, and calls nobody when it is triggered again for nothing', async () => {
    await start();
    await project.source({ greeting: 'Hello' });
    await project.apply({ strings: {} });
    const id = project.id('strings');
    const first = await project.schedules.trigger(id, { ...said, reason: 'hotfix' });
    expect(first).toMatchObject({ id, outcome: 'started' });
    const [released] = await project.runs('strings', 1);
    expect(released).toMatchObject({ ...first.run, state: 'done', changed: true, problem: null });
    expect(released?.releaseId).toMatch(new RegExp(`^${rig.project}/strings-\\d{4}-\\d{2}-\\d{2}$`));
    const callsOfFirst = calls();
    expect(callsOfFirst).toBeGreaterThan(0);

    // What was released is remembered through an update, too.
    await project.apply({ strings: { catchUp: '2h' } });
    await project.schedules.trigger(id, said);
    const [quiet] = await project.runs('strings', 2);
    expect(quiet).toMatchObject({ state: 'unchanged', changed: false, releaseId: null });
    expect(calls()).toBe(callsOfFirst);

    await project.listed('strings');
    const row = (await project.schedules.list()).find((one) => one.id === id);
    expect(row?.lastRun).toEqual(quiet);
    expect(row?.notes.map((note) => note.replace(/^\S+ /, ''))).toEqual([
      'ken triggered it',
      'olga updated it (catchUp)',
      'ken triggered it: hotfix',
      'olga created it',
    ]);
  });

  itAtNight('runs when it is triggered though it is paused, and is paused afterwards', async () => {
    await start();
    await project.source({ greeting: 'Hello' });
    await project.apply({ strings: { calendar: { at: '02:30' } } });
    const id = project.id('strings');
    await project.schedules.pause(id, { by: 'olga', reason: 'release week' });
    await project.schedules.trigger(id, said);
    await project.runs('strings', 1);
    const day = { from: new Date('2026-03-01T00:00Z'), to: new Date('2026-03-01T23:00Z') };
    await project.schedules.backfill(id, { ...said, ...day });
    await project.runs('strings', 2);
    await project.apply({ strings: { calendar: { at: '02:30' }, catchUp: '2h' } });
    const { paused, nextRuns, notes } = await project.schedules.show(id);
    expect({ paused, nextRuns }).toEqual({ paused: true, nextRuns: [] });
    expect(notes.map((note) => note.replace(/^\S+ /, ''))).toEqual([
      'olga paused it: release week',
      'olga updated it (catchUp)',
      'ken backfilled it from 2026-03-01T00:00:00.000Z to 2026-03-01T23:00:00.000Z',
      'ken triggered it',
      'olga created it',
    ]);
  });

  it('stays as somebody left it while another triggered it', async () => {
    await start();
    await project.source({ greeting: 'Hello' });
    await project.apply({ strings: {} });
    const id = project.id('strings');
    const { workflowService } = rig.client;
    const describe = workflowService.describeSchedule.bind(workflowService);
    const pauseAfterFirstLook = jest
      .spyOn(workflowService, 'describeSchedule')
      .mockImplementationOnce(async (request: Parameters<typeof describe>[0]) => {
        const seen = await describe(request);
        await project.schedules.pause(id, { by: 'olga', reason: 'release week' });
        return seen;
      });
    await project.schedules.trigger(id, said);
    pauseAfterFirstLook.mockRestore();
    await project.runs('strings', 1);
    const { paused, notes } = await project.schedules.show(id);
    expect(paused).toBe(true);
    expect(notes[0]).toContain('olga paused it: release week');
    expect(notes[1]).toContain('ken triggered it');
  });

  itAtNight('lets a trigger wait for the run that is under way', async () => {
    await start({ terms: { scan: true } });
    await project.source({ greeting: 'Hello, Elder Mira!' });
    await project.apply({ strings: {} });
    const id = project.id('strings');
    await project.schedules.trigger(id, said);
    expect(await project.schedules.trigger(id, said)).toEqual({ id, outcome: 'buffered', run: null });
    const { lastRun } = await project.schedules.show(id);
    // On a busy machine its release waits for its terms by now.
    expect(['running', 'waiting']).toContain(lastRun?.state);

    const date = lastRun?.scheduledAt.slice(0, 10) ?? '';
    const release = releaseWorkflowId({ project: rig.project, name: `strings-${date}` });
    const handle = rig.client.workflow.getHandle(release);
    await until('the night has started its release', () =>
      handle.signal('confirmTerms').then(
        () => true,
        () => false,
      ),
    );
    expect((await project.runs('strings', 2)).map(({ state }) => state)).toEqual(['unchanged', 'done']);
  });

  it('shows what was wrong with a night that failed', async () => {
    await start();
    await project.source({ greeting: 'Hi {name' });
    await project.apply({ strings: {} });
    await project.schedules.trigger(project.id('strings'), said);
    const [failed] = await project.runs('strings', 1);
    expect(failed).toMatchObject({ state: 'failed', releaseId: null });
    expect(failed?.problem).toContain('greeting: content has a placeholder that is not closed');
  });

  it('is backfilled night by night, except for those of a freeze', async () => {
    await start();
    await project.source({ greeting: 'Hello' });
    const freeze = [{ from: '2026-03-02', to: '2026-03-02', reason: 'audit' }];
    await project.apply({ strings: { calendar: { at: '02:30' }, freeze } });
    const id = project.id('strings');
    const range = { from: new Date('2026-03-01T02:30Z'), to: new Date('2026-03-03T02:30Z') };
    expect((await project.schedules.backfill(id, { ...said, ...range })).runs.map(({ at }) => at)).toEqual([
      '2026-03-01T02:30:00.000Z',
      '2026-03-03T02:30:00.000Z',
    ]);
    const runs = await project.runs('strings', 2);
    expect(runs.map(({ scheduledAt, state, releaseId }) => [scheduledAt, state, releaseId])).toEqual([
      ['2026-03-03T02:30:00.000Z', 'unchanged', null],
      ['2026-03-01T02:30:00.000Z', 'done', `${rig.project}/strings-2026-03-01`],
    ]);
    const { notes } = await project.schedules.show(id);
    expect(notes[0]).toContain('ken backfilled it from 2026-03-01T02:30:00.000Z to 2026-03-03T02:30:00.000Z');
  });

  it('is not backfilled where nothing was missed, ahead of time, or without measure', async () => {
    await start();
    await project.apply({
      strings: { cron: '* * 1 * *', freeze: [{ from: '2026-02-01', to: '2026-02-01', reason: 'x' }] },
    });
    const id = project.id('strings');
    const backfill = (from: string, to: string) =>
      project.schedules.backfill(id, { ...said, from: new Date(from), to: new Date(to) });
    expect(await backfill('2026-02-01T00:00Z', '2026-02-02T00:00Z')).toEqual({ id, runs: [] });
    await expect(backfill('2026-01-02T00:00Z', '2026-01-01T00:00Z')).rejects.toThrow(
      '--from is later than --to',
    );
    await expect(backfill('2026-01-02T00:00Z', '2999-01-01T00:00Z')).rejects.toThrow('--to is in the future');
    await expect(backfill('2026-01-01T00:00Z', '2026-01-01T12:00Z')).rejects.toThrow('more than 100 runs');
    expect((await project.schedules.show(id)).recentRuns).toEqual([]);
  });

  it('is gone when it is deleted, while its release goes on', async () => {
    await start({ terms: { scan: true } });
    await project.source({ greeting: 'Hello, Elder Mira!' });
    await project.apply({ strings: {} });
    const id = project.id('strings');
    await project.schedules.trigger(id, said);
    await until('the release has begun', () => calls() > 0);
    const { lastRun } = await project.schedules.show(id);
    expect(await project.schedules.delete(id)).toEqual({ id, deleted: true });
    await expect(project.schedules.trigger(id, said)).rejects.toThrow(`There is no schedule ${id}`);

    const date = lastRun?.scheduledAt.slice(0, 10) ?? '';
    const release = rig.client.workflow.getHandle(
      releaseWorkflowId({ project: rig.project, name: `strings-${date}` }),
    );
    await release.signal('confirmTerms');
    expect(await release.result()).toMatchObject({ state: 'done' });
  });

  it('that does not exist, or cannot, is refused by its name', async () => {
    await start();
    await expect(project.schedules.pause('no/such', said)).rejects.toThrow('There is no schedule no/such');
    await expect(project.schedules.pause('a/b/c', said)).rejects.toThrow('"a/b/c" is not a schedule id');
  });
});
