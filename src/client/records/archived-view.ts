/** The view of a release that Temporal has forgotten, made from its manifest. */
import { releaseId } from '../../domain/release/identity';
import type { ReleaseManifest } from '../../domain/release/manifest-schema';
import type { AnnouncedTarget, ReleaseView } from '../../domain/release/status';
import { faultText } from '../../store/manifest-seal';
import * as z from 'zod';
import { postedText } from '../../social/posted-text';

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
            files: content.files.map(({ name: file, ...more }, index) => ({
              path: run.paths[index] ?? file,
              ...more,
            })),
            completeness: content.completeness,
            mode: content.export?.mode,
            escape: content.export?.escape,
          },
    announcement: run.announcement && {
      postId: run.announcement.postId,
      sentAt: run.endedAt,
      scheduledAt: null,
      accepted: true,
      targets: announcedTargets({ content, run }),
    },
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

export function announcedTargets({ content, run }: Parts): AnnouncedTarget[] {
  const seen = new Map(run.announcement?.targets.map((target) => [target.accountId, target]));
  const unseen = { message: null, link: null };
  return (content.announcement?.targets ?? []).map((target) => ({
    ...target,
    ...(seen.get(target.accountId) ?? unseen),
  }));
}

const request = z.object({ announce: z.object({ text: z.string() }) });

/**
 * The text that a release announced, by its record. null: no announcement, different texts per account, a draft from
 * the application, or languages added since, in which case the languages that the text named are not known.
 */
export function announcedText({ content }: ReleaseManifest): string | null {
  const { success, data } = request.safeParse(content.request);
  if (!success || content.announcement === null) return null;
  if (content.announcement.targets.some(({ text }) => text !== undefined)) return null;
  if (content.decisions.some(({ what }) => what.startsWith('add languages'))) return null;
  const { project, name, languages, source } = content;
  return postedText({
    release: { project, name },
    text: data.announce.text,
    languages,
    strings: source.kind === 'snapshot' ? source.strings : 0,
  });
}
