import { homePath, releasePath } from '../../src/domain/console-paths';
import type { UnreadableReleases as Unreadable } from '../../src/protocol/console-api';
import type { ReleaseName } from '../api';
import { counted } from '../format';
import { Icon } from './icon';
import { Listed } from './text';

/** Names are typed from left to right in any language. */
export function ReleaseTitle({ project, name }: { project: string; name: string }) {
  return (
    <bdi dir="ltr">
      <bdi class="project">{project}</bdi> <bdi class="name">{name}</bdi>
    </bdi>
  );
}

/** An id never has more than two parts: the project and the release's own name. */
export function ReleaseLink({ id }: { id: string }) {
  const [project = '', name = ''] = id.split('/');
  return (
    <a href={releasePath({ project, name })}>
      <ReleaseTitle project={project} name={name} />
    </a>
  );
}

/** Shows the branch, so that a person who opened the wrong release notices it. */
export function Branch({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <span class="branch" title="Branch">
      <Icon name="branch" />
      <span class="unseen">Branch</span> <bdi>{name}</bdi>
    </span>
  );
}

/** The address was mistyped, or Temporal no longer has the release. A retry does not help. */
export function MissingRelease({ release: { project, name } }: { release: ReleaseName }) {
  return (
    <div class="lost stack loose" role="alert">
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

/** Names the unreadable releases, with the reason for people who can fix it; the other releases are still listed. */
export function UnreadableReleases({ releases }: { releases: Unreadable }) {
  if (releases.length === 0) return null;
  return (
    <p class="lacks" role="status" title={releases.map(({ id, why }) => `${id}: ${why}`).join('\n')}>
      {counted(releases.length, 'release')} could not be read: <Listed names={releases.map(({ id }) => id)} />
      .
    </p>
  );
}
