import { callWords } from '../../src/domain/call-words';
import { sentence } from '../../src/domain/sentence';
import type { ReleaseView } from '../../src/domain/status';
import { When } from '../components/when';
import { countText } from '../count-text';

/** Why the release does not go on, though it has not ended. */
export function Stalled({ status: { worker, workerProblem, retrying } }: { status: ReleaseView }) {
  if (workerProblem === null && retrying === null) return null;
  return (
    <section class="panel stalled" aria-labelledby="stalled-title">
      <h2 id="stalled-title">{retrying === null ? 'Not going on' : 'Trying again'}</h2>
      {workerProblem !== null && (
        <p dir="auto">
          {workerProblem} Nothing is lost.
          {worker === 'present' ? '' : ' What is shown here is what its history tells.'}
        </p>
      )}
      {retrying !== null && (
        <>
          <p>
            Trying to {callWords(retrying.call)} since <When at={retrying.since} />:{' '}
            {countText(retrying.attempt - 1, 'attempt')} failed, the next one{' '}
            {retrying.nextAt === null ? (
              'is under way'
            ) : (
              <>
                comes <When at={retrying.nextAt} />
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
