/** The calls and waits of each stage of a release, according to its file. */
import { stageDeadlineMs, nextCheckInMs } from '../../domain/release/polling';
import type { ReleaseSpec } from '../../domain/release/release-file';
import { stageNames, type StageName } from '../../domain/release/stages';
import type { ReleasePlan } from '../../protocol/draft-api';

/** Endpoints as documented. A stage that waits repeats its last one. */
export type PlannedStage = ReleasePlan['stages'][number];

/**
 * Our estimate. It leaves out retries, checks that a callback starts, further pages of long lists, and what people
 * change in a review.
 */
type CallCount = ReleasePlan['calls'];

export function plannedStages(spec: ReleaseSpec, minCheckIntervalMs: number): PlannedStage[] {
  return stageNames.map((name) => {
    const stage = stages[name](spec);
    const {
      calls = [],
      wait = null,
      extra = 0,
      reportsProgress = false,
      atLeast = calls.length,
    } = stage ?? {};
    const repeated = wait === null ? 0 : maxChecks(wait.atMostMs, minCheckIntervalMs, reportsProgress) - 1;
    const callCount = { atLeast, atMost: calls.length + repeated + extra };
    return { name, wanted: stage !== null, calls, callCount, wait };
  });
}

export function callsInAll(planned: readonly PlannedStage[]): CallCount {
  const sum = (count: (of: CallCount) => number): number =>
    planned.reduce((total, { callCount }) => total + count(callCount), 0);
  return { atLeast: sum(({ atLeast }) => atLeast), atMost: sum(({ atMost }) => atMost) };
}

/** The number of checks of work that ends at its deadline. Reported progress can make checks more frequent. */
function maxChecks(deadlineMs: number, minimumMs: number, reportsProgress: boolean): number {
  const progress = reportsProgress ? ALMOST_DONE : undefined;
  let checks = 0;
  for (let waitedMs = 0; waitedMs < deadlineMs; checks += 1)
    waitedMs += nextCheckInMs({ waitedMs, minimumMs, progress });
  return checks;
}

/** Progress that leaves the whole time to go, so that the pauses are never shortened. */
const ALMOST_DONE = 1 - 1e-9;

interface Stage extends Pick<PlannedStage, 'calls'>, Partial<Pick<PlannedStage, 'wait'>> {
  /** The fewest calls, when some may not be needed. */
  atLeast?: number;
  extra?: number;
  reportsProgress?: boolean;
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
          // Without a review by an operator, the release checks the scan's terms itself.
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
          // A scan that found no terms leaves nothing to confirm.
          atLeast: 1,
        }
      : null,
  translate: ({ terms }) => ({
    // The check of the scan can already find the task translated.
    atLeast: terms.scan ? 0 : 1,
    calls: ['GET /tasks/status'],
    wait: { what: 'the translation', atMostMs: stageDeadlineMs.translate },
    reportsProgress: true,
  }),
  supplement: ({ supplementLanguages }) =>
    supplementLanguages.length > 0
      ? {
          calls: ['POST /tasks/supplement-translate', 'GET /tasks/status'],
          wait: { what: 'their translation', atMostMs: stageDeadlineMs.supplement },
          // All of them may be translated already.
          atLeast: 1,
          reportsProgress: true,
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
    // An export that takes the service too long is split in halves, down to single languages.
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

/** A post whose time has passed meanwhile is published like any other. */
function isSentByService({ by, at }: NonNullable<ReleaseSpec['announce']>): boolean {
  return by === 'service' && at !== undefined && Date.parse(at) > Date.now();
}
