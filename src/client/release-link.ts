import { withoutSlash } from '../domain/without-slash';

/** The release's page in the console. */
export function releaseLink(consoleUrl: string, id: string): string {
  return `${withoutSlash(consoleUrl)}/releases/${id}`;
}
