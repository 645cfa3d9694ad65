import type { ReleaseView } from '../../src/domain/status';
import { reviewPath } from '../../src/domain/console-paths';
import type { ReleaseName } from '../api';
import { DueWords } from '../components/due-words';
import { When } from '../components/when';
import { countText } from '../count-text';

/** What the release waits for: the people who review its terms, its time, or other releases. */
export function Waiting({ status, release }: { status: ReleaseView; release: ReleaseName }) {
  const { waitingFor, terms, hold } = status;
  if (hold !== null) return <Held hold={hold} />;
  if (waitingFor?.kind !== 'terms') return null;
  return (
    <section class="panel waiting" aria-label="Waiting for a person">
      <p>
        Waiting for a review of{' '}
        <strong>{terms === null ? 'the terms' : countText(terms.total, 'term')}</strong> since{' '}
        <When at={waitingFor.since} />. <DueWords waitingFor={waitingFor} />
      </p>
      <a class="button primary" href={reviewPath(release)}>
        Review the terms
      </a>
    </section>
  );
}

const reasons: Readonly<Record<NonNullable<ReleaseView['hold']>['why'], string>> = {
  announcement_time: 'Everything else is done. The announcement waits for its time',
  daily_cap: 'The service takes no more posts today. The announcement goes on',
  publish_turn: 'Another release of this project is publishing. This one publishes as soon as that has ended',
};

function Held({ hold: { why, until, of = null } }: { hold: NonNullable<ReleaseView['hold']> }) {
  return (
    <section class="panel waiting" aria-label="Held back">
      <p>
        {reasons[why]}
        {of !== null && (
          <>
            {' '}
            (<bdi>{of}</bdi>)
          </>
        )}
        {until !== null && (
          <>
            : <When at={until} /> (<When at={until} ago />)
          </>
        )}
        .{until !== null && ' Nobody has to do anything.'}
      </p>
    </section>
  );
}
