import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { RetriedReleases, RetryPlan } from '../../src/protocol/accounts-api';
import { api } from '../api';
import { Dialog } from '../components/dialog';
import { ErrorMessage } from '../components/error-message';
import { ReleaseLink } from '../components/release-link';
import { StateBadge } from '../components/state-badge';
import { countText } from '../count-text';
import { errorText } from '../error-text';
import { useResource } from '../resource';

/** Lists what a retry would take, takes what is left ticked, and tells what became of each. */
export function RetryDialog({
  cause,
  advice,
  onLeave,
  done,
}: {
  cause: string;
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
    <Dialog title={`Retry all with ${cause}`} onLeave={leave}>
      {retried.value === null ? (
        <>
          <ErrorMessage error={plan.error.value} again={plan.reload} />
          {plan.value.value === null && plan.error.value === null && <p class="loading">Loading…</p>}
          {plan.value.value !== null && (
            <Question
              plan={plan.value.value}
              {...{ cause, advice }}
              onLeave={leave}
              onDone={(result) => (retried.value = result)}
            />
          )}
        </>
      ) : (
        <Results retried={retried.value} onLeave={leave} />
      )}
    </Dialog>
  );
}

function Question({
  plan: { releases },
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
  const reason = useSignal('');
  const busy = useSignal(false);
  const trouble = useSignal<string | null>(null);
  const reasonId = useId();
  const possible = releases.filter(({ aloneFor }) => aloneFor === null);
  const alone = releases.filter(({ aloneFor }) => aloneFor !== null);
  const chosen = possible.filter(({ id }) => !left.value.has(id));
  const toggle = (id: string): void => {
    const next = new Set(left.value);
    if (!next.delete(id)) next.add(id);
    left.value = next;
  };
  const submit = async (): Promise<void> => {
    busy.value = true;
    trouble.value = null;
    try {
      onDone(
        await api.retryReleases(
          cause,
          chosen.map(({ id }) => id),
          reason.value.trim(),
        ),
      );
    } catch (error) {
      trouble.value = errorText(error);
      busy.value = false;
    }
  };
  if (releases.length === 0)
    return (
      <>
        <p>No release waits with this cause any more.</p>
        <div class="buttons">
          <button type="button" autoFocus onClick={onLeave}>
            Go back
          </button>
        </div>
      </>
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <p>{advice}</p>
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
                  {problem.split('\n')[0]}
                </p>
              </li>
            ))}
          </ul>
        </fieldset>
      )}
      {alone.length > 0 && (
        <section class="retry-list">
          <h3>Left to you, one by one</h3>
          <ul>
            {alone.map(({ id, aloneFor }) => (
              <li key={id}>
                <ReleaseLink id={id} />
                <p class="muted">{aloneFor}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <label for={reasonId}>Reason</label>
      <textarea
        id={reasonId}
        rows={2}
        maxLength={2000}
        dir="auto"
        autoFocus
        value={reason}
        onInput={(event) => (reason.value = event.currentTarget.value)}
      />
      {trouble.value !== null && (
        <p class="trouble" role="alert">
          {trouble}
        </p>
      )}
      <div class="buttons">
        <button type="button" onClick={onLeave}>
          Go back
        </button>
        <button
          type="submit"
          class="primary"
          disabled={busy.value || chosen.length === 0 || reason.value.trim() === ''}
        >
          {busy.value ? 'Retrying…' : `Retry ${countText(chosen.length, 'release')}`}
        </button>
      </div>
    </form>
  );
}

const outcomeWords = { taken: 'goes on', refused: 'refused', 'not tried': 'not tried' } as const;

function Results({ retried: { releases }, onLeave }: { retried: RetriedReleases; onLeave: () => void }) {
  const taken = releases.filter(({ outcome }) => outcome === 'taken').length;
  return (
    <>
      <p role="status">
        {taken} of {countText(releases.length, 'release')} {taken === 1 ? 'goes' : 'go'} on.
      </p>
      <ul class="retry-list">
        {releases.map(({ id, outcome, message }) => (
          <li key={id}>
            <ReleaseLink id={id} />{' '}
            <span class={outcome === 'taken' ? 'muted' : 'lacks'}>{outcomeWords[outcome]}</span>
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
