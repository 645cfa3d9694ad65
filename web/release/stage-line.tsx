import { durationText } from '../../src/domain/text/duration';
import { isDecidedIn, partDone, type PastRelease, usualStageMs } from '../../src/domain/release/time-left';
import { endedStates } from '../../src/domain/release/release-states';
import { type StageName, stageTitles, translateSteps } from '../../src/domain/release/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/release/status';
import type { ReleaseDetails } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { Icon, type IconName } from '../components/icon';
import { useResource } from '../components/resource';
import { nowMs, When } from '../components/when';
import { numberText } from '../format';
import { isRequested, stageStanding, type StageStanding } from './stage-words';

const icons: Readonly<Record<StageStanding['look'], IconName>> = {
  pending: 'dot',
  running: 'running',
  waiting: 'hand',
  done: 'check',
  skipped: 'minus',
  failed: 'stop',
  partial: 'half',
  ended: 'cross',
};

interface StageLineProps {
  status: ReleaseStatus;
  planned: readonly StageName[];
  past: Past;
}

/** The requested stages, each as wide as its duration, from left to right; on a narrow screen, from top to bottom. */
export function StageLine({ status, planned, past }: StageLineProps) {
  const stages = status.stages.filter((stage) => isRequested(stage, planned));
  const others = status.stages.filter((stage) => !stages.includes(stage));
  const shares = stageShares(stages, { ...past, nowMs: nowMs.value });
  return (
    <section class="stages stack" aria-label="Course of the release">
      <ol class="stage-line" aria-label="Stages">
        {stages.map((stage, index) => {
          const { words: standing, look } = stageStanding(stage, status, planned);
          return (
            <li
              key={stage.name}
              class={`stage stack ${look}`}
              style={{ flexGrow: shares[index] ?? 0 }}
              aria-current={look === 'running' || look === 'waiting' ? 'step' : undefined}
            >
              <span class="stage-sign">
                <Icon name={icons[look]} />
              </span>
              <span class="stage-text stack small">
                <span class="stage-name">{stageTitles[stage.name]}</span>
                <span class="stage-state muted">{standing}</span>
                <Times stage={stage} status={status} />
                {stage.note !== undefined && (
                  <span class="muted break" dir="auto">
                    {stage.note}
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <p class="muted">Not asked for: {others.map(({ name }) => stageTitles[name]).join(', ')}</p>
      )}
    </section>
  );
}

function Times({ stage, status }: { stage: Stage; status: ReleaseStatus }) {
  const { startedAt, endedAt, state } = stage;
  if (startedAt === null || state === 'skipped' || state === 'pending') return null;
  const { waitingFor, decisions } = status;
  const isWaiting = stage.name === status.stage && waitingFor?.kind === 'decision';
  const isDecided = stage.name !== 'confirm' && (isWaiting || isDecidedIn(stage, decisions));
  const tookMs = (endedAt === null ? nowMs.value : Date.parse(endedAt)) - Date.parse(startedAt);
  const took = durationText(tookMs);
  return (
    <span class="stage-times stack muted">
      <When at={endedAt ?? startedAt} />
      <span> {endedAt === null ? `for ${took}` : took}</span>
      {isDecided && <span>with a wait for a person</span>}
    </span>
  );
}

/** The earlier releases that the estimate of the coming stages uses. */
export interface Past {
  past: readonly PastRelease[];
  /** The number of strings times languages; null where it is not known. */
  rows: number | null;
}

/**
 * The fraction of the line for each stage, by its actual, present or usual duration. The fractions add up to 1; where
 * no duration is known, they are equal.
 */
export function stageShares(stages: readonly Stage[], known: Past & { nowMs: number }): number[] {
  const times = stages.map((stage) => stageMs(stage, known));
  const total = times.reduce((sum, ms) => sum + ms, 0);
  return times.map((ms) => (total === 0 ? 1 / stages.length : ms / total));
}

function stageMs(stage: Stage, { nowMs, ...past }: Past & { nowMs: number }): number {
  const { startedAt, endedAt } = stage;
  if (startedAt === null || stage.state === 'pending') return usualStageMs(stage, past) ?? 0;
  return Math.max(0, (endedAt === null ? nowMs : Date.parse(endedAt)) - Date.parse(startedAt));
}

/** An ended release needs no estimate, so nothing is requested. */
export function usePast(release: ReleaseName, { status, plan }: ReleaseDetails): Past {
  const isUnderWay = !endedStates.has(status.state);
  const resource = useResource(`${status.id} ${isUnderWay}`, () =>
    isUnderWay ? api.past(release) : Promise.resolve([]),
  );
  return {
    past: resource.value.value ?? [],
    rows: plan.strings === null ? null : Math.max(1, plan.strings * plan.targetLanguages.length),
  };
}

/** An unknown name, of a newer gateway, is shown unchanged. */
const stepNames: Readonly<Partial<Record<string, string>>> = {
  tmMatching: 'translation memory',
  tbMatching: 'termbase',
  kbExtraction: 'knowledge base',
  translateBatch: 'translation',
  lqaBatch: 'language check',
  translateEnhanceBatch: 'improvement',
  aiScoringBatch: 'scoring',
};

export function Progress({ status }: { status: ReleaseStatus }) {
  const { progress, state } = status;
  if (progress === null || state !== 'running') return null;
  const { step, stepIndex, rowsDone, rowsTotal } = progress;
  const percent = Math.round((partDone(progress) ?? 0) * 100);
  return (
    <section class="progress" aria-label="Progress of the stage">
      <p class="row">
        <strong>{stepNames[step] ?? step}</strong>
        {stepIndex !== null && (
          <span class="muted">
            {' '}
            step {stepIndex} of {translateSteps.length}
          </span>
        )}
        {rowsTotal > 0 && (
          <span>
            {numberText(rowsDone)} of {numberText(rowsTotal)} rows of this step
          </span>
        )}
        <span class="muted">{percent} % of the stage</span>
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
