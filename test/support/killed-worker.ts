import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { builtModule } from './built-sources';
import { changedBundle } from './bundle-workflows';
import type { ReleaseRig } from '../workflows/release-rig';

export interface Death {
  activity: string;
  /** Counted from 1. */
  occurrence: number;
  /** Before the activity is carried out, or when it has been and nobody knows of it yet. */
  moment: string;
}

/** A worker in a process of its own, until it is gone without a word. */
export async function workUntilKilled(
  rig: ReleaseRig,
  { activity, occurrence, moment }: Death,
): Promise<void> {
  const WORKFLOW_BUNDLE = changedBundle('short-heartbeats');
  const script = builtModule('test/workflows/fixtures/worker-process');
  const child = spawn(process.execPath, [script, activity, String(occurrence), moment], {
    env: { ...process.env, ...rig.env({ LOCRELEASE_CONFIG: rig.configFile, WORKFLOW_BUNDLE }) },
    // Over the channel it learns that we are gone: a test that failed leaves nobody behind.
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const errors = child.stderr === null ? '' : text(child.stderr);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  if (signal !== 'SIGKILL')
    throw new Error(`the worker was not killed, but ended with ${code}: ${await errors}`);
}
