import type { ReleaseStatus } from '../../src/domain/status';
import { nowMs } from '../clock';
import { numberText } from '../count-text';
import { roughDurationText } from '../time-text';
import { etaMs, partDone } from '../../src/domain/eta';
import { translateSteps } from '../../src/domain/translate-steps';
import { subStepWords } from './stage-words';

/** The sub-step under way, its rows, and how long it may still take. */
export function Progress({ status }: { status: ReleaseStatus }) {
  const { progress, state } = status;
  if (progress === null || state !== 'running') return null;
  const { step, stepIndex, rowsDone, rowsTotal } = progress;
  const leftMs = etaMs(status, nowMs.value);
  const percent = Math.round((partDone(progress) ?? 0) * 100);
  return (
    <section class="progress" aria-label="Progress of the stage">
      <p>
        <strong>{subStepWords(step)}</strong>
        {stepIndex !== null && (
          <span class="muted">
            {' '}
            step {stepIndex} of {translateSteps.length}
          </span>
        )}
        {rowsTotal > 0 && (
          <span>
            {numberText(rowsDone)} of {numberText(rowsTotal)} rows
          </span>
        )}
        {leftMs !== null && <span>about {roughDurationText(leftMs)} left at this speed</span>}
      </p>
      <div
        class="bar"
        role="progressbar"
        aria-label="Stage"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div style={{ inlineSize: `${percent}%` }} />
      </div>
    </section>
  );
}
