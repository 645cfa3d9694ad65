import { useSignal } from '@preact/signals';
import type { RetriedReleases, RetryPlan } from '../../src/protocol/accounts-api';
import { api } from '../api';
import { Dialog, ReasonForm } from '../components/dialog';
import { StateBadge } from '../components/icon';
import { LinkedText } from '../components/linked-text';
import { ReleaseLink } from '../components/release-name';
import { Loaded, useResource } from '../components/resource';
import { counted } from '../format';
import { inLocalTime } from '../release/stage-words';

const outcomes = { taken: 'continues', refused: 'refused', 'not tried': 'not tried' };

/** Lists the releases of a retry, retries those left ticked, and shows each result. */
export function RetryDialog({
  cause,
  why,
  advice,
  onLeave,
  done,
}: {
  cause: string;
  why: string;
  advice: string;
  onLeave: () => void;
  done: () => void;
}) {
  const plan = useResource(cause, () => api.retryPlan(cause));
  const retried = useSignal<RetriedReleases | null>(null);
  const leave = (): void => {
    if (retried.value !== null) done();
    onLeave();
  };
  return (
    <Dialog title={`Retry all with this cause: ${why}`} onLeave={leave}>
      {retried.value === null ? (
        <Loaded of={plan}>
          {(value) => (
            <Question
              plan={value}
              {...{ cause, advice }}
              onLeave={leave}
              onDone={(result) => (retried.value = result)}
            />
          )}
        </Loaded>
      ) : (
        <Results retried={retried.value} onLeave={leave} />
      )}
    </Dialog>
  );
}

function Question({
  plan: releases,
  cause,
  advice,
  onLeave,
  onDone,
}: {
  plan: RetryPlan;
  cause: string;
  advice: string;
  onLeave: () => void;
  onDone: (result: RetriedReleases) => void;
}) {
  const left = useSignal<ReadonlySet<string>>(new Set());
  const possible = releases.filter(({ aloneFor }) => aloneFor === null);
  const alone = releases.filter(({ aloneFor }) => aloneFor !== null);
  const chosen = possible.filter(({ id }) => !left.value.has(id));
  const toggle = (id: string): void => {
    const next = new Set(left.value);
    if (!next.delete(id)) next.add(id);
    left.value = next;
  };
  const retry = async (reason: string): Promise<void> => {
    const ids = chosen.map(({ id }) => id);
    onDone(await api.retryReleases(cause, ids, reason));
  };
  if (releases.length === 0)
    return (
      <>
        <p>No release waits for this cause any more.</p>
        <div class="buttons">
          <button type="button" autoFocus onClick={onLeave}>
            Go back
          </button>
        </div>
      </>
    );
  return (
    <ReasonForm
      isReady={chosen.length > 0}
      action={`Retry ${counted(chosen.length, 'release')}`}
      busyAction="Retrying…"
      onDo={retry}
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
                <label class="check">
                  <input type="checkbox" checked={!left.value.has(id)} onChange={() => toggle(id)} />{' '}
                  <bdi>{id}</bdi> <StateBadge state={state} />
                </label>
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

function Results({ retried: { releases }, onLeave }: { retried: RetriedReleases; onLeave: () => void }) {
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
      <div class="buttons">
        <button type="button" class="primary" autoFocus onClick={onLeave}>
          Done
        </button>
      </div>
    </>
  );
}
