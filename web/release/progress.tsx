import type { ReleaseStatus } from '../../src/domain/status';
import { partDone } from '../../src/domain/time-left';
import { translateSteps } from '../../src/domain/stages';
import { numberText } from '../count-text';

/** What a newer service calls otherwise keeps its own name. */
const stepNames: Readonly<Partial<Record<string, string>>> = {
  tmMatching: 'translation memory',
  tbMatching: 'termbase',
  kbExtraction: 'knowledge base',
  translateBatch: 'translation',
  lqaBatch: 'language check',
  translateEnhanceBatch: 'improvement',
  aiScoringBatch: 'scoring',
};

/** The sub-step under way, and its rows. */
export function Progress({ status }: { status: ReleaseStatus }) {
  const { progress, state } = status;
  if (progress === null || state !== 'running') return null;
  const { step, stepIndex, rowsDone, rowsTotal } = progress;
  const percent = Math.round((partDone(progress) ?? 0) * 100);
  return (
    <section class="progress" aria-label="Progress of the stage">
      <p>
        <strong>{stepNames[step] ?? step}</strong>
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
