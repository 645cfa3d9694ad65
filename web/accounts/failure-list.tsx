import type { AccountFailure } from '../../src/protocol/accounts-api';
import { capitalized } from '../../src/domain/sentence';
import { ReleaseLink } from '../components/release-link';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { counted } from '../count-text';
import { may } from '../session';

/** Each cause once: what the platform said, what mends it, and which releases wait. */
export function FailureList({
  label,
  failures,
  onRetry,
}: {
  /** What fails here, in words. */
  label: string;
  failures: readonly AccountFailure[];
  onRetry: (failure: AccountFailure) => void;
}) {
  if (failures.length === 0) return null;
  return (
    <ul class="failures" aria-label={label}>
      {failures.map((failure) => (
        <Failure key={failure.cause} failure={failure} onRetry={onRetry} />
      ))}
    </ul>
  );
}

function Failure({
  failure,
  onRetry,
}: {
  failure: AccountFailure;
  onRetry: (failure: AccountFailure) => void;
}) {
  const { cause, why, messages, advice, releases } = failure;
  return (
    <li>
      <p class="failure-cause">
        <strong dir="auto">{capitalized(why)}</strong> <code>{cause}</code>
      </p>
      {messages.map((message) => (
        <blockquote key={message} dir="auto">
          {message}
        </blockquote>
      ))}
      <p class="failure-advice" dir="auto">
        {advice}
      </p>
      <p class="muted">
        {counted(releases.length, 'release')} {releases.length === 1 ? 'waits' : 'wait'}:
      </p>
      <ul class="waiting-releases">
        {releases.map(({ id, state, since }) => (
          <li key={id}>
            <ReleaseLink id={id} />
            <StateBadge state={state} />
            {since !== null && (
              <span class="muted">
                since <When at={since} />
              </span>
            )}
          </li>
        ))}
      </ul>
      {may('operate') ? (
        <div class="buttons">
          <button type="button" onClick={() => onRetry(failure)}>
            Retry all with {cause}…
          </button>
        </div>
      ) : (
        <p class="muted">Your role can see this, but not retry it.</p>
      )}
    </li>
  );
}
