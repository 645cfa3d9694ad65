import type { StageName } from '../../src/domain/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/status';
import { nowMs } from '../clock';
import { Icon, type IconName } from '../components/icon';
import { When } from '../components/when';
import { durationText } from '../../src/domain/duration';
import { stageTitles } from '../stage-titles';
import { stageShares, type Past } from './stage-scale';
import { isAskedFor, stageStanding, type StageStanding } from './stage-words';

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

/** The stages that were asked for, each as long as it takes, from left to right; where it is narrow, from top to bottom. */
export function StageLine({
  status,
  planned,
  past,
}: {
  status: ReleaseStatus;
  planned: readonly StageName[];
  past: Past;
}) {
  const stages = status.stages.filter((stage) => isAskedFor(stage, planned));
  const others = status.stages.filter((stage) => !stages.includes(stage));
  const shares = stageShares(stages, { ...past, nowMs: nowMs.value });
  return (
    <section class="stages" aria-label="Course of the release">
      <ol class="stage-line" aria-label="Stages">
        {stages.map((stage, index) => {
          const { words: standing, look } = stageStanding(stage, status, planned);
          return (
            <li
              key={stage.name}
              class={`stage ${look}`}
              style={{ flexGrow: shares[index] ?? 0 }}
              aria-current={look === 'running' || look === 'waiting' ? 'step' : undefined}
            >
              <span class="stage-sign">
                <Icon name={icons[look]} />
              </span>
              <span class="stage-text">
                <span class="stage-name">{stageTitles[stage.name]}</span>
                <span class="stage-state">{standing}</span>
                <Times stage={stage} />
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

function Times({ stage: { startedAt, endedAt, state } }: { stage: Stage }) {
  if (startedAt === null || state === 'skipped') return null;
  const tookMs = (endedAt === null ? nowMs.value : Date.parse(endedAt)) - Date.parse(startedAt);
  const took = durationText(tookMs);
  return (
    <span class="stage-times">
      <When at={endedAt ?? startedAt} />
      <span> {endedAt === null ? `for ${took}` : took}</span>
    </span>
  );
}
