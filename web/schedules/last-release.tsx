import { releasePath } from '../../src/domain/console-paths';
import { parseReleaseId } from '../../src/domain/identity';

/** By its own name: the project is that of its schedule. */
export function LastRelease({ id }: { id: string }) {
  const release = parseReleaseId(id);
  if (release === null) return <bdi>{id}</bdi>;
  return (
    <a href={releasePath(release)}>
      <bdi>{release.name}</bdi>
    </a>
  );
}
