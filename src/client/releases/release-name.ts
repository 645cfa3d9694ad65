import { parseReleaseId, releaseId, type ReleaseName } from '../../domain/release/identity';
import { nearestWord } from '../../domain/text/suggest-word';
import { withoutSlash } from '../../domain/text/without-slash';
import { BadRequest, NotThere } from '../errors';

export function parseReleaseName(id: string): ReleaseName {
  const release = parseReleaseId(id);
  if (release === null)
    throw new BadRequest(`"${id}" is not a release id. Expected <project>/<name>, or <name>.`);
  return release;
}

export function noRelease(release: ReleaseName, known: readonly string[] = []): NotThere {
  const id = releaseId(release);
  const nearest = nearestRelease(release, known);
  const suggestion = nearest === null ? '' : ` Did you mean ${nearest}?`;
  return new NotThere(`There is no release ${id}.${suggestion} "locrelease list" shows all releases.`);
}

/** The release that was probably meant: a similar name in the project, or the same name in another. */
export function nearestRelease({ project, name }: ReleaseName, known: readonly string[]): string | null {
  const names = known.flatMap((id) => (id.startsWith(`${project}/`) ? id.slice(project.length + 1) : []));
  const nearest = nearestWord(
    name,
    names.filter((other) => other !== name),
  );
  if (nearest !== null) return releaseId({ project, name: nearest });
  return known.find((id) => id.endsWith(`/${name}`) && id !== releaseId({ project, name })) ?? null;
}

export function releaseLink(consoleUrl: string, id: string): string {
  return `${withoutSlash(consoleUrl)}/releases/${id}`;
}
