import { useState } from 'preact/hooks';
import type { AccountFailure } from '../../src/protocol/accounts-api';
import { capitalized } from '../../src/domain/sentence';
import { ReleaseLink } from '../components/release-link';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { counted } from '../count-text';
import { may } from '../session';
import { RetryDialog } from './retry-dialog';

/** Each cause once: what the platform said, what mends it, and which releases wait. */
export function FailureList({
  label,
  failures,
  done,
}: {
  /** What fails here, in words. */
  label: string;
  failures: readonly AccountFailure[];
  done: () => void;
}) {
  if (failures.length === 0) return null;
  return (
    <ul class="failures" aria-label={label}>
      {failures.map((failure) => (
        <Failure key={failure.cause} failure={failure} done={done} />
      ))}
    </ul>
  );
}

function Failure({ failure, done }: { failure: AccountFailure; done: () => void }) {
  const { cause, why, messages, advice, releases } = failure;
  const [asking, setAsking] = useState(false);
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
          <button type="button" onClick={() => setAsking(true)}>
            Retry all with {cause}…
          </button>
        </div>
      ) : (
        <p class="muted">Your role can see this, but not retry it.</p>
      )}
      {asking && <RetryDialog cause={cause} advice={advice} onLeave={() => setAsking(false)} done={done} />}
    </li>
  );
}
