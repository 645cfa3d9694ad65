/** The view of a release that Temporal has forgotten, made from its manifest. */
import { releaseId } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { AnnouncedTarget, ReleaseView, ExportedFile } from '../../domain/release/status';
import { faultText } from '../../store/manifest-seal';

export function archivedView({ content, run }: Parts, faults: readonly string[] = []): ReleaseView {
  const { project, name, state, terms } = content;
  return {
    schemaVersion: 1,
    id: releaseId({ project, name }),
    project,
    name,
    state,
    stage: stageOfEnd(content),
    stages: content.stages.map((stage, index) => ({
      ...stage,
      startedAt: run.stages[index]?.startedAt ?? null,
      endedAt: run.stages[index]?.endedAt ?? null,
    })),
    waitingFor: null,
    hold: null,
    paused: null,
    progress: null,
    taskId: run.taskId,
    publishJobId: run.publishJobId,
    terms: terms && run.terms && { ...terms, ...run.terms },
    languages: content.languages,
    comingLanguages: [],
    export:
      content.files.length === 0
        ? null
        : {
            files: exportedFiles({ content, run }),
            completeness: content.completeness,
            mode: content.export?.mode,
            escape: content.export?.escape,
          },
    announcement: announcementOf({ content, run }),
    decisions: content.decisions.map((decision, index) => ({
      ...decision,
      at: run.decidedAt[index] ?? run.endedAt,
    })),
    problem:
      content.problem === null
        ? null
        : {
            code: content.problem,
            message: run.problem?.message ?? '',
            traceIds: run.problem?.traceIds ?? [],
            actions: [],
          },
    choices: [],
    facts: run.problem?.facts ?? {},
    warnings: [...content.warnings, ...faults.map(faultText)],
    worker: null,
    workerProblem: null,
    retrying: null,
    archived: true,
  };
}

/** The stage that failed. null: none did. */
export function stageOfEnd({ stages }: Pick<ReleaseManifest['content'], 'stages'>): ReleaseView['stage'] {
  return stages.find(({ state }) => state === 'failed')?.name ?? null;
}

type Parts = Pick<ReleaseManifest, 'content' | 'run'>;

function exportedFiles({ content, run }: Parts): ExportedFile[] {
  return content.files.map(({ name, ...file }, index) => ({ path: run.paths[index] ?? name, ...file }));
}

function announcementOf(parts: Parts): ReleaseView['announcement'] {
  const { announcement, endedAt } = parts.run;
  if (announcement === null) return null;
  const { postId } = announcement;
  return { postId, sentAt: endedAt, scheduledAt: null, accepted: true, targets: announcedTargets(parts) };
}

export function announcedTargets({ content, run }: Parts): AnnouncedTarget[] {
  const seen = new Map(run.announcement?.targets.map((target) => [target.accountId, target]));
  const unseen = { message: null, link: null };
  return (content.announcement?.targets ?? []).map((target) => ({
    ...target,
    ...(seen.get(target.accountId) ?? unseen),
  }));
}
