import { homePath } from '../../src/domain/console-paths';
import type { ReleaseName } from '../api';
import { words } from '../messages/words';

/** An address that was typed, or a link to a release that Temporal keeps no longer: asking again does not help. */
export function MissingRelease({ release: { project, name } }: { release: ReleaseName }) {
  return (
    <div class="lost" role="alert">
      <p class="lost-code" aria-hidden="true">
        404
      </p>
      <h1>{words.common.noRelease}</h1>
      <p>{words.common.noReleaseText(<bdi>{`${project}/${name}`}</bdi>)}</p>
      <div class="buttons">
        <a class="button primary" href={homePath}>
          {words.common.findInList}
        </a>
      </div>
      <p class="muted">{words.common.archived(<code>locrelease list --all</code>)}</p>
    </div>
  );
}
