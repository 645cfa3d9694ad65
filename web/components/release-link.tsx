import { releasePath } from '../../src/domain/console-paths';

/** To the release of an id, which never has more than two parts: the project and its own name. */
export function ReleaseLink({ id }: { id: string }) {
  const [project = '', name = ''] = id.split('/');
  return (
    <a href={releasePath({ project, name })}>
      <bdi class="project">{project}</bdi> <bdi class="name">{name}</bdi>
    </a>
  );
}
