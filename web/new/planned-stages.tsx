import type { PlannedRelease } from '../../src/protocol/draft-api';
import { numberText } from '../count-text';
import { words } from '../messages/words';

/** Each stage with its calls, and what it waits for. */
export function PlannedStages({ plan: { stages, calls } }: { plan: PlannedRelease }) {
  return (
    <table class="plan-stages">
      <caption>{words.begin.stagesCaption(range(calls))}</caption>
      <thead>
        <tr>
          <th scope="col">{words.begin.stage}</th>
          <th scope="col">{words.begin.calls}</th>
          <th scope="col">{words.begin.waitsFor}</th>
        </tr>
      </thead>
      <tbody>
        {stages.map(({ name, wanted, calls: made, callCount, wait }) => (
          <tr key={name} class={wanted ? '' : 'muted'}>
            <th scope="row">{words.stages.names[name]}</th>
            <td title={made.join(', ')}>{wanted ? range(callCount) : words.begin.skipped}</td>
            <td>
              {wait !== null &&
                words.begin.atMostFor(
                  words.begin.waits[name] ?? wait.what,
                  words.times.duration(wait.atMostMs),
                )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function range({ atLeast, atMost }: PlannedRelease['calls']): string {
  return atLeast === atMost
    ? words.counts.calls(atLeast)
    : words.begin.callsBetween(numberText(atLeast), atMost);
}
