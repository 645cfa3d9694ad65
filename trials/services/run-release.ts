/** One release with one service: a person confirms, and retries each thing that was made to fail. */
import { setTimeout as delay } from 'node:timers/promises';
import { join } from 'node:path';
import type { ReleaseStatus } from '../../src/domain/release/status';
import { confirmTermsSignal, markTermsUpdate } from '../../src/protocol/messages';
import type { Readings } from '../../src/sandbox/readings/catalogue';
import { upsertTerm } from '../../src/sandbox/localization/project-state';
import { ReleaseRig, type ReleaseHandle } from '../../test/workflows/release-rig';
import { occasionFor, settingsFor, type Occasion } from './other-services';
import { verdict, type Verdict } from './verdict';

export interface RunOptions {
  /** How long nothing at all may happen. */
  silentMs: number;
  /** Whether the configuration file says what is known of the service, and the source is no larger than it takes. */
  isInformed?: boolean;
  signal?: AbortSignal;
}

export interface ReleaseRun extends Verdict {
  readings: Partial<Readings>;
  status: ReleaseStatus | null;
}

const LOOK_EVERY_MS = 250;

export async function runRelease(readings: Partial<Readings>, options: RunOptions): Promise<ReleaseRun> {
  const occasion = occasionFor(readings, options);
  const rig = await ReleaseRig.start({
    sandbox: occasion.profile,
    minCheckInterval: '200ms',
    config: options.isInformed === true ? { assumptions: settingsFor(readings) } : {},
  });
  try {
    seedTermbase(rig, occasion);
    const directory = join(rig.directory, 'out');
    const exportTo = { ...occasion.file.export, directory } as NonNullable<typeof occasion.file.export>;
    const handle = await rig.release({ ...occasion.file, export: exportTo }, occasion.strings);
    const { status, isSilent } = await follow(rig, handle, occasion, options);
    const judged = await verdict(rig.sandbox, status, { isSilent, failures: occasion.failures });
    if (status === null || !hasEnded(status)) await handle.terminate('the trial is over');
    return { readings, status, ...judged };
  } finally {
    await rig.close();
  }
}

function seedTermbase(rig: ReleaseRig, { knownNames }: Occasion): void {
  const project = rig.sandbox.localization.project('sandbox');
  for (const content of knownNames) {
    upsertTerm(project, { content, source_language: 'en' }, rig.sandbox.clock.iso());
  }
}

/** Until it has ended, needs a person for something else than the terms, or nothing happens any more. */
export async function follow(
  rig: ReleaseRig,
  handle: ReleaseHandle,
  { removesTerm, failures }: Pick<Occasion, 'removesTerm' | 'failures'>,
  { silentMs, signal }: RunOptions,
): Promise<{ status: ReleaseStatus | null; isSilent: boolean }> {
  let status: ReleaseStatus | null = null;
  let lastNews = { what: '', atMs: Date.now() };
  let hasConfirmed = false;
  let retries = 0;
  while (Date.now() - lastNews.atMs < silentMs) {
    signal?.throwIfAborted();
    await delay(LOOK_EVERY_MS);
    status = await handle.query<ReleaseStatus>('status').catch(() => status);
    if (status === null) continue;
    const what = JSON.stringify(status);
    if (what !== lastNews.what) lastNews = { what, atMs: Date.now() };
    if (status.waitingFor?.kind === 'terms' && !hasConfirmed) {
      hasConfirmed = true;
      if (removesTerm) await removeFirstTerm(rig, handle);
      await handle.signal(confirmTermsSignal, { by: 'trials' });
    } else if (isFailedWork(status) && retries < failures) {
      retries += 1;
      await rig.resolve(handle, 'retry').catch(() => undefined);
    } else if (needsPerson(status) || hasEnded(status)) {
      return { status, isSilent: false };
    }
  }
  return { status, isSilent: true };
}

async function removeFirstTerm(rig: ReleaseRig, handle: ReleaseHandle): Promise<void> {
  const [task] = rig.sandbox.localization.project('sandbox').tasks.values();
  const [term] = task?.terms ?? [];
  if (term === undefined) return;
  await handle.executeUpdate(markTermsUpdate, {
    args: [{ by: 'trials', termIds: [term.id], removed: true }],
  });
}

/** What may have been done already nobody repeats unseen. */
function isFailedWork(status: ReleaseStatus): boolean {
  return needsPerson(status) && status.problem?.code !== 'outcome_unknown';
}

function needsPerson({ state }: ReleaseStatus): boolean {
  return state === 'parked' || state === 'partial';
}

export function hasEnded({ state }: ReleaseStatus): boolean {
  return state !== 'running' && state !== 'waiting' && !needsPerson({ state } as ReleaseStatus);
}
