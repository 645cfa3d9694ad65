import type { StageState } from '../../src/domain/stages';
import type { Stage } from '../../src/domain/status';
import { nowMs } from '../clock';
import { Icon, type IconName } from '../components/icon';
import { When } from '../components/when';
import { durationText } from '../time-text';
import { stageStateWords, stageTitles } from './stage-words';

const icons: Readonly<Record<StageState, IconName>> = {
  pending: 'dot',
  running: 'running',
  waiting: 'hand',
  done: 'check',
  skipped: 'minus',
  failed: 'stop',
};

/** The eight stages, from left to right, or from top to bottom where it is narrow. */
export function StageLine({ stages }: { stages: readonly Stage[] }) {
  return (
    <ol class="stage-line" aria-label="Stages">
      {stages.map((stage) => (
        <li
          key={stage.name}
          class={`stage ${stage.state}`}
          aria-current={stage.state === 'running' || stage.state === 'waiting' ? 'step' : undefined}
        >
          <span class="stage-sign">
            <Icon name={icons[stage.state]} />
          </span>
          <span class="stage-text">
            <span class="stage-name">{stageTitles[stage.name]}</span>
            <span class="stage-state">{stageStateWords[stage.state]}</span>
            <Times stage={stage} />
          </span>
        </li>
      ))}
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
