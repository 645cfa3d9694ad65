import { archives } from './targets/archives';
import { callbacks } from './targets/callbacks';
import { consoleApi } from './targets/console-api';
import { exportedFiles } from './targets/exported-files';
import { files } from './targets/files';
import { replies } from './targets/replies';
import { workbooks } from './targets/workbooks';
import type { Target } from './target';

export type TargetName = 'files' | 'workbooks' | 'exports' | 'archives' | 'replies' | 'callbacks' | 'console';

export const targets: Record<TargetName, () => Promise<Target>> = {
  files,
  workbooks,
  exports: exportedFiles,
  archives,
  replies,
  callbacks,
  console: consoleApi,
};

export const targetNames = Object.keys(targets) as TargetName[];
