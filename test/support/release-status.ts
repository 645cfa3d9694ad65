import { stageNames, type StageName } from '../../src/domain/release/stages';
import type { AnnouncedTarget, ReleaseView, Stage } from '../../src/domain/release/status';

/** A release that has just begun, but for what a test says of it. */
export function releaseStatus(changes: Partial<ReleaseView> = {}): ReleaseView {
  return {
    schemaVersion: 1,
    warnings: [],
    choices: [],
    facts: {},
    id: 'default/game-1',
    project: 'default',
    name: 'game-1',
    state: 'running',
    stage: null,
    stages: stagesWith({}),
    waitingFor: null,
    progress: null,
    taskId: null,
    publishJobId: null,
    terms: null,
    languages: ['ja'],
    comingLanguages: [],
    export: null,
    announcement: null,
    paused: null,
    decisions: [],
    hold: null,
    problem: null,
    worker: 'present',
    workerProblem: null,
    retrying: null,
    archived: false,
    ...changes,
  };
}

/** A post that the service has taken over, as a status shows it. */
export function announcedOn(
  targets: AnnouncedTarget[],
  postId = 'post_1',
): NonNullable<ReleaseView['announcement']> {
  return { postId, targets, sentAt: '2026-12-01T09:00:00.000Z', scheduledAt: null, accepted: true };
}

/** All pending, but for those named. */
export function stagesWith(changes: Partial<Record<StageName, Partial<Stage>>>): Stage[] {
  return stageNames.map((name) => ({
    name,
    state: 'pending',
    startedAt: null,
    endedAt: null,
    ...changes[name],
  }));
}
