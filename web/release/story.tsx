import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Story as StoryAnswer } from '../../src/protocol/console-api';
import type { ReleaseStatus } from '../../src/domain/status';
import { api, type ReleaseName } from '../api';
import { ErrorMessage } from '../components/error-message';
import { When } from '../components/when';
import { useResource } from '../resource';

/** All that happened, in its order; the calls and waits between can be hidden. */
export function Story({ release, status }: { release: ReleaseName; status: ReleaseStatus }) {
  const story = useResource(`${release.project}/${release.name}`, () => api.story(release));
  const all = useSignal(false);
  // The story goes on whenever the release does.
  const course = JSON.stringify([status.state, status.stage, status.decisions.length, status.problem]);
  useEffect(() => story.reload(), [course]);
  const entries = story.value.value?.entries ?? null;
  return (
    <section class="story" aria-labelledby="story-title">
      <div class="heading">
        <h2 id="story-title">
          <span id="story">History</span>
        </h2>
        <label class="check">
          <input type="checkbox" checked={all} onChange={() => (all.value = !all.value)} /> Show every call
          and wait
        </label>
      </div>
      <ErrorMessage error={story.error.value} again={story.reload} />
      {entries === null && story.error.value === null && <p class="loading">Loading…</p>}
      {entries !== null && (
        <ol>
          {entries
            .filter((entry) => all.value || !isRoutine(entry))
            .map((entry, index) => (
              <li key={index} class={`entry-${entry.kind} ${isTrouble(entry) ? 'failed' : ''}`}>
                <When at={entry.at} />
                <span dir="auto">{entry.text}</span>
              </li>
            ))}
        </ol>
      )}
    </section>
  );
}

type Entry = StoryAnswer['entries'][number];

const isTrouble = ({ outcome }: Entry): boolean =>
  outcome === 'failed' || outcome === 'timed out' || outcome === 'refused';

const isRoutine = (entry: Entry): boolean =>
  (entry.kind === 'call' || entry.kind === 'wait') && !isTrouble(entry);
