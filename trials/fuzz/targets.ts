import { archives } from './targets/archives';
import { callbacks } from './targets/callbacks';
import { callers } from './targets/callers';
import { consoleApi } from './targets/console-api';
import { contents } from './targets/contents';
import { exportedFiles } from './targets/exported-files';
import { files } from './targets/files';
import { replies } from './targets/replies';
import { workbooks } from './targets/workbooks';
import type { Target } from './fuzz-target';

export type TargetName =
  | 'files'
  | 'contents'
  | 'workbooks'
  | 'exports'
  | 'archives'
  | 'replies'
  | 'callbacks'
  | 'console'
  | 'callers';

export const targets: Record<TargetName, () => Promise<Target>> = {
  files,
  contents,
  workbooks,
  exports: exportedFiles,
  archives,
  replies,
  callbacks,
  console: consoleApi,
  callers,
};

export const targetNames = Object.keys(targets) as TargetName[];
