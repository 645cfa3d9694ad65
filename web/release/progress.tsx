import type { ReleaseStatus } from '../../src/domain/status';
import { numberText } from '../count-text';
import { partDone } from '../../src/domain/release-part';
import { translateSteps } from '../../src/domain/translate-steps';
import { wordOf } from '../messages/word-of';
import { words } from '../messages/words';

/** The sub-step under way, and its rows. */
export function Progress({ status }: { status: ReleaseStatus }) {
  const { progress, state } = status;
  if (progress === null || state !== 'running') return null;
  const { step, stepIndex, rowsDone, rowsTotal } = progress;
  const percent = Math.round((partDone(progress) ?? 0) * 100);
  return (
    <section class="progress" aria-label={words.release.progress}>
      <p>
        <strong>{wordOf(words.stages.steps, step)}</strong>
        {stepIndex !== null && (
          <span class="muted"> {words.release.step(stepIndex, translateSteps.length)}</span>
        )}
        {rowsTotal > 0 && <span>{words.release.rows(numberText(rowsDone), numberText(rowsTotal))}</span>}
      </p>
      <div
        class="bar"
        role="progressbar"
        aria-label={words.release.stage}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <div style={{ inlineSize: `${percent}%` }} />
      </div>
    </section>
  );
}
