/** The name of a release, as people give it. */
import { parseReleaseId, releaseId, type ReleaseName } from '../domain/identity';
import { BadRequest, NotThere } from './errors';

export function named(id: string): ReleaseName {
  const release = parseReleaseId(id);
  if (release === null)
    throw new BadRequest(`"${id}" is not a release id. Expected <project>/<name>, or <name>.`);
  return release;
}

export function noRelease(release: ReleaseName): NotThere {
  return new NotThere(`There is no release ${releaseId(release)}. "locrelease list" shows all releases.`);
}
