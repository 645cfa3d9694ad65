import { sentence } from '../../src/domain/sentence';
import type { ReleaseView } from '../../src/domain/status';
import { When } from '../components/when';
import { words } from '../messages/words';

/** Why the release does not go on, though it has not ended. */
export function Stalled({ status: { worker, workerProblem, retrying } }: { status: ReleaseView }) {
  if (workerProblem === null && retrying === null) return null;
  return (
    <section class="panel stalled" aria-labelledby="stalled-title">
      <h2 id="stalled-title">{retrying === null ? words.release.stalled : words.release.retrying}</h2>
      {workerProblem !== null && (
        <p>
          <bdi lang="en">{workerProblem}</bdi> {words.release.nothingLost}{' '}
          {worker !== 'present' && words.release.fromHistory}
        </p>
      )}
      {retrying !== null && (
        <>
          <p>
            {words.release.retries(
              retrying.call,
              <When at={retrying.since} />,
              retrying.attempt - 1,
              retrying.nextAt === null ? null : <When at={retrying.nextAt} />,
            )}
          </p>
          <p class="muted" dir="auto" lang="en">
            {sentence(retrying.cause)}
          </p>
        </>
      )}
    </section>
  );
}
