import { capitalized } from '../../src/domain/sentence';
import type { PlannedRelease } from '../../src/protocol/draft-api';
import { countText, numberText } from '../count-text';
import { durationText } from '../time-text';

/** Each stage with its calls, and what it waits for. */
export function PlannedStages({ plan: { stages, calls } }: { plan: PlannedRelease }) {
  return (
    <table class="plan-stages">
      <caption>Stages: {range(calls)} in all, if no call fails and nobody edits terms</caption>
      <thead>
        <tr>
          <th scope="col">Stage</th>
          <th scope="col">Calls</th>
          <th scope="col">Waits for</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, wanted, calls: made, callCount, wait }) => (
          <tr key={name} class={wanted ? '' : 'muted'}>
            <th scope="row">{capitalized(name)}</th>
            <td title={made.join(', ')}>{wanted ? range(callCount) : 'skipped'}</td>
            <td>{wait === null ? '' : `${wait.what}, at most ${durationText(wait.atMostMs)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function range({ atLeast, atMost }: PlannedRelease['calls']): string {
  return atLeast === atMost
    ? countText(atLeast, 'call')
    : `${numberText(atLeast)} to ${countText(atMost, 'call')}`;
}
