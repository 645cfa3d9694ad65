import { useState } from 'preact/hooks';
import type { FailureKind } from '../../src/domain/failure-kinds';
import type { AccountFailure } from '../../src/protocol/accounts-api';
import { ReleaseLink } from '../components/release-link';
import { StateBadge } from '../components/state-badge';
import { When } from '../components/when';
import { countText } from '../count-text';
import { may } from '../session';
import { RetryDialog } from './retry-dialog';

const kindWords: Readonly<Record<FailureKind, string>> = {
  authorization: 'Authorization',
  limit: 'Limit',
  content: 'Content of the post',
  platform: 'Platform',
};

/** Each cause once: what the platform said, what mends it, and which releases wait. */
export function FailureList({
  of,
  failures,
  done,
}: {
  of: string;
  failures: readonly AccountFailure[];
  done: () => void;
}) {
  if (failures.length === 0) return null;
  return (
    <ul class="failures" aria-label={`What fails on ${of}`}>
      {failures.map((failure) => (
        <Failure key={failure.cause} failure={failure} done={done} />
      ))}
    </ul>
  );
}

function Failure({ failure, done }: { failure: AccountFailure; done: () => void }) {
  const { cause, kind, messages, advice, releases } = failure;
  const [asking, setAsking] = useState(false);
  return (
    <li>
      <p class="failure-cause">
        <strong>{kindWords[kind]}</strong> <code>{cause}</code>
      </p>
      {messages.map((message) => (
        <blockquote key={message} dir="auto">
          {message}
        </blockquote>
      ))}
      <p class="failure-advice">{advice}</p>
      <p class="muted">{countText(releases.length, 'release waits', 'releases wait')}:</p>
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
