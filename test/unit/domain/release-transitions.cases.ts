import { reopened, reopenFault } from '../../../src/domain/release/release-languages';
import { releaseSpec } from '../../../src/domain/release/release-file';
import type { ReleaseInput } from '../../../src/domain/release/release-input';
import {
  currentStage,
  newRecord,
  statusOf,
  type Announcement,
  type ReleaseRecord,
  type Supplement,
} from '../../../src/domain/release/release-record';
import { endedStates } from '../../../src/domain/release/release-states';
import * as deciding from '../../../src/domain/release/release-decisions';
import { doneSoFar, doneText } from '../../../src/domain/problems/done-so-far';
import { utcForm } from '../../../src/domain/problems/problem';
import * as transitions from '../../../src/domain/release/release-transitions';
import { confirmerFault, decideReview, reviewFault, reviewOf } from '../../../src/domain/review/review-rules';
import {
  resolveActions,
  stageNames,
  stageStates,
  type ResolveAction,
  type StageName,
} from '../../../src/domain/release/stages';
import { listedAs } from '../../../src/domain/search-attributes';
import { statusSchema } from '../../../src/domain/release/status';
import fc, { runs } from '../../support/fast-check';

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
const problem = { code: 'some', facts: {} };
const AT = '2026-11-15T00:00:00.000Z';
const post: Announcement = {
  postId: 'p',
  publishSentAt: AT,
  accepted: true,
  targets: [],
  retries: {},
  number: 1,
};

/** What may happen next: a stage's own doing, or a message. Each says for itself whether it can happen now. */
const happenings = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: 'go-on' as const }) },
  { weight: 3, arbitrary: fc.constant({ kind: 'park' as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'overtake' as const }) },
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
      case 'overtake':
        if (currentStage(record) === 'announce' && record.state === 'running' && record.announcement === null)
          transitions.overtakeStage(record, 'announce');
        return;
      case 'park': {
        const stage = currentStage(record);
        if (record.state === 'running' && stage !== null)
          transitions.parkStage(record, stage, problem, this.now());
        return;
      }
      case 'resolve':
        if (!this.isClosed() && deciding.resolutionFault(record, happening) === null)
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
        transitions.applyCallback(record, { deliveryId: `d${(this.#deliveries += 1)}`, taskId, step });
        return;
      }
      case 'pause':
        if (!this.isClosed() && deciding.pauseFault(record) === null)
          deciding.pause(record, { at: this.now(), by: 'olga', why: null });
        return;
      case 'resume':
        if (!this.isClosed() && record.paused !== null)
          deciding.resume(record, { at: this.now(), by: 'olga', why: null });
        return;
      case 'cancel':
        if (!this.isClosed()) transitions.finish(record, 'cancelled', problem, this.now());
        return;
      case 'time-passes':
        if (record.state === 'partial' && !record.ended) this.#finishPartial();
        return;
      case 'continue-as-new':
        this.record = JSON.parse(JSON.stringify(record)) as ReleaseRecord;
        return;
    }
  }

  isClosed(): boolean {
    return deciding.closedFault(this.record, false) !== null;
  }

  #goOn(): void {
    const { record } = this;
    const next = transitions.nextStage(record);
    if (next === null) {
      if (!transitions.reopenForLateLanguages(record)) transitions.finish(record, 'done', null, this.now());
    } else if (transitions.stageOf(record, next).state === 'running') this.#succeed(next);
    else if (record.paused === null) this.#begin(next);
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
    record.terms = { total: 1, digest: 'd', list: 'l', base: 'd', marks: null, removed: 0, matches: null };
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
    if (name === 'announce') record.announcement = structuredClone(post);
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
    const stage = currentStage(record) ?? 'announce';
    const wasPartial = record.state === 'partial';
    deciding.resolve(record, { by: 'olga', action, reason: 'so be it' }, this.now());
    transitions.takeResolution(record, stage, this.now());
    if (wasPartial) {
      if (action === 'retry') transitions.beginStage(record, 'announce', this.now());
      else this.#finishPartial();
    } else if (action === 'abort') transitions.finish(record, 'failed', problem, this.now());
    else if (stage === 'export' && action === 'retry') transitions.publishAgain(record);
    else if (stage === 'export' && action === 'skip') transitions.acceptPublished(record, 'olga');
    else if (action === 'skip') transitions.skipStage(record, stage, this.now());
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

/** By itself, fast-check draws ten steps at most, and hardly one of these walks would reach its end. */
const walks = fc.array(happenings, { maxLength: 80, size: 'max' });

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
          if (record.waitingFor?.kind === 'terms') expect(reviewFault(record, spec)).toBeNull();
          else if (record.waitingFor?.kind === 'decision') {
            const { since } = record.waitingFor;
            for (const seen of [{}, { since }])
              expect(deciding.resolutionFault(record, { action: 'retry', ...seen })).toBeNull();
            const earlier = new Date(Date.parse(since) - 1).toISOString();
            expect(deciding.resolutionFault(record, { action: 'retry', since: earlier })).toMatch(/another/);
            const last = record.state === 'partial' ? 'skip' : 'abort';
            expect(deciding.resolutionFault(record, { action: last })).toBeNull();
          } else if (record.paused !== null) expect(statusOf(spec, record).state).toBe('paused');
          else {
            const after = structuredClone(record);
            walk.happens({ kind: 'go-on' });
            expect(walk.record).not.toEqual(after);
          }
        }),
      ),
      runs(100),
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
      runs(100),
    );
  });

  it('an end is an end: nothing that is said changes anything', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, (walk, before) => {
          if (before.ended) expect(walk.record).toEqual(before);
        }),
      ),
      runs(100),
    );
  });

  it('what was paid for, published and announced is never forgotten', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, ({ record }, before) => {
          const told = doneText(doneSoFar(statusOf(spec, record)), utcForm);
          expect(record.taskId).toBe(before.taskId ?? record.taskId);
          expect(record.firstRunId).toBe('run-1');
          expect(record.languages).toEqual(expect.arrayContaining(before.languages));
          expect(record.decisions.length).toBeGreaterThanOrEqual(before.decisions.length);
          expect(record.files.length).toBeGreaterThanOrEqual(before.files.length);
          if (record.taskId !== null) expect(told).toContain(record.taskId);
          if (record.announcement?.accepted === true) expect(told).toContain('post p is published');
        }),
      ),
      runs(100),
    );
  });

  it('its status is one that scripts can rely on', () => {
    fc.assert(
      fc.property(walks, (run) =>
        eachStep(run, ({ record }) => {
          const status = statusOf(spec, record);
          expect(statusSchema.parse(status)).toEqual(status);
          // Nothing of what it was before stays in lists.
          for (const { value } of listedAs(status)) expect(String(value)).toMatch(/./);
          if (record.ended) expect(status).toMatchObject({ paused: null, waitingFor: null, hold: null });
          const asksForDecision = status.waitingFor?.kind === 'decision';
          expect(status.state === 'parked').toBe(asksForDecision && status.state !== 'partial');
          expect(status.problem !== null).toBe(asksForDecision || (record.ended && status.state !== 'done'));
          const goesOn = !record.ended && !asksForDecision;
          expect(status.state === 'paused').toBe(goesOn && record.paused !== null);
        }),
      ),
      runs(50),
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
      runs(100),
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
        expect(deciding.pauseFault(walk.record)).toBeNull();
        for (let steps = 0; steps < 50 && !walk.record.ended; steps += 1) walk.happens({ kind: 'go-on' });
        expect(walk.record).toMatchObject({ ended: true, taskId: record.taskId });
        expect(walk.record.languages).toContain('it');
      }),
      runs(100),
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

describe('callbacks', () => {
  const translating = (): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    record.taskId = 'task-1';
    transitions.beginStage(record, 'translate', AT);
    return record;
  };
  const step = (stepIndex: number) => ({ step: 'x', stepIndex, rowsDone: 1, rowsTotal: 2 });

  it('count once, and only for the task of this release', () => {
    const record = translating();
    const isTaken = (deliveryId: string, taskId: string): boolean => {
      record.callbackReceived = false;
      transitions.applyCallback(record, { deliveryId, taskId });
      return record.callbackReceived;
    };
    expect([isTaken('a', 'task-1'), isTaken('a', 'task-1'), isTaken('b', 'task-2')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('that name no task are worth a look, and tell of no end', () => {
    const record = translating();
    const told = { event: 'task.completed', traceId: 'trace-1', error: null };
    transitions.applyCallback(record, { deliveryId: 'a', taskId: '', ...told });
    expect(record).toMatchObject({ callbackReceived: true, completedTraces: [] });
    transitions.applyCallback(record, { deliveryId: 'b', taskId: 'task-1', ...told });
    expect(record).toMatchObject({ completedTraces: ['trace-1'] });
  });

  it('show progress that only goes forward', () => {
    const record = translating();
    transitions.applyCallback(record, { deliveryId: 'a', taskId: 'task-1', step: step(3) });
    transitions.applyCallback(record, { deliveryId: 'b', taskId: 'task-1', step: step(2) });
    expect(record.progress?.stepIndex).toBe(3);
    expect(record.callbackReceived).toBe(false);
  });

  it('of a step are looked into while the terms are reviewed: somebody has confirmed them elsewhere', () => {
    const record = translating();
    transitions.openReview(record, { since: AT, dueAt: AT });
    transitions.applyCallback(record, { deliveryId: 'a', taskId: 'task-1', step: step(1) });
    expect(record).toMatchObject({ callbackReceived: true, progress: null });
  });

  describe('of a completion', () => {
    let deliveries = 0;
    const end = (record: ReleaseRecord, traceId: string, event = 'task.completed'): void => {
      deliveries += 1;
      transitions.applyCallback(record, {
        deliveryId: `end ${deliveries}`,
        taskId: 'task-1',
        event,
        traceId,
      });
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
  });

  it('are remembered in bounds', () => {
    const record = translating();
    for (let n = 0; n < 300; n += 1)
      transitions.applyCallback(record, { deliveryId: `d${n}`, taskId: 'task-1' });
    expect(record.seenDeliveries).toHaveLength(100);
    expect(record.seenDeliveries.at(-1)).toBe('d299');
  });
});

describe('a problem', () => {
  it('names the call that started what it is about, unless it names one itself', () => {
    const record = newRecord(input, 'run-1');
    expect(transitions.withTrace(record, 'translate', problem)).toEqual(problem);
    transitions.keepReply(record, 'create', { traceId: 'trace-1' });
    transitions.keepReply(record, 'publish', {});
    transitions.keepReply(record, 'publish', { traceId: null });
    expect(transitions.withTrace(record, 'scan', problem).traceIds).toEqual(['trace-1']);
    expect(transitions.withTrace(record, 'translate', problem).traceIds).toEqual(['trace-1']);
    expect(transitions.withTrace(record, 'publish', problem)).toEqual(problem);
    transitions.keepReply(record, 'confirm', { traceId: 'trace-2' });
    expect(transitions.withTrace(record, 'translate', problem).traceIds).toEqual(['trace-2']);
    const own = { ...problem, traceIds: ['trace-3'] };
    expect(transitions.withTrace(record, 'translate', own)).toBe(own);
  });
});

it.each<[string, Partial<Announcement>]>([
  ['post p is published and cannot be recalled', {}],
  ['post p may be published (check in the application)', { accepted: false }],
  [
    `post p is scheduled at the service for ${utcForm.time(AT)}, and goes out`,
    { accepted: false, publishSentAt: null, scheduledAt: AT },
  ],
  [
    `a post is scheduled at the service for ${utcForm.time(AT)}, and goes out`,
    { accepted: false, publishSentAt: null, scheduledAt: AT, postId: null },
  ],
])('tells whoever cancels that %s', (told, announcement) => {
  const record = { ...newRecord(input, 'run-1'), announcement: { ...post, ...announcement } };
  expect(doneText(doneSoFar(statusOf(spec, record)), utcForm)).toContain(told);
});

it('tells whoever cancels before the translation has begun that it may have', () => {
  const record = { ...newRecord(input, 'run-1'), taskId: 'task-1' };
  expect(doneText(doneSoFar(statusOf(spec, record)), utcForm)).toContain(
    'task task-1 stays at the service, and what it has translated is paid for',
  );
});

it('has nothing to tell of a post that was never made', () => {
  const announcement = { ...post, postId: null, publishSentAt: null, accepted: false };
  const record = { ...newRecord(input, 'run-1'), announcement };
  expect(statusOf(spec, record).announcement).toBeNull();
  expect(doneText(doneSoFar(statusOf(spec, record)), utcForm)).toBe('Nothing had been done yet.');
});

it('names a stage that does not exist as what it is', () => {
  const record = newRecord(input, 'run-1');
  expect(stageNames.map((name) => transitions.stageOf(record, name).state)).toEqual(Array(8).fill('pending'));
  expect(() => transitions.stageOf(record, 'dance' as StageName)).toThrow('no stage dance');
});

describe('a pause', () => {
  const announcing = (changes: Partial<Announcement> = {}): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    for (const name of stageNames.slice(0, -1)) transitions.endStage(record, name, 'done', AT);
    record.lateLanguages = [];
    transitions.beginStage(record, 'announce', AT);
    record.announcement = { ...post, ...changes };
    return record;
  };

  it('is refused a second time', () => {
    const record = newRecord(input, 'run-1');
    expect(deciding.pauseFault(record)).toBeNull();
    deciding.pause(record, { at: AT, by: 'olga', why: null });
    expect(deciding.pauseFault(record)).toBe('It is paused already.');
  });

  it('is refused where it could not hold the announcement back', () => {
    expect(deciding.pauseFault(announcing())).toContain('The announcement is out');
    const scheduled = announcing({ accepted: false, publishSentAt: null, scheduledAt: AT });
    transitions.holdStage(scheduled, 'announce', { why: 'announcement_time', until: AT });
    expect(deciding.pauseFault(scheduled)).toContain('a pause could not hold it back');
  });

  it.each<[string, (record: ReleaseRecord) => void]>([
    ['has not been sent', (record) => Object.assign(record, { announcement: null })],
    ['may not have arrived', (record) => Object.assign(record.announcement ?? {}, { accepted: false })],
    [
      'is held back on the accounts on which it failed',
      (record) => transitions.holdStage(record, 'announce', { why: 'daily_cap', until: AT }),
    ],
    ['has languages coming after it', (record) => record.lateLanguages.push('fr')],
    [
      'is out, and languages are added',
      (record) => {
        record.lateLanguages.push('fr');
        transitions.endStage(record, 'announce', 'done', AT);
        transitions.reopenForLateLanguages(record);
        transitions.beginStage(record, 'supplement', AT);
        record.lateLanguages = [];
      },
    ],
    [
      'failed on an account',
      (record) => {
        transitions.endStage(record, 'announce', 'done', AT);
        transitions.openPartial(record, problem, { since: AT, dueAt: AT });
      },
    ],
  ])('can come while the announcement %s', (_what, change) => {
    const record = announcing();
    change(record);
    expect(deciding.pauseFault(record)).toBeNull();
  });
});

describe('the time of a review', () => {
  const at = (ms: number): string => new Date(Date.parse(AT) + ms).toISOString();
  const pauses = ['pause', 'resume', 'park', 'resolve'] as const;
  const steps = fc.array(fc.tuple(fc.constantFrom(...pauses), fc.nat({ max: 1000 })), { maxLength: 12 });

  it('stands still while it is paused or parked, each moment counted once', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1000 }), steps, (openedMs, changes) => {
        const record = newRecord(input, 'run-1');
        transitions.beginStage(record, 'confirm', AT);
        record.review = { openedAtMs: Date.parse(at(openedMs)), remindersSent: 0, decision: null };
        const openIfNobodyStops = (): void => {
          if (record.paused === null && record.waitingFor === null)
            transitions.openReview(record, { since: at(openedMs), dueAt: null });
        };
        openIfNobodyStops();
        let nowMs = 0;
        let heldMs = 0;
        const isParked = (): boolean => record.waitingFor?.kind === 'decision';
        const passes = (ms: number): void => {
          const isHeld = record.paused !== null || isParked();
          if (isHeld) heldMs += Math.max(0, nowMs + ms - Math.max(nowMs, openedMs));
          nowMs += ms;
        };
        const happens = (what: (typeof pauses)[number]): void => {
          const said = { at: at(nowMs), by: 'olga', why: null };
          if (what === 'pause' && record.paused === null) deciding.pause(record, said);
          if (what === 'resume' && record.paused !== null) deciding.resume(record, said);
          if (what === 'park' && !isParked()) transitions.parkStage(record, 'confirm', problem, at(nowMs));
          if (what === 'resolve' && isParked()) {
            deciding.resolve(record, { by: 'olga', action: 'retry' }, at(nowMs));
            transitions.takeResolution(record, 'confirm', at(nowMs));
          }
          openIfNobodyStops();
        };
        for (const [what, afterMs] of [...changes, ['resolve', 5], ['resume', 5]] as const) {
          passes(afterMs);
          happens(what);
        }
        expect(record.review.heldMs ?? 0).toBe(heldMs);
      }),
    );
  });
});

describe('what a person has decided', () => {
  const parkedIn = (name: StageName): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    transitions.beginStage(record, name, AT);
    transitions.parkStage(record, name, problem, AT);
    return record;
  };

  it.each(stageNames)('is asked for once where %s cannot go on', (name) => {
    const record = parkedIn(name);
    expect(stageNames.filter((one) => transitions.parkedProblem(record, one) !== null)).toEqual([name]);
    expect(transitions.parkedProblem(record, name)).toEqual(problem);
    deciding.resolve(record, { by: 'olga', action: 'retry', reason: 'access given' }, AT);
    expect(transitions.takeResolution(record, name, AT)).toEqual({
      action: 'retry',
      by: 'olga',
      reason: 'access given',
    });
    // Otherwise it would be asked for again, without anybody being told.
    expect(transitions.parkedProblem(record, name)).toBeNull();
    expect(record).toMatchObject({ state: 'running', problem: null, waitingFor: null, resolution: null });
    expect(() => transitions.takeResolution(record, name, AT)).toThrow('without a decision');
  });

  it('lets a call whose reply was lost be looked for once more before it is made again', () => {
    const record = parkedIn('publish');
    record.lostAnswer = {
      what: 'the publish job',
      sentAt: AT,
      attempts: 2,
      looks: 3,
      loss: 'ECONNRESET',
      traceId: null,
    };
    deciding.resolve(record, { by: 'olga', action: 'retry' }, AT);
    transitions.takeResolution(record, 'publish', AT);
    expect(record.lostAnswer).toMatchObject({ attempts: 2, looks: null });
  });
});

describe('where others have published since', () => {
  const publishedOver = (): ReleaseRecord => {
    const record = newRecord(input, 'run-1');
    for (const name of stageNames.slice(0, stageNames.indexOf('export')))
      transitions.endStage(record, name, 'done', AT);
    transitions.beginStage(record, 'export', AT);
    Object.assign(record, { publishJobId: 'publish-1', publishedIn: 7 });
    return record;
  };

  it('it publishes once more, in another turn, and exports that', () => {
    const record = publishedOver();
    transitions.publishAgain(record);
    expect(transitions.nextStage(record)).toBe('publish');
    expect(record).toMatchObject({ publishJobId: null, publishedIn: null });
    expect(transitions.stageOf(record, 'export').state).toBe('pending');
  });

  it('or a person takes what the project has, and the release says so', () => {
    const record = publishedOver();
    transitions.acceptPublished(record, 'olga');
    expect(transitions.nextStage(record)).toBe('export');
    expect(record).toMatchObject({ publishJobId: 'publish-1', publishedIn: null });
    expect(record.warnings).toEqual([expect.stringContaining('olga chose so')]);
  });
});

describe('the stage to do next', () => {
  const states = fc.constantFrom(...stageStates);

  it('is the first that is neither done nor skipped, so that none is done before those it stands on', () => {
    fc.assert(
      fc.property(fc.array(states, { minLength: 8, maxLength: 8 }), (drawn) => {
        const record = newRecord(input, 'run-1');
        record.stages.forEach((stage, index) => Object.assign(stage, { state: drawn[index] }));
        const isOver = (name: StageName): boolean =>
          ['done', 'skipped'].includes(transitions.stageOf(record, name).state);
        const next = transitions.nextStage(record);
        expect(next === null).toBe(stageNames.every(isOver));
        if (next === null) return;
        expect(isOver(next)).toBe(false);
        expect(stageNames.slice(0, stageNames.indexOf(next)).every(isOver)).toBe(true);
      }),
    );
  });

  it.each(stageNames)('is %s again where what it was to send is not wanted as it was', (name) => {
    const record = newRecord(input, 'run-1');
    record.lateLanguages = [];
    for (const before of stageNames.slice(0, stageNames.indexOf(name)))
      transitions.endStage(record, before, 'done', AT);
    transitions.beginStage(record, name, AT);
    transitions.holdStage(record, name, { why: 'announcement_time', until: AT });
    transitions.overtakeStage(record, name);
    expect(transitions.nextStage(record)).toBe(name);
    expect(record.hold).toBeNull();
  });

  it('is the supplement where languages came before the announcement was sent', () => {
    const record = newRecord(input, 'run-1');
    for (const name of stageNames.slice(0, -1)) transitions.endStage(record, name, 'done', AT);
    transitions.beginStage(record, 'announce', AT);
    transitions.overtakeStage(record, 'announce');
    expect(record.lateLanguages).toEqual(['ko']);
    expect(transitions.nextStage(record)).toBe('supplement');
  });
});

it('a stage that is done once more began when it first began, and ends when it ends', () => {
  const record = newRecord(input, 'run-1');
  transitions.beginStage(record, 'announce', AT);
  transitions.endStage(record, 'announce', 'done', '2026-11-15T00:01:00.000Z');
  transitions.postponeStage(record, 'announce');
  transitions.beginStage(record, 'announce', '2026-11-15T01:00:00.000Z');
  transitions.endStage(record, 'announce', 'done', '2026-11-15T01:01:00.000Z');
  expect(transitions.stageOf(record, 'announce')).toMatchObject({
    startedAt: AT,
    endedAt: '2026-11-15T01:01:00.000Z',
  });
});
