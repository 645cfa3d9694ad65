import { reopened, reopenFault } from '../../../src/domain/late-languages';
import { releaseSpec } from '../../../src/domain/release-file';
import type { ReleaseInput } from '../../../src/domain/release-input';
import {
  currentStage,
  migrateRecord,
  newRecord,
  statusOf,
  type ReleaseRecord,
  type Supplement,
} from '../../../src/domain/release-record';
import { endedStates } from '../../../src/domain/release-states';
import * as deciding from '../../../src/domain/release-decisions';
import * as transitions from '../../../src/domain/release-transitions';
import { confirmerFault, decideReview, reviewFault, reviewOf } from '../../../src/domain/review-rules';
import { resolveActions, stageNames, type ResolveAction, type StageName } from '../../../src/domain/stages';
import { statusSchema } from '../../../src/domain/status';
import fc from '../../support/fast-check';

const spec = releaseSpec.parse({
  name: 'game-1',
  source: { file: 'en.json' },
  targetLanguages: ['ja'],
  supplementLanguages: ['ko'],
  export: { template: 'tpl' },
  announce: { accounts: ['acc_1'], text: 'out now' },
});
const input: ReleaseInput = {
  spec,
  source: { kind: 'snapshot', sha256: 'a'.repeat(64), strings: 2 },
  startedBy: 'ivan',
};
const problem = { code: 'some', message: 'Something is wrong.' };

/** What may happen next: a stage's own doing, or a message. Each says for itself whether it can happen now. */
const happenings = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'go-on' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'park' as const }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...resolveActions).map((action) => ({ kind: 'resolve' as const, action })),
  },
  { weight: 3, arbitrary: fc.boolean().map((confirmed) => ({ kind: 'review' as const, confirmed })) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom('fr', 'de', 'ja', 'ko')
      .map((language) => ({ kind: 'add' as const, language })),
  },
  { weight: 2, arbitrary: fc.nat({ max: 8 }).map((stepIndex) => ({ kind: 'callback' as const, stepIndex })) },
  { weight: 1, arbitrary: fc.constantFrom({ kind: 'pause' as const }, { kind: 'resume' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'cancel' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'time-passes' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'continue-as-new' as const }) },
);
type Happening = typeof happenings extends fc.Arbitrary<infer One> ? One : never;

/** A release without Temporal: the stages in their order, each beginning, ending or parking as it is told. */
class Walk {
  record: ReleaseRecord = newRecord(input, 'run-1');
  #clock = Date.parse('2026-11-15T00:00:00Z');
  #deliveries = 0;

  now(): string {
    this.#clock += 1000;
    return new Date(this.#clock).toISOString();
  }

  happens(happening: Happening): void {
    const { record } = this;
    switch (happening.kind) {
      case 'go-on':
        if (!record.ended && record.waitingFor === null) this.#goOn();
        return;
      case 'park': {
        const stage = currentStage(record);
        if (record.state === 'running' && stage !== null)
          transitions.parkStage(record, stage, problem, this.now());
        return;
      }
      case 'resolve':
        if (!this.isClosed() && deciding.resolutionFault(record, happening.action) === null)
          this.#resolve(happening.action);
        return;
      case 'review':
        if (reviewFault(record, spec) === null && confirmerFault(record, input, 'olga') === null)
          this.#review(happening.confirmed);
        return;
      case 'add':
        if (!this.isClosed())
          deciding.addLanguages(record, { by: 'olga', languages: [happening.language] }, this.now());
        return;
      case 'callback': {
        const { stepIndex } = happening;
        const step = stepIndex === 0 ? undefined : { step: 'x', stepIndex, rowsDone: 1, rowsTotal: 2 };
        const taskId = record.taskId ?? 'task-1';
        transitions.hear(record, { deliveryId: `d${(this.#deliveries += 1)}`, taskId, step });
        return;
      }
      case 'pause':
        if (!this.isClosed() && deciding.pauseFault(record) === null)
          deciding.pause(record, { at: this.now(), by: 'olga', why: null });
        return;
      case 'resume':
        if (!this.isClosed() && record.paused) this.#resume();
        return;
      case 'cancel':
        if (!this.isClosed()) transitions.finish(record, 'cancelled', problem, this.now());
        return;
      case 'time-passes':
        if (record.state === 'partial' && !record.ended) this.#finishPartial();
        return;
      case 'continue-as-new':
        this.record = migrateRecord(JSON.parse(JSON.stringify(record)) as ReleaseRecord);
        return;
    }
  }

  isClosed(): boolean {
    return deciding.closedFault(this.record, false) !== null;
  }

  #goOn(): void {
    const { record } = this;
    const stage = currentStage(record);
    if (stage !== null) {
      this.#succeed(stage);
      return;
    }
    const next = record.stages.find(({ state }) => state === 'pending')?.name;
    if (next !== undefined && record.paused) transitions.showPaused(record, record.paused);
    else if (next !== undefined) this.#begin(next);
    else if (transitions.reopenForLateLanguages(record)) return;
    else transitions.finish(record, 'done', null, this.now());
  }

  #resume(): void {
    const { record } = this;
    deciding.resume(record, { at: this.now(), by: 'olga', why: null });
    if (record.problem?.code === 'paused')
      Object.assign(record, { state: 'running', problem: null, waitingFor: null });
  }

  #begin(name: StageName): void {
    const { record } = this;
    if (name === 'supplement' && record.lateLanguages.length === 0) {
      transitions.endStage(record, name, 'skipped', this.now());
      return;
    }
    transitions.beginStage(record, name, this.now());
    if (name === 'supplement') record.supplement = { languages: [...record.lateLanguages], jobId: 'job' };
    if (name !== 'confirm') return;
    record.terms = { total: 1, digest: 'd', base: 'd', marks: null, removed: 0, matches: null };
    const since = this.now();
    const review = reviewOf(record, Date.parse(since));
    if (review.decision === null) transitions.openReview(record, { since, dueAt: since });
  }

  #succeed(name: StageName): void {
    const { record } = this;
    if (name === 'create') record.taskId ??= 'task-1';
    if (name === 'publish') record.publishJobId = 'publish-1';
    if (name === 'export')
      record.files = [{ path: 'a.ini', languages: ['ja'], bytes: 1, sha256: 'a', keys: 2, checked: true }];
    if (name === 'announce')
      record.announcement = { postId: 'p', publishSentAt: 'then', accepted: true, targets: [], retries: {} };
    if (name === 'supplement') {
      record.languages = [...new Set([...record.languages, ...(record.supplement?.languages ?? [])])];
      transitions.endSupplement(record);
    }
    transitions.endStage(record, name, 'done', this.now());
    if (name === 'announce' && Date.parse(this.now()) % 2000 === 0) {
      const since = this.now();
      transitions.openPartial(record, problem, { since, dueAt: since });
    }
  }

  #resolve(action: ResolveAction): void {
    const { record } = this;
    const stage = currentStage(record);
    const wasPartial = record.state === 'partial';
    deciding.resolve(record, { by: 'olga', action, reason: 'so be it' }, this.now());
    record.waitingFor = null;
    if (wasPartial) {
      if (action === 'retry') transitions.beginStage(record, 'announce', this.now());
      else this.#finishPartial();
    } else if (action === 'abort') transitions.finish(record, 'failed', problem, this.now());
    else if (stage !== null && action === 'skip') transitions.skipStage(record, stage, this.now());
    else if (stage !== null) transitions.beginStage(record, stage, this.now());
  }

  #review(confirmed: boolean): void {
    const { record } = this;
    decideReview(record, { confirmed, by: 'olga', why: null }, 0);
    record.waitingFor = null;
    if (confirmed) transitions.beginStage(record, 'confirm', this.now());
    else transitions.finish(record, 'rejected', problem, this.now());
  }

  #finishPartial(): void {
    transitions.finish(this.record, 'partial', problem, this.now());
  }
}

const walks = fc.array(happenings, { maxLength: 80 });

/** Runs a walk and looks after each thing that happens. */
function eachStep(run: Happening[], look: (walk: Walk, before: ReleaseRecord) => void): void {
  const walk = new Walk();
  for (const happening of run) {
    const before = structuredClone(walk.record);
    walk.happens(happening);
    look(walk, before);
  }
}

describe('whatever happens to a release', () => {
  it('something leads on from where it is: its own work, or a person', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, (walk) => {
          const { record } = walk;
          if (record.ended) return;
          if (record.problem?.code === 'paused') expect(record.paused).not.toBeNull();
          else if (record.waitingFor?.kind === 'terms') expect(reviewFault(record, spec)).toBeNull();
          else if (record.waitingFor?.kind === 'decision') {
            expect(deciding.resolutionFault(record, 'retry')).toBeNull();
            expect(deciding.resolutionFault(record, 'abort')).toBeNull();
          } else {
            const after = structuredClone(record);
            walk.happens({ kind: 'go-on' });
            expect(walk.record).not.toEqual(after);
          }
        }),
      ),
    );
  });

  it('it ends after finitely many steps of its own once people let it', () => {
    fc.assert(
      fc.property(walks, (run) => {
        const walk = new Walk();
        for (const happening of run) walk.happens(happening);
        for (let steps = 0; steps < 100 && !walk.record.ended; steps += 1) {
          walk.happens({ kind: 'resume' });
          walk.happens({ kind: 'go-on' });
          walk.happens({ kind: 'review', confirmed: true });
          walk.happens({ kind: 'resolve', action: walk.record.state === 'partial' ? 'skip' : 'retry' });
        }
        expect(walk.record.ended).toBe(true);
        expect(endedStates.has(walk.record.state)).toBe(true);
      }),
    );
  });

  it('an end is an end: nothing that is said changes anything', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, (walk, before) => {
          if (before.ended) expect(walk.record).toEqual(before);
        }),
      ),
    );
  });

  it('what was paid for, published and announced is never forgotten', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, ({ record }, before) => {
          const told = transitions.whatWasDone(record);
          expect(record.taskId).toBe(before.taskId ?? record.taskId);
          expect(record.firstRunId).toBe('run-1');
          expect(record.languages).toEqual(expect.arrayContaining(before.languages));
          expect(record.decisions.length).toBeGreaterThanOrEqual(before.decisions.length);
          expect(record.files.length).toBeGreaterThanOrEqual(before.files.length);
          if (record.taskId !== null) expect(told).toContain(record.taskId);
          if (record.announcement?.accepted === true) expect(told).toContain('post p is published');
        }),
      ),
    );
  });

  it('its status is one that scripts can rely on', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, ({ record }) => {
          const status = statusOf(spec, record);
          if (record.ended) expect(status.paused).toBeNull();
          expect(statusSchema.parse(status)).toEqual(status);
          if (record.ended || status.state === 'partial') return;
          const isPaused = status.problem?.code === 'paused';
          expect(status.state === 'parked').toBe(status.waitingFor?.kind === 'decision' && !isPaused);
        }),
      ),
      { numRuns: 50 },
    );
  });

  it('a language that was asked for is there, on its way, or left out by a person', () => {
    fc.assert(
      fc.property(walks, (run) => {
        const walk = new Walk();
        const asked = new Set<string>(['ko']);
        let skipped = false;
        for (const happening of run) {
          const { state } = walk.record;
          if (happening.kind === 'add' && !walk.isClosed()) asked.add(happening.language);
          skipped ||= happening.kind === 'resolve' && happening.action === 'skip' && state === 'parked';
          walk.happens(happening);
        }
        if (skipped) return;
        const { languages, lateLanguages } = walk.record;
        expect([...languages, ...lateLanguages]).toEqual(expect.arrayContaining([...asked]));
      }),
    );
  });

  it('a release that has released can go on with more languages, and one that has not cannot', () => {
    fc.assert(
      fc.property(walks, (run) => {
        const walk = new Walk();
        for (const happening of run) walk.happens(happening);
        const { record } = walk;
        if (!record.ended) return;
        const isReleased = record.state === 'done' || record.state === 'partial';
        expect(reopenFault(record) === null).toBe(isReleased);
        if (!isReleased) return;
        walk.record = reopened(record, { languages: ['it'], by: 'olga', at: walk.now() });
        expect(walk.isClosed()).toBe(false);
        expect(walk.record.paused).toBeNull();
        for (let steps = 0; steps < 50 && !walk.record.ended; steps += 1) walk.happens({ kind: 'go-on' });
        expect(walk.record).toMatchObject({ ended: true, taskId: record.taskId });
        expect(walk.record.languages).toContain('it');
      }),
    );
  });
});

describe('a wait', () => {
  it('goes on in a continued run, and begins anew once a person retries', () => {
    const walk = new Walk();
    walk.happens({ kind: 'go-on' });
    walk.record.wait = { what: 'the term scan', sinceMs: 5 };
    walk.happens({ kind: 'continue-as-new' });
    expect(walk.record.wait).toEqual({ what: 'the term scan', sinceMs: 5 });
    walk.happens({ kind: 'park' });
    expect(walk.record.wait).toBeNull();
  });
});

describe('a record', () => {
  /** As it was before records had a version. */
  const first = (): Record<string, unknown> => {
    const added = ['version', 'ended', 'resolution', 'wait'];
    const kept = Object.entries(newRecord(input, 'run-1')).filter(([key]) => !added.includes(key));
    return { ...Object.fromEntries(kept), terms: { total: 3, digest: 'd1' } };
  };

  it('of the first version is brought up to date', () => {
    expect(migrateRecord(first() as unknown as ReleaseRecord)).toEqual({
      ...newRecord(input, 'run-1'),
      terms: { total: 3, digest: 'd1', base: 'd1', marks: null, removed: 0, matches: null },
    });
  });

  it('of this version stays as it is', () => {
    fc.assert(
      fc.property(walks, (run) => {
        const walk = new Walk();
        for (const happening of run) walk.happens(happening);
        expect(migrateRecord(walk.record)).toEqual(walk.record);
      }),
      { numRuns: 30 },
    );
  });
});

describe('callbacks', () => {
  const translating = (): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    record.taskId = 'task-1';
    transitions.beginStage(record, 'translate', 'then');
    return record;
  };
  const step = (stepIndex: number) => ({ step: 'x', stepIndex, rowsDone: 1, rowsTotal: 2 });

  it('count once, and only for the task of this release', () => {
    const record = translating();
    expect(transitions.hear(record, { deliveryId: 'a', taskId: 'task-1' })).toBe('look');
    expect(transitions.hear(record, { deliveryId: 'a', taskId: 'task-1' })).toBe('nothing');
    expect(transitions.hear(record, { deliveryId: 'b', taskId: 'task-2' })).toBe('nothing');
  });

  it('show progress that only goes forward', () => {
    const record = translating();
    expect(transitions.hear(record, { deliveryId: 'a', taskId: 'task-1', step: step(3) })).toBe('progress');
    expect(transitions.hear(record, { deliveryId: 'b', taskId: 'task-1', step: step(2) })).toBe('nothing');
    expect(record.progress?.stepIndex).toBe(3);
  });

  describe('of a completion', () => {
    let deliveries = 0;
    const end = (record: ReleaseRecord, traceId: string, event = 'task.completed'): void => {
      deliveries += 1;
      transitions.hear(record, { deliveryId: `end ${deliveries}`, taskId: 'task-1', event, traceId });
    };

    /** As the supplement stage makes it. */
    const supplement = (record: ReleaseRecord): Supplement =>
      (record.supplement = {
        languages: ['ko'],
        jobId: 'job-1',
        ...transitions.completionsBefore(record),
      });
    const isTold = ({ supplement: asked }: ReleaseRecord): boolean | null =>
      asked === null ? null : transitions.newCompletions(asked).length > 0;

    it('are told apart from those of a supplement that is asked for later', () => {
      const record = translating();
      end(record, 'trace-1');
      end(record, 'trace-1');
      expect(supplement(record)).toMatchObject({ completedBefore: ['trace-1'], untoldBefore: 0 });
      end(record, 'trace-1');
      expect(isTold(record)).toBe(false);
      end(record, 'trace-2');
      expect(isTold(record)).toBe(true);
      expect(record.supplement?.heard).toMatchObject([{ traceId: 'trace-1' }, { traceId: 'trace-2' }]);
      transitions.endSupplement(record);
      expect(supplement(record)).toMatchObject({ completedBefore: ['trace-1', 'trace-2'], untoldBefore: 0 });
    });

    it.each([
      ['the translation', 0],
      ['a supplement before it', 1],
    ])('that comes late, of %s, is not taken for that of a supplement; one more is', (_what, ended) => {
      const record = translating();
      if (ended > 0) {
        end(record, 'trace-0');
        supplement(record);
        transitions.endSupplement(record);
      }
      expect(supplement(record).untoldBefore).toBe(1);
      end(record, 'trace-9', 'task.failed');
      end(record, 'trace-1');
      end(record, 'trace-1');
      end(record, '');
      expect(isTold(record)).toBe(false);
      end(record, 'trace-2');
      expect(isTold(record)).toBe(true);
    });

    it('tell of a supplement from before late ones were counted only where all others were told', () => {
      const heard = [{ failed: false, reason: null, traceId: 'trace-2' }];
      expect(transitions.newCompletions({ heard, completedBefore: [] })).toEqual([]);
      expect(transitions.newCompletions({ heard, completedBefore: ['trace-1'] })).toEqual(heard);
    });
  });

  it('are remembered in bounds', () => {
    const record = translating();
    for (let n = 0; n < 300; n += 1) transitions.hear(record, { deliveryId: `d${n}`, taskId: 'task-1' });
    expect(record.seenDeliveries).toHaveLength(100);
    expect(record.seenDeliveries.at(-1)).toBe('d299');
  });
});

describe('a problem', () => {
  it('names the call that started what it is about, unless it names one itself', () => {
    const record = newRecord(input, 'run-1');
    expect(transitions.withTrace(record, 'translate', problem)).toEqual(problem);
    transitions.keepTrace(record, 'create', { traceId: 'trace-1' });
    transitions.keepTrace(record, 'publish', undefined);
    transitions.keepTrace(record, 'publish', { traceId: null });
    expect(transitions.withTrace(record, 'scan', problem).traceIds).toEqual(['trace-1']);
    expect(transitions.withTrace(record, 'translate', problem).traceIds).toEqual(['trace-1']);
    expect(transitions.withTrace(record, 'publish', problem)).toEqual(problem);
    transitions.keepTrace(record, 'confirm', { traceId: 'trace-2' });
    expect(transitions.withTrace(record, 'translate', problem).traceIds).toEqual(['trace-2']);
    const own = { ...problem, traceIds: ['trace-3'] };
    expect(transitions.withTrace(record, 'translate', own)).toBe(own);
  });
});

it('tells whoever cancels of a post that the service will publish', () => {
  const record = newRecord(input, 'run-1');
  const scheduledAt = '2026-12-01T10:00:00.000Z';
  record.announcement = {
    ...{ postId: 'post_7', publishSentAt: null, accepted: false, targets: [], retries: {} },
    scheduledAt,
  };
  expect(transitions.whatWasDone(record)).toContain(
    `post post_7 is scheduled at the service for ${scheduledAt}`,
  );
});

it('names a stage that does not exist as what it is', () => {
  const record = newRecord(input, 'run-1');
  expect(stageNames.map((name) => transitions.stageOf(record, name).state)).toEqual(Array(8).fill('pending'));
  expect(() => transitions.stageOf(record, 'dance' as StageName)).toThrow('no stage dance');
});

describe('a pause', () => {
  const announcing = (): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    transitions.beginStage(record, 'announce', '2026-11-15T00:00:00.000Z');
    return record;
  };

  it('is refused where nothing is left that it could hold back, and a second time', () => {
    expect(deciding.pauseFault(announcing())).toBe(
      'The announcement is being made, and nothing comes after it that could be held back.',
    );
    const record = newRecord(input, 'run-1');
    expect(deciding.pauseFault(record)).toBeNull();
    deciding.pause(record, { at: '2026-11-15T00:00:00.000Z', by: 'olga', why: null });
    expect(deciding.pauseFault(record)).toBe('It is paused already.');
  });

  it('can come while the announcement waits for its time', () => {
    const record = announcing();
    transitions.holdStage(record, 'announce', { why: 'announcement_time', until: null });
    expect(deciding.pauseFault(record)).toBeNull();
  });

  it('that came too late under older code is not shown once the release has ended', () => {
    const record = announcing();
    transitions.finish(record, 'done', null, '2026-11-15T00:00:01.000Z');
    record.paused = { at: '2026-11-15T00:00:00.000Z', by: 'olga', why: null };
    expect(statusOf(spec, record).paused).toBeNull();
  });
});
