import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { stageNames, stageTitles } from '../../src/domain/release/stages';
import type { ReleaseView } from '../../src/domain/release/status';
import type { Story as StoryAnswer } from '../../src/protocol/console-api';
import { api, type ReleaseName } from '../api';
import { Check } from '../components/form';
import { Loaded, useResource } from '../components/resource';
import { When } from '../components/when';
import { inLocalTime } from './stage-words';

/** The history of a release. Its single calls and waits are shown on request. */
export function Story({ release, status }: { release: ReleaseName; status: ReleaseView }) {
  const story = useResource(`${release.project}/${release.name}`, () => api.story(release));
  const all = useSignal(false);
  // The story is read again whenever one of these changes.
  const course = JSON.stringify([
    status.state,
    status.stage,
    status.decisions.length,
    status.problem,
    status.hold,
    status.retrying?.attempt,
  ]);
  const read = useRef(course);
  useEffect(() => {
    if (read.current === course) return;
    read.current = course;
    story.reload();
  }, [course]);
  return (
    <section class="story" aria-labelledby="story-title">
      <div class="heading">
        <h2 id="story-title">
          <span id="story">History</span>
        </h2>
        <Check isOn={all.value} onChange={(isOn) => (all.value = isOn)}>
          Show every call and wait
        </Check>
      </div>
      <Loaded of={story}>
        {({ entries }) => (
          <ol>
            {entries
              .filter(({ technical }) => all.value || !technical)
              .map((entry, index, shown) => (
                <li key={index} class={classOf(entry)}>
                  <When at={entry.at} />
                  <span class="story-stage">
                    {entry.stage !== shown[index - 1]?.stage && titleOf(entry.stage)}
                  </span>
                  <span class="story-text">
                    <span dir="auto">{inLocalTime(entry.text)}</span>{' '}
                    {entry.until !== null && <When at={entry.until} />}
                  </span>
                </li>
              ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

type Entry = StoryAnswer['entries'][number];

function classOf({ kind, outcome, technical }: Entry): string {
  const isTrouble = outcome === 'failed' || outcome === 'timed out' || outcome === 'refused';
  return [`entry-${kind}`, isTrouble ? 'failed' : '', technical ? 'technical' : ''].join(' ').trim();
}

function titleOf(stage: string | null): string {
  const name = stageNames.find((known) => known === stage);
  return name === undefined ? '' : stageTitles[name];
}
