/** What each stage of a release will call and wait for, as its file asks. */
import { stageDeadlineMs, nextPauseMs } from '../../domain/release/polling';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { stageNames, type StageName } from '../../domain/release/stages';
import type { ReleasePlan } from '../../protocol/draft-api';

/** Endpoints as documented; the last of a stage that waits is repeated while it does. */
export type PlannedStage = ReleasePlan['stages'][number];

/**
 * By our own clock. Not in it are repeats after a failure, looks that a callback asks for, further pages of long lists,
 * and what people change in a review.
 */
type CallCount = ReleasePlan['calls'];

export function plannedStages(spec: ReleaseSpec, minCheckIntervalMs: number): PlannedStage[] {
  return stageNames.map((name) => {
    const stage = stages[name](spec);
    const { calls = [], wait = null, extra = 0, foretold = false, atLeast = calls.length } = stage ?? {};
    const repeated = wait === null ? 0 : mostLooks(wait.atMostMs, minCheckIntervalMs, foretold) - 1;
    const callCount = { atLeast, atMost: calls.length + repeated + extra };
    return { name, wanted: stage !== null, calls, callCount, wait };
  });
}

export function callsInAll(planned: readonly PlannedStage[]): CallCount {
  const sum = (count: (of: CallCount) => number): number =>
    planned.reduce((total, { callCount }) => total + count(callCount), 0);
  return { atLeast: sum(({ atLeast }) => atLeast), atMost: sum(({ atMost }) => atMost) };
}

/** How often something is looked at that ends at its deadline; work that tells how far it is may be looked at more often. */
function mostLooks(deadlineMs: number, minimumMs: number, foretold: boolean): number {
  const progress = foretold ? ALMOST_DONE : undefined;
  let looks = 0;
  for (let waitedMs = 0; waitedMs < deadlineMs; looks += 1)
    waitedMs += nextPauseMs({ waitedMs, minimumMs, progress });
  return looks;
}

/** All the time: nothing asks for more looks. */
const ALMOST_DONE = 1 - 1e-9;

interface Stage extends Pick<PlannedStage, 'calls'>, Partial<Pick<PlannedStage, 'wait'>> {
  /** Where some of them may not be needed. */
  atLeast?: number;
  /** Calls that may come on top of these. */
  extra?: number;
  /** Whether the service tells how far the work is. */
  foretold?: boolean;
}

const stages: Record<StageName, (spec: ReleaseSpec) => Stage | null> = {
  create: ({ allowUnlisted, export: exportTo, announce }) => ({
    calls: [
      ...(allowUnlisted === true ? [] : ['GET /languages']),
      ...(exportTo === undefined ? [] : ['GET /export-templates']),
      ...(announce === undefined ? [] : ['GET /workspace', 'GET /accounts']),
      ...(announce?.postId === undefined ? [] : ['GET /posts/{postId}']),
      'POST /tasks/create',
    ],
  }),
  scan: ({ terms }) =>
    terms.scan
      ? {
          // How it ended is looked at where no operator does.
          calls: ['GET /tasks/status', ...(terms.confirmation === 'operator' ? [] : ['GET /tasks/terms'])],
          wait: { what: 'the term scan', atMostMs: stageDeadlineMs.scan },
          atLeast: 1,
        }
      : null,
  confirm: ({ terms }) =>
    terms.scan && terms.confirmation === 'operator'
      ? {
          calls: ['GET /tasks/terms', 'POST /tasks/confirm-terms', 'GET /tasks/status'],
          wait: { what: 'an operator', atMostMs: terms.deadline },
          // Where the scan found no terms, there is nothing to confirm.
          atLeast: 1,
        }
      : null,
  translate: ({ terms }) => ({
    // It may be over when the scan is looked at.
    atLeast: terms.scan ? 0 : 1,
    calls: ['GET /tasks/status'],
    wait: { what: 'the translation', atMostMs: stageDeadlineMs.translate },
    foretold: true,
  }),
  supplement: ({ supplementLanguages }) =>
    supplementLanguages.length > 0
      ? {
          calls: ['POST /tasks/supplement-translate', 'GET /tasks/status'],
          wait: { what: 'their translation', atMostMs: stageDeadlineMs.supplement },
          // All of them may be translated already.
          atLeast: 1,
          foretold: true,
        }
      : null,
  publish: ({ publish }) =>
    publish
      ? {
          calls: ['POST /tasks/publish', 'GET /tasks/publish-status'],
          wait: { what: 'the publish job', atMostMs: stageDeadlineMs.publish },
        }
      : null,
  export: ({ export: exportTo, targetLanguages, supplementLanguages }) => {
    if (exportTo === undefined) return null;
    const languages = exportTo.languages ?? [...targetLanguages, ...supplementLanguages];
    // One that takes the service too long is made by halves, down to single languages.
    return { calls: ['POST /export/ini'], extra: 2 * (languages.length - 1) };
  },
  announce: ({ announce }) =>
    announce === undefined
      ? null
      : {
          calls: [
            ...(announce.postId === undefined ? ['POST /posts'] : []),
            ...(isSentByService(announce) ? [] : ['POST /posts/{postId}/publish']),
            'GET /posts/{postId}',
          ],
          wait: { what: 'the post on each account', atMostMs: stageDeadlineMs.announce },
        },
};

/** One whose time has passed meanwhile is published like any other. */
function isSentByService({ by, at }: NonNullable<ReleaseSpec['announce']>): boolean {
  return by === 'service' && at !== undefined && Date.parse(at) > Date.now();
}
