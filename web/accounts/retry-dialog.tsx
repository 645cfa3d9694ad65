import { useSignal } from '@preact/signals';
import type { AccountFailure, RetriedReleases, RetryPlan } from '../../src/protocol/accounts-api';
import { api } from '../api';
import { PlanDialog, ReasonForm } from '../components/dialog';
import { Button, Check, toggle } from '../components/form';
import { StateBadge } from '../components/icon';
import { ReleaseLink } from '../components/release-name';
import { useResource } from '../components/resource';
import { LinkedText } from '../components/text';
import { counted } from '../format';
import { inLocalTime } from '../release/stage-words';

const outcomes = { taken: 'continues', refused: 'refused', 'not tried': 'not tried' };

/** Lists the releases of a retry, retries those left ticked, and shows each result. */
export function RetryDialog({
  failure,
  ...close
}: {
  failure: AccountFailure;
  onLeave: () => void;
  onDone: () => void;
}) {
  const { cause, why } = failure;
  const plan = useResource(cause, () => api.retryPlan(cause));
  return (
    <PlanDialog
      title={`Retry all with this cause: ${why}`}
      plan={plan}
      question={(releases, closeQuestion) => (
        <Question releases={releases} failure={failure} {...closeQuestion} />
      )}
      result={(retried: RetriedReleases) => <Results {...retried} />}
      {...close}
    />
  );
}

interface QuestionProps {
  releases: RetryPlan;
  failure: AccountFailure;
  onLeave: () => void;
  onResult: (result: RetriedReleases) => void;
}

function Question({ releases, failure: { cause, advice }, onLeave, onResult }: QuestionProps) {
  const left = useSignal<ReadonlySet<string>>(new Set());
  const possible = releases.filter(({ aloneFor }) => aloneFor === null);
  const alone = releases.filter(({ aloneFor }) => aloneFor !== null);
  const chosen = possible.filter(({ id }) => !left.value.has(id)).map(({ id }) => id);
  if (releases.length === 0)
    return (
      <>
        <p>No release waits for this cause any more.</p>
        <div class="buttons">
          <Button autoFocus onClick={onLeave}>
            Go back
          </Button>
        </div>
      </>
    );
  return (
    <ReasonForm
      isReady={chosen.length > 0}
      action={`Retry ${counted(chosen.length, 'release')}`}
      busyAction="Retrying…"
      onDo={async (reason) => onResult(await api.retryReleases(cause, chosen, reason))}
      onLeave={onLeave}
    >
      <p dir="auto">
        <LinkedText text={advice} />
      </p>
      <p>
        Each release repeats only what failed. On a partial release, only the accounts that failed get the
        announcement.
      </p>
      {possible.length > 0 && (
        <fieldset class="retry-list">
          <legend>To be retried</legend>
          <ul>
            {possible.map(({ id, state, problem }) => (
              <li key={id}>
                <Check isOn={!left.value.has(id)} onChange={() => toggle(left, id)}>
                  <bdi>{id}</bdi> <StateBadge state={state} />
                </Check>
                <p class="muted" dir="auto">
                  {inLocalTime(problem.split('\n')[0] ?? '')}
                </p>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {alone.length > 0 && (
        <section class="retry-list">
          <h3>Decide on these one by one</h3>
          <ul>
            {alone.map(({ id, aloneFor }) => (
              <li key={id}>
                <ReleaseLink id={id} />
                <p class="muted" dir="auto">
                  {aloneFor}
                </p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </ReasonForm>
  );
}

function Results({ releases }: RetriedReleases) {
  const taken = releases.filter(({ outcome }) => outcome === 'taken').length;
  return (
    <>
      <p role="status">
        {taken} of {counted(releases.length, 'release')} {taken === 1 ? 'continues' : 'continue'}.
      </p>
      <ul class="retry-list">
        {releases.map(({ id, outcome, message }) => (
          <li key={id}>
            <ReleaseLink id={id} />{' '}
            <span class={outcome === 'taken' ? 'muted' : 'lacks'}>{outcomes[outcome]}</span>
            {message !== null && (
              <p class="muted" dir="auto">
                {message}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
