/** What each stage of a release will call and wait for, as its file asks. */
import { stageDeadlineMs } from '../domain/policies';
import type { ReleaseSpec } from '../domain/release-file';
import { stageNames, type StageName } from '../domain/stages';

export interface PlannedStage {
  name: StageName;
  /** Whether the release file asks for it; otherwise it is skipped. */
  wanted: boolean;
  /** Endpoints as documented; a read is repeated while it waits. */
  calls: string[];
  /** null: it waits for nothing but its calls. */
  wait: { what: string; atMostMs: number } | null;
}

export function plannedStages(spec: ReleaseSpec): PlannedStage[] {
  return stageNames.map((name) => {
    const stage = stages[name](spec);
    return { name, wanted: stage !== null, calls: stage?.calls ?? [], wait: stage?.wait ?? null };
  });
}

type Stage = Pick<PlannedStage, 'calls'> & Partial<Pick<PlannedStage, 'wait'>>;

const stages: Record<StageName, (spec: ReleaseSpec) => Stage | null> = {
  create: ({ export: exportTo, announce }) => ({
    calls: [
      'GET /languages',
      ...(exportTo === undefined ? [] : ['GET /export-templates']),
      ...(announce === undefined ? [] : ['GET /workspace', 'GET /accounts']),
      ...(announce?.postId === undefined ? [] : ['GET /posts/{postId}']),
      'POST /tasks/create',
    ],
  }),
  scan: ({ terms }) =>
    terms.scan
      ? { calls: ['GET /tasks/status'], wait: { what: 'the term scan', atMostMs: stageDeadlineMs.scan } }
      : null,
  confirm: ({ terms }) =>
    terms.scan && terms.confirmation === 'operator'
      ? {
          calls: ['GET /tasks/terms', 'GET /tasks/status', 'POST /tasks/confirm-terms'],
          wait: { what: 'an operator', atMostMs: terms.deadline },
        }
      : null,
  translate: () => ({
    calls: ['GET /tasks/status'],
    wait: { what: 'the translation', atMostMs: stageDeadlineMs.translate },
  }),
  supplement: ({ supplementLanguages }) =>
    supplementLanguages.length > 0
      ? {
          calls: ['POST /tasks/supplement-translate', 'GET /tasks/status'],
          wait: { what: 'their translation', atMostMs: stageDeadlineMs.supplement },
        }
      : null,
  publish: ({ publish }) =>
    publish
      ? {
          calls: ['POST /tasks/publish', 'GET /tasks/publish-status'],
          wait: { what: 'the publish job', atMostMs: stageDeadlineMs.publish },
        }
      : null,
  export: ({ export: exportTo }) => (exportTo === undefined ? null : { calls: ['POST /export/ini'] }),
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
