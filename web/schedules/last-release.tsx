import { releasePath } from '../../src/domain/console-paths';

/** Its name is never more than two parts: the project and its own. */
export function LastRelease({ id }: { id: string | null }) {
  const [project, name] = id?.split('/') ?? [];
  if (project === undefined || name === undefined) return null;
  return (
    <>
      {': '}
      <a href={releasePath({ project, name })}>
        <bdi>{name}</bdi>
      </a>
    </>
  );
}
