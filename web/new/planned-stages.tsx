import { durationText } from '../../src/domain/duration';
import type { StageName } from '../../src/domain/stages';
import type { PlannedRelease } from '../../src/protocol/draft-api';
import { counted, numberText } from '../count-text';
import { stageTitles } from '../stage-titles';

const waits: Readonly<Partial<Record<StageName, string>>> = {
  scan: 'the term scan',
  confirm: 'an operator',
  translate: 'the translation',
  supplement: 'their translation',
  publish: 'the publish job',
  announce: 'the post on each account',
};

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
            <th scope="row">{stageTitles[name]}</th>
            <td title={made.join(', ')}>{wanted ? range(callCount) : 'skipped'}</td>
            <td>{wait !== null && `${waits[name] ?? wait.what}, at most ${durationText(wait.atMostMs)}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function range({ atLeast, atMost }: PlannedRelease['calls']): string {
  return atLeast === atMost
    ? counted(atLeast, 'call')
    : `${numberText(atLeast)} to ${counted(atMost, 'call')}`;
}
