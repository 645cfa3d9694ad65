import { tell } from '../../src/domain/problems/table';
import { endedStates } from '../../src/domain/release-states';
import type { ReleaseView } from '../../src/domain/status';
import type { ReleaseName } from '../api';
import { DueWords } from '../components/due-words';
import { When } from '../components/when';
import { may } from '../session';
import { pageForm } from './page-form';
import { Resolution, resolutionsOf } from './resolution';
import { problemTitle } from './stage-words';

/** What stopped the release, what is known about it, and the ways on that there are. */
export function Problem({
  status,
  release,
  done,
}: {
  status: ReleaseView;
  release: ReleaseName;
  done: () => void;
}) {
  const { problem, state, waitingFor, choices, facts } = status;
  if (problem === null) return null;
  const { what, evidence, kept, fix } = tell({ ...problem, facts }, pageForm);
  const resolutions = resolutionsOf(choices);
  // People wanted it so: there is nothing to be alarmed about, and no code to look up.
  const isWanted = state === 'rejected' || state === 'cancelled';
  return (
    <section class={`panel ${isWanted ? 'outcome' : 'problem'}`} aria-labelledby="problem-title">
      <h2 id="problem-title">
        {problemTitle(status)}
        {!isWanted && <code>{problem.code}</code>}
      </h2>
      <p class="problem-text" dir="auto">
        {what}
      </p>
      {evidence.length > 0 && (
        <pre class="evidence" dir="auto">
          {evidence.join('\n')}
        </pre>
      )}
      {kept !== '' && <p dir="auto">{kept}</p>}
      {fix !== '' && (
        <p class="problem-fix" dir="auto">
          {fix}
        </p>
      )}
      {problem.traceIds.length > 0 && !isWanted && (
        <p class="muted">
          Trace id, for the support of the service: <code>{problem.traceIds.join(', ')}</code>
        </p>
      )}
      {waitingFor?.kind === 'decision' && (
        <p class="muted">
          Waiting for a person's decision since <When at={waitingFor.since} />.{' '}
          <DueWords waitingFor={waitingFor} /> <a href="#story">See what happened</a>
        </p>
      )}
      {resolutions.length > 0 && (
        <ul class="choices">
          {resolutions.map((choice) => (
            <li key={choice.action}>
              <Resolution choice={choice} release={release} done={done} />{' '}
              <span class="muted" dir="auto">
                {choice.consequence}
              </span>
            </li>
          ))}
        </ul>
      )}
      {resolutions.length > 0 && !may('operate') && (
        <p class="muted">Your role can see this, but not decide on it.</p>
      )}
      {state === 'parked' && !choices.some(({ action }) => action === 'skip') && may('operate') && (
        <p class="muted">This stage cannot be skipped: the later stages need it.</p>
      )}
      {endedStates.has(state) && waitingFor === null && !isWanted && (
        <p class="muted">The release has ended. Nothing more happens by itself.</p>
      )}
    </section>
  );
}
