/**
 * What a page asks for first, by its path. A browser hears of it together with the document, and asks at once: on a slow
 * line the answers are there before the script is.
 */
import { firstTermsPath, homePath, releasePath, reviewPath, schedulesPath } from '../domain/console-paths';
import { parseReleaseId } from '../domain/identity';

const ofRooms: Readonly<Record<string, string>> = {
  [homePath]: '/api/inbox',
  [schedulesPath]: '/api/schedules',
};

export function askedFirst(path: string): readonly string[] {
  const ofRoom = ofRooms[path];
  return ['/api/session', ...(ofRoom === undefined ? askedOfRelease(path) : [ofRoom])];
}

function askedOfRelease(path: string): readonly string[] {
  const [, project = '', name = ''] = /^\/releases\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  const release = parseReleaseId(`${project}/${name}`);
  if (release === null) return [];
  const details = `/api${releasePath(release)}`;
  if (path === releasePath(release)) return [details];
  return path === reviewPath(release) ? [details, firstTermsPath(release)] : [];
}

/**
 * As the header `link` says it. The page's own files come first: over HTTP/1.1 a browser has six connections, some of
 * which other windows keep.
 */
export function preloadLinks(files: readonly string[], addresses: readonly string[]): string {
  const ofFiles = files.map((file) =>
    file.endsWith('.js') ? `<${file}>; rel=modulepreload` : `<${file}>; rel=preload; as=style`,
  );
  return [...ofFiles, ...addresses.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)].join(
    ', ',
  );
}
