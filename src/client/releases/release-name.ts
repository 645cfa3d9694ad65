/** The name of a release, as people give it. */
import { parseReleaseId, releaseId, type ReleaseName } from '../../domain/release/identity';
import { nearestWord } from '../../domain/text/suggest-word';
import { withoutSlash } from '../../domain/text/without-slash';
import { BadRequest, NotThere } from '../errors';

export function named(id: string): ReleaseName {
  const release = parseReleaseId(id);
  if (release === null)
    throw new BadRequest(`"${id}" is not a release id. Expected <project>/<name>, or <name>.`);
  return release;
}

export function noRelease(release: ReleaseName, known: readonly string[] = []): NotThere {
  const id = releaseId(release);
  const nearest = nearestWord(id, known);
  const suggestion = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return new NotThere(`There is no release ${id}.${suggestion} "locrelease list" shows all releases.`);
}

/** The release's page in the console. */
export function releaseLink(consoleUrl: string, id: string): string {
  return `${withoutSlash(consoleUrl)}/releases/${id}`;
}
