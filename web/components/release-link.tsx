import { releasePath } from '../../src/domain/console-paths';
import { ReleaseTitle } from './release-title';

/** To the release of an id, which never has more than two parts: the project and its own name. */
export function ReleaseLink({ id }: { id: string }) {
  const [project = '', name = ''] = id.split('/');
  return (
    <a href={releasePath({ project, name })}>
      <ReleaseTitle project={project} name={name} />
    </a>
  );
}
