/** What a release says of itself: the answer of the `status` query and of `status -o json`. */
import type { Problem } from './problem';
import type { Stage, StageName } from './stages';
import type { TermSheetRef } from './term-sheet';

export type ReleaseState =
  'running' | 'waiting' | 'parked' | 'done' | 'partial' | 'rejected' | 'cancelled' | 'failed';

/** States in which nothing will happen any more unless a person starts something new. */
export const endedStates: ReadonlySet<ReleaseState> = new Set([
  'done',
  'partial',
  'rejected',
  'cancelled',
  'failed',
]);

export interface WaitingFor {
  kind: 'terms' | 'decision';
  since: string;
  dueAt: string | null;
}

export interface Progress {
  step: string;
  stepIndex: number | null;
  rowsDone: number;
  rowsTotal: number;
}

export interface ExportedFile {
  path: string;
  languages: string[];
  bytes: number;
  sha256: string;
}

export interface AnnouncedTarget {
  accountId: string;
  platform: string | null;
  status: string;
  errorCode: string | null;
  message: string | null;
}

/** Who decided what, when and why. */
export interface Decision {
  at: string;
  by: string;
  what: string;
  why: string | null;
}

export interface ReleaseStatus {
  schemaVersion: 1;
  id: string;
  project: string;
  name: string;
  state: ReleaseState;
  stage: StageName | null;
  stages: Stage[];
  waitingFor: WaitingFor | null;
  progress: Progress | null;
  taskId: string | null;
  publishJobId: string | null;
  terms: TermSheetRef | null;
  languages: string[];
  export: { files: ExportedFile[]; completeness: Completeness[] } | null;
  announcement: { postId: string; targets: AnnouncedTarget[] } | null;
  decisions: Decision[];
  problem: Problem | null;
}

export interface Completeness {
  language: string;
  percent: number;
  missing: number;
}
