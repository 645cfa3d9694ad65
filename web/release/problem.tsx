import { skippableStages } from '../../src/domain/stages';
import type { ReleaseView } from '../../src/domain/status';
import type { ReleaseName } from '../api';
import { When } from '../components/when';
import { may } from '../session';
import { Resolution } from './resolution';
import { stageTitles } from './stage-words';

function titleOf({ state, stage }: ReleaseView): string {
  if (state === 'partial') return 'Announcement failed on some accounts';
  return stage === null ? 'Problem' : `${stageTitles[stage]} ${state === 'parked' ? 'is parked' : 'failed'}`;
}

/** What stopped the release, what is known about it, and the ways on. */
export function Problem({
  status,
  release,
  done,
}: {
  status: ReleaseView;
  release: ReleaseName;
  done: () => void;
}) {
  const { problem, state, stage, waitingFor } = status;
  if (problem === null) return null;
  const open = state === 'parked' || state === 'partial';
  const [headline = '', ...evidence] = problem.message.split('\n');
  const fixed = state === 'parked' && stage !== null && !skippableStages.has(stage);
  return (
    <section class="panel problem" aria-labelledby="problem-title">
      <h2 id="problem-title">
        {titleOf(status)}
        <code>{problem.code}</code>
      </h2>
      <p class="problem-text" dir="auto">
        {headline}
      </p>
      {evidence.length > 0 && (
        <pre class="evidence" dir="auto">
          {evidence.join('\n')}
        </pre>
      )}
      {problem.traceIds.length > 0 && (
        <p class="muted">
          Trace id, for the support of the service: <code>{problem.traceIds.join(', ')}</code>
        </p>
      )}
      {waitingFor?.kind === 'decision' && (
        <p class="muted">
          Waiting for a person's decision since <When at={waitingFor.since} />
          {waitingFor.dueAt !== null && (
            <>
              , until <When at={waitingFor.dueAt} />
            </>
          )}
          . <a href="#story">See what happened</a>
        </p>
      )}
      {open && (
        <>
          <div class="buttons">
            <Resolution action="retry" release={release} done={done}>
              Retry
            </Resolution>
            <Resolution
              action="skip"
              release={release}
              done={done}
              disabledBecause={fixed ? 'The later stages need this one.' : null}
            >
              Skip
            </Resolution>
            <Resolution action="abort" release={release} done={done}>
              Abort
            </Resolution>
          </div>
          {!may('operate') && <p class="muted">Your role can see this, but not decide it.</p>}
          {fixed && may('operate') && (
            <p class="muted">This stage cannot be skipped: the later stages need it.</p>
          )}
        </>
      )}
    </section>
  );
}
