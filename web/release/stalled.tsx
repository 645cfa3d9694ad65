import { callWords } from '../../src/domain/call-problem';
import { sentence } from '../../src/domain/sentence';
import type { ReleaseView } from '../../src/domain/status';
import { When } from '../components/when';
import { counted } from '../count-text';

/** Why the release does not go on, though it has not ended. */
export function Stalled({ status: { worker, workerProblem, retrying } }: { status: ReleaseView }) {
  if (workerProblem === null && retrying === null) return null;
  return (
    <section class="panel stalled" aria-labelledby="stalled-title">
      <h2 id="stalled-title">{retrying === null ? 'Not continuing' : 'Trying again'}</h2>
      {workerProblem !== null && (
        <p>
          <bdi>{workerProblem}</bdi> Nothing is lost.{' '}
          {worker !== 'present' && 'This page shows what the history of the release says.'}
        </p>
      )}
      {retrying !== null && (
        <>
          <p>
            It has been trying to {callWords(retrying.call)} since <When at={retrying.since} />.{' '}
            {counted(retrying.attempt - 1, 'attempt')} failed. The next one is{' '}
            {retrying.nextAt === null ? (
              'under way'
            ) : (
              <>
                at <When at={retrying.nextAt} />
              </>
            )}
            . Nothing is lost.
          </p>
          <p class="muted" dir="auto">
            {sentence(retrying.cause)}
          </p>
        </>
      )}
    </section>
  );
}
