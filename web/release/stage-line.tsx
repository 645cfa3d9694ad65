import type { StageName } from '../../src/domain/stages';
import type { ReleaseStatus, Stage } from '../../src/domain/status';
import { nowMs } from '../clock';
import { Icon, type IconName } from '../components/icon';
import { When } from '../components/when';
import { durationText } from '../time-text';
import { stageStanding, stageTitles, type StageStanding } from './stage-words';

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

/** The eight stages, from left to right, or from top to bottom where it is narrow. */
export function StageLine({ status, planned }: { status: ReleaseStatus; planned: readonly StageName[] }) {
  return (
    <ol class="stage-line" aria-label="Stages">
      {status.stages.map((stage) => {
        const { words, look } = stageStanding(stage, status, planned);
        return (
          <li
            key={stage.name}
            class={`stage ${look}`}
            aria-current={look === 'running' || look === 'waiting' ? 'step' : undefined}
          >
            <span class="stage-sign">
              <Icon name={icons[look]} />
            </span>
            <span class="stage-text">
              <span class="stage-name">{stageTitles[stage.name]}</span>
              <span class="stage-state">{words}</span>
              <Times stage={stage} />
            </span>
          </li>
        );
      })}
    </ol>
  );
}

function Times({ stage: { startedAt, endedAt, state } }: { stage: Stage }) {
  if (startedAt === null || state === 'skipped') return null;
  const tookMs = (endedAt === null ? nowMs.value : Date.parse(endedAt)) - Date.parse(startedAt);
  return (
    <span class="stage-times">
      <When at={endedAt ?? startedAt} />
      <span> {endedAt === null ? `for ${durationText(tookMs)}` : durationText(tookMs)}</span>
    </span>
  );
}
