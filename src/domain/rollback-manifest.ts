/** What stays of a rollback: who had which release published again, and what came of it. */
import type { RollbackManifestBody } from './manifest-schema';
import { manifestFile } from './release-manifest';
import type { ReleaseRollback, ServiceWorkStatus } from './service-work';

export interface EndedRollback extends Pick<
  ServiceWorkStatus,
  'state' | 'problem' | 'jobId' | 'files' | 'completeness'
> {
  work: ReleaseRollback;
  runId: string;
  startedAt: string;
  endedAt: string;
}

export function rollbackManifest(ended: EndedRollback, version: string): RollbackManifestBody {
  const { work, state, problem, jobId, files, completeness, runId, startedAt, endedAt } = ended;
  const { project, release, by, reason, languages, lostLanguages, taskId, of } = work;
  return {
    schemaVersion: 1,
    kind: 'rollback',
    content: {
      project,
      name: release,
      state,
      problem: problem?.code ?? null,
      by,
      reason,
      languages,
      lostLanguages,
      files: files.map(manifestFile),
      completeness,
    },
    run: {
      version,
      runId,
      startedAt,
      endedAt,
      of,
      taskId,
      publishJobId: jobId,
      directory: work.export?.directory ?? null,
      paths: files.map(({ path }) => path),
      problem: problem && {
        message: problem.message,
        facts: problem.facts,
        traceIds: problem.traceIds ?? [],
      },
    },
  };
}
