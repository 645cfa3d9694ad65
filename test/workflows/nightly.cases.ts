import { WorkflowFailedError, type ScheduleHandle, type WorkflowHandle } from '@temporalio/client';
import { ApplicationFailure } from '@temporalio/common';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateInZone } from '../../src/domain/schedules/wall-clock';
import { parseReleaseId, releaseWorkflowId } from '../../src/domain/release/identity';
import type { NightlyInput, NightlyResult } from '../../src/domain/schedules/nightly-release';
import { releaseSpec, type ReleaseFile } from '../../src/domain/release/release-file';
import type { localizationRelease, nightlyLocalization } from '../../src/workflows';
import { resolveUpdate } from '../../src/protocol/messages';
import { until } from '../support/until';
import { ReleaseRig, reviewOnly, type RigOptions } from './release-rig';
import { itAtNight } from '../support/nightly';

/** Where it is about noon, so that no test sees the date change. */
const timeZone = zoneAtNoon();

/** A schedule for noon UTC that runs when a test says so and not before, on a source file that the test writes. */
class Nights {
  readonly #file: string;
  #count = 0;

  private constructor(
    private readonly rig: ReleaseRig,
    private readonly schedule: ScheduleHandle,
  ) {
    this.#file = join(rig.directory, 'strings.json');
  }

  static async start(
    rig: ReleaseRig,
    file: Partial<ReleaseFile> = {},
    options: Partial<NightlyInput> = {},
    name = 'strings',
  ): Promise<Nights> {
    const spec = releaseSpec.parse({
      name: 'nightly',
      project: rig.project,
      source: { file: 'unused' },
      targetLanguages: ['ja'],
      terms: { scan: false },
      publish: false,
      ...file,
    });
    const template = { ...spec, source: { file: join(rig.directory, 'strings.json') } };
    const schedule = await rig.client.schedule.create({
      scheduleId: `nightly-${rig.project}-${name}`,
      spec: { calendars: [{ hour: 12 }] },
      state: { paused: true },
      action: {
        type: 'startWorkflow',
        workflowType: 'nightlyLocalization',
        workflowId: `nightly/${rig.project}/${name}`,
        taskQueue: rig.taskQueue,
        args: [{ template, namePrefix: 'nightly', timeZone, ...options }],
      },
    });
    return new Nights(rig, schedule);
  }

  async source(strings: Record<string, string>): Promise<void> {
    await writeFile(this.#file, JSON.stringify(strings));
  }

  /** Buffered, so that the night before has been taken note of first. */
  async begin(): Promise<WorkflowHandle<typeof nightlyLocalization>> {
    await this.schedule.trigger('BUFFER_ALL');
    return this.#next();
  }

  /** As on a day that was missed. */
  async catchUp(day: string): Promise<NightlyResult> {
    const [start, end] = [new Date(`${day}T00:00Z`), new Date(`${day}T23:59Z`)];
    await this.schedule.backfill({ start, end, overlap: 'BUFFER_ALL' });
    return (await this.#next()).result();
  }

  async #next(): Promise<WorkflowHandle<typeof nightlyLocalization>> {
    this.#count += 1;
    let begun: { workflowId: string; firstExecutionRunId: string } | undefined;
    await until(`night ${this.#count} begins`, async () => {
      const { recentActions } = (await this.schedule.describe()).info;
      begun = recentActions[this.#count - 1]?.action.workflow;
      return begun !== undefined;
    });
    if (begun === undefined) throw new Error('the night has not begun');
    this.rig.alsoReplay(begun);
    return this.rig.client.workflow.getHandle(begun.workflowId);
  }

  async pass(): Promise<NightlyResult> {
    return (await this.begin()).result();
  }

  async release(id: string): Promise<WorkflowHandle<typeof localizationRelease>> {
    const handle = this.rig.client.workflow.getHandle<typeof localizationRelease>(workflowIdOf(id));
    const { runId } = await handle.describe();
    this.rig.alsoReplay({ workflowId: handle.workflowId, firstExecutionRunId: runId });
    return handle;
  }

  end(): Promise<void> {
    return this.schedule.delete();
  }
}

describe('a nightly localization', () => {
  let rig: ReleaseRig;
  let nights: Nights;

  async function start(file: Partial<ReleaseFile> = {}, options: RigOptions = {}): Promise<void> {
    rig = await ReleaseRig.start({ callbacks: false, ...options });
    nights = await Nights.start(rig, file);
  }

  const calls = (): string[] => rig.sandbox.journal.find({ kind: 'request' }).map(({ subject }) => subject);
  const date = dateInZone(new Date(), timeZone);

  afterEach(async () => {
    await nights.end();
    await rig.close();
  });

  it('releases a source that it sees for the first time, under the date, and then calls nobody until it changes', async () => {
    await start();
    await nights.source({ greeting: 'Hello' });
    const result = await nights.pass();
    expect(result).toEqual({
      changed: true,
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      releasedDigest: result.digest,
      releaseId: `${rig.project}/nightly-${date}`,
      state: 'done',
    });
    const record = await (await nights.release(`${rig.project}/nightly-${date}`)).result();
    expect(record.state).toBe('done');
    expect(calls()).toContain('POST /tasks/create');
    const callsOfFirst = calls().length;
    const quiet = { changed: false, digest: result.digest, releasedDigest: result.digest };
    expect(await nights.pass()).toEqual(quiet);
    expect(await nights.pass()).toEqual(quiet);
    expect(calls()).toHaveLength(callsOfFirst);
  });

  it('is started by nobody under the four-eyes rule, so that nobody has to sign in for that', async () => {
    await start({ terms: {} }, { config: { policies: { fourEyes: true } } });
    await nights.source({ ok: 'ok, go on' });
    expect(await nights.pass()).toMatchObject({ changed: true, state: 'done' });
    await nights.release(`${rig.project}/nightly-${date}`);
  });

  itAtNight('pays for nothing that is over its budget: its release is parked', async () => {
    await start({ budget: { words: 1 } });
    await nights.source({ greeting: 'Hello there' });
    const night = await nights.begin();
    const id = `${rig.project}/nightly-${date}`;
    await abortWhenParked(id);
    expect(await night.result()).toMatchObject({ changed: true, state: 'failed' });
    expect((await (await nights.release(id)).result()).problem?.code).toBe('gate_budget');
    expect(calls()).not.toContain('POST /tasks/create');
  });

  itAtNight('takes no languages from strings that are published: its release is parked', async () => {
    await start({ publish: true }, { config: { assumptions: { 'publish-languages': 'replace' } } });
    const before = await rig.release(
      { ...reviewOnly, publish: true, terms: { scan: false }, targetLanguages: ['ja', 'ko'] },
      [{ string_id: 'greeting', content: 'Hello' }],
    );
    expect((await before.result()).state).toBe('done');
    await nights.source({ greeting: 'Hello there' });
    const night = await nights.begin();
    const id = `${rig.project}/nightly-${date}`;
    await abortWhenParked(id);
    expect(await night.result()).toMatchObject({ changed: true, state: 'failed' });
    expect(JSON.stringify((await (await nights.release(id)).result()).problem)).toContain('would lose ko');
  });

  itAtNight('numbers the releases of one day', async () => {
    await start();
    for (const [content, name] of [
      ['Hello', `nightly-${date}`],
      ['Hi', `nightly-${date}-2`],
      ['Hey', `nightly-${date}-3`],
    ] as const) {
      await nights.source({ greeting: content });
      expect(await nights.pass()).toMatchObject({ releaseId: `${rig.project}/${name}`, state: 'done' });
    }
  });

  it('keeps the digest of the last good night when a release fails', async () => {
    await start();
    await nights.source({ greeting: 'Hello' });
    const good = await nights.pass();

    rig.sandbox.faults.add({ on: 'work translate', do: 'fail' });
    await nights.source({ greeting: 'Hi' });
    const night = await nights.begin();
    await abortWhenParked(`${rig.project}/nightly-${date}-2`);
    const bad = await night.result();
    expect(bad).toMatchObject({ changed: true, state: 'failed', releasedDigest: good.digest });
    expect(bad.digest).not.toBe(good.digest);

    // The same source again: not released yet, so it is tried again.
    expect(await nights.pass()).toMatchObject({ state: 'done', releasedDigest: bad.digest });
    expect(await nights.pass()).toMatchObject({ changed: false });
  });

  it('fails by what is wrong with the source, once, and the next night compares with the one before', async () => {
    await start();
    await nights.source({ greeting: 'Hello' });
    await nights.pass();
    const callsBefore = calls().length;

    await nights.source({ greeting: 'Hi name}', farewell: 'Bye {name' });
    const failure = await failureOf(await nights.begin());
    expect(failure.message).toContain('greeting: content has a placeholder that is not opened');
    expect(failure.message).toContain('farewell: content has a placeholder that is not closed');
    expect(failure.nonRetryable).toBe(true);

    await nights.source({ greeting: 'Hello' });
    expect(await nights.pass()).toMatchObject({ changed: false });
    expect(calls()).toHaveLength(callsBefore);
  });

  itAtNight(
    'takes a partial release for a good one, and does not wait for its announcement to be mended',
    async () => {
      await start({ announce: { accounts: ['acc_1', 'acc_2'], text: '{name} is out' } });
      rig.sandbox.faults.add({ on: 'target acc_2', do: 'fail', code: 'auth_expired' });
      await nights.source({ greeting: 'Hello' });
      const night = await nights.pass();
      expect(night).toMatchObject({ state: 'partial', releasedDigest: night.digest });

      await nights.source({ greeting: 'Hi' });
      expect(await nights.pass()).toMatchObject({
        releaseId: `${rig.project}/nightly-${date}-2`,
        state: 'done',
      });
      const partial = await nights.release(`${rig.project}/nightly-${date}`);
      await partial.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'skip' }] });
      expect((await partial.result()).state).toBe('partial');
    },
  );

  it('lets its release go on when it is cancelled, and the next night stands back', async () => {
    await start({ terms: { scan: true, confirmation: 'operator' } });
    await nights.source({ greeting: 'Hello, Elder Mira!' });
    const id = `${rig.project}/nightly-${date}`;
    const night = await nights.begin();
    await until('the release has begun', () => calls().includes('POST /tasks/create'));
    await night.cancel();
    await expect(night.result()).rejects.toThrow(WorkflowFailedError);

    expect(await nights.pass()).toMatchObject({
      changed: true,
      skipped: 'still running',
      releaseId: id,
      releasedDigest: null,
    });
    const release = await nights.release(id);
    await release.signal('confirmTerms');
    expect((await release.result()).state).toBe('done');
  });

  it('takes a release that was terminated for cancelled', async () => {
    await start({ terms: { scan: true, confirmation: 'operator' } });
    await nights.source({ greeting: 'Hello, Elder Mira!' });
    const night = await nights.begin();
    await until('the release has begun', () => calls().includes('POST /tasks/create'));
    await rig.skipTime(night);
    await (await nights.release(`${rig.project}/nightly-${date}`)).terminate('the test says so');
    expect(await night.result()).toMatchObject({ state: 'cancelled', releasedDigest: null });
  });

  it('stands back from a release of its name that somebody else has started', async () => {
    await start();
    const name = `nightly-${date}`;
    const other = await rig.release({ name });
    await nights.source({ greeting: 'Hello' });
    expect(await nights.pass()).toMatchObject({
      skipped: 'still running',
      releaseId: `${rig.project}/${name}`,
    });
    await other.signal('rejectTerms', { reason: 'the test is over' });
    expect((await other.result()).state).toBe('rejected');
  });

  itAtNight(
    'is not held up by another schedule of its project, be it of the same names at the same time',
    async () => {
      await start({ terms: { scan: true, confirmation: 'operator' } });
      const others = await Nights.start(rig, {}, {}, 'others');
      await nights.source({ greeting: 'Hello, Elder Mira!' });
      const [first, second] = await Promise.all([nights.begin(), others.begin()]);
      const done = await second.result();
      expect(done).toMatchObject({ changed: true, state: 'done' });
      await others.source({ greeting: 'Hello again, Elder Mira!' });
      expect(await others.pass()).toMatchObject({ changed: true, state: 'done' });

      const ids = [`${rig.project}/nightly-${date}`, `${rig.project}/nightly-${date}-2`];
      const [held = ''] = ids.filter((id) => !('releaseId' in done) || id !== done.releaseId);
      await (await nights.release(held)).signal('confirmTerms');
      expect(await first.result()).toMatchObject({ releaseId: held, state: 'done' });
      await others.end();
    },
  );

  it('bears the date for which it was scheduled, in its own time zone', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    nights = await Nights.start(rig, {}, { timeZone: 'Pacific/Kiritimati' });
    await nights.source({ greeting: 'Hello' });
    expect(await nights.catchUp('2026-03-04')).toMatchObject({
      releaseId: `${rig.project}/nightly-2026-03-05`,
    });
  });

  it('fails by its name where the time zone does not exist', async () => {
    rig = await ReleaseRig.start({ callbacks: false });
    nights = await Nights.start(rig, {}, { timeZone: 'Middle/Earth' });
    await nights.source({ greeting: 'Hello' });
    expect((await failureOf(await nights.begin())).message).toContain(
      '"Middle/Earth" is not a known time zone',
    );
    expect(calls()).toEqual([]);
  });

  async function abortWhenParked(id: string): Promise<void> {
    const release = rig.client.workflow.getHandle<typeof localizationRelease>(workflowIdOf(id));
    await until('its release is parked', async () => {
      try {
        return (await release.query<{ state: string }>('status')).state === 'parked';
      } catch {
        return false;
      }
    });
    await release.executeUpdate(resolveUpdate, { args: [{ by: 'olga', action: 'abort' }] });
    await nights.release(id);
  }
});

async function failureOf(night: WorkflowHandle<typeof nightlyLocalization>): Promise<ApplicationFailure> {
  const error: unknown = await night.result().catch((reason: unknown) => reason);
  const cause = error instanceof WorkflowFailedError ? error.cause?.cause : undefined;
  if (!(cause instanceof ApplicationFailure))
    throw new Error(`expected a failed night, not ${String(error)}`);
  return cause;
}

function workflowIdOf(id: string): string {
  const release = parseReleaseId(id);
  if (release === null) throw new Error(`not a release id: ${id}`);
  return releaseWorkflowId(release);
}

function zoneAtNoon(): string {
  const offset = 12 - new Date().getUTCHours();
  // These zones are named the other way round: GMT-8 is east of Greenwich.
  return offset > 0 ? `Etc/GMT-${offset}` : `Etc/GMT+${-offset}`;
}
