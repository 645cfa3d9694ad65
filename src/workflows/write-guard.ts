/**
 * The one way to change something outside. Only this module imports the activities that write (`npm run check` enforces
 * that), and it alone decides whether a call may be made now: not while the release is paused, not before its time,
 * only in the project's turn where it needs that, and not at all once it is no longer wanted. The input is made when
 * the guard opens, from the release's current request, so that anything that has not passed can be amended. A person's own
 * edit of terms passes at once (`ownEdit`).
 */
import { CancellationScope } from '@temporalio/workflow';
import type { StageName } from '../domain/release/stages';
import type { Hold } from '../domain/release/status';
import { mayBeMadeLater } from './problems';
import type { Run } from './run';
import { giveTurnBack, takeTurn } from './turn';
import { wait } from './wait';
import { writes } from './write-proxies';

export interface Write<Result> {
  stage: StageName;
  /** The reason to wait and its end, or null. */
  heldBack?: () => Promise<Hold | null>;
  /** Whether it needs the project's turn to publish and export. */
  inTurn?: boolean;
  /** Whether the call is no longer wanted: something else has to be done first, or it was amended away. */
  isOvertaken?: () => boolean;
  call: (calls: typeof writes) => Promise<Result>;
}

/** The call is no longer wanted, and was not sent. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
}

/** A paused release returns its turn after this time, because others want to publish. */
const LONGEST_PAUSE_IN_TURN_MS = 10 * 60_000;

export async function guardedWrite<Result>(run: Run, write: Write<Result>): Promise<Result> {
  for (;;) {
    await untilOpen(run, write);
    const scope = new CancellationScope();
    run.openCall = scope;
    run.record.sending = write.stage;
    try {
      return await scope.run(() => write.call(writes));
    } catch (error) {
      const isCalledOff =
        scope.consideredCancelled &&
        !CancellationScope.current().consideredCancelled &&
        mayBeMadeLater(error);
      if (!isCalledOff) throw error;
    } finally {
      run.openCall = null;
      run.record.sending = null;
    }
  }
}

type OwnEdit = 'editTerms' | 'deleteTerms' | 'uploadTerms' | 'updateTerms' | 'deleteTermbaseTerms';
type OwnEdits = { [Kind in keyof typeof writes]: Pick<(typeof writes)[Kind], OwnEdit> };

/** A person's own edit of terms is no step of a release, so a pause does not hold it back. */
export function ownEdit<Result>(call: (calls: OwnEdits) => Promise<Result>): Promise<Result> {
  return call(writes);
}

async function untilOpen<Result>(run: Run, write: Write<Result>): Promise<void> {
  const { record } = run;
  const isOvertaken = (): boolean => write.isOvertaken?.() === true;
  for (;;) {
    if (isOvertaken()) throw new Overtaken();
    if (record.paused !== null) {
      await untilResumed(run);
      continue;
    }
    const { changes } = run;
    const hold = (await write.heldBack?.()) ?? null;
    if (run.changes !== changes) continue;
    if (hold !== null) {
      run.hold(write.stage, hold);
      const untilMs = hold.until === null ? Date.now() : Date.parse(hold.until);
      const summary =
        hold.why === 'daily_cap' ? 'the daily cap is waited out' : `announced not before ${hold.until}`;
      await wait(run, () => false, { forMs: untilMs - Date.now(), summary });
      continue;
    }
    if (write.inTurn === true && record.turn === null) {
      const isStopped = (): boolean => record.paused !== null || isOvertaken();
      await takeTurn(run, { forExport: write.stage === 'export', isStopped });
      continue;
    }
    if (record.hold !== null) run.begin(write.stage);
    return;
  }
}

/** Nothing new begins during a pause. */
export async function untilResumed(run: Run): Promise<void> {
  const { record } = run;
  const isResumed = (): boolean => record.paused === null;
  while (record.paused !== null) {
    const pausedMs = Date.now() - Date.parse(record.paused.at);
    if (record.turn === null) await wait(run, isResumed);
    else if (pausedMs >= LONGEST_PAUSE_IN_TURN_MS) await giveTurnBack(run);
    else
      await wait(run, isResumed, {
        forMs: LONGEST_PAUSE_IN_TURN_MS - pausedMs,
        summary: 'paused in its turn to publish',
      });
  }
}
