import { stageNames } from '../../src/domain/stages';
import { stageTitles } from '../stage-titles';

/** How far a release has come, by the stage it is in. */
export function StageDots({ stage, state }: { stage: string | null; state: string }) {
  const place =
    state === 'done' || state === 'partial'
      ? stageNames.length
      : stageNames.findIndex((name) => name === stage);
  const current = stageNames[place];
  if (place === -1) return <bdi class="muted">{stage ?? '–'}</bdi>;
  return (
    <span class="stage-dots">
      <span class={`dots state-${state}`} aria-hidden="true">
        {stageNames.map((name, index) => (
          <i key={name} class={index < place ? 'past' : index === place ? 'now' : ''} />
        ))}
      </span>
      <span>
        {current === undefined ? 'All stages' : stageTitles[current]}
        {current !== undefined && (
          <span class="muted">
            {' '}
            {place + 1} of {stageNames.length}
          </span>
        )}
      </span>
    </span>
  );
}
