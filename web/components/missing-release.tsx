import { homePath } from '../../src/domain/console-paths';
import type { ReleaseName } from '../api';

/** An address that was typed, or a link to a release that Temporal keeps no longer: asking again does not help. */
export function MissingRelease({ release: { project, name } }: { release: ReleaseName }) {
  return (
    <div class="lost" role="alert">
      <p class="lost-code" aria-hidden="true">
        404
      </p>
      <h1>Release not found</h1>
      <p>
        There is no release <bdi>{`${project}/${name}`}</bdi>. Its name may be misspelled, or it ended so long
        ago that its history is no longer kept.
      </p>
      <div class="buttons">
        <a class="button primary" href={homePath}>
          Find it in the list of all releases
        </a>
      </div>
      <p class="muted">
        Releases that ended long ago are in the archive: <code>locrelease list --all</code> lists them.
      </p>
    </div>
  );
}
