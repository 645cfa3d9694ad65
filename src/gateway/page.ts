/**
 * The page itself: a few files, built beforehand and kept in memory, so that no address leads into a directory. Every
 * address of the page is answered with the same document, which then shows what its address says.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { packageRoot } from '../package';
import { firstTermsPath, homePath, releasePath, reviewPath, schedulesPath } from '../domain/console-paths';
import { parseReleaseId } from '../domain/release/identity';

export const BUILT_PAGE = join(packageRoot, 'dist', 'page');

interface PageFile {
  content: Buffer;
  /** With all the care that the build has time for; null: it is packed as it is sent. */
  brotli: Buffer | null;
  type: string;
  /** A weak one: the same for all encodings of the content. */
  etag: string;
  /** The name of a file that holds its hash never has another content. */
  cacheControl: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What belongs to programs: whoever errs there is told so, in JSON. */
const NOT_A_PAGE = /^\/(api|mcp|callbacks|codec|healthz|readyz|metrics)(\/|$)/;

export function mountPage(app: FastifyInstance, directory: string): void {
  const files = readFiles(directory);
  const document = files.get('index.html');
  const named = document?.content.toString().match(/(?<=")\/[\w-]+\.(js|css)(?=")/g) ?? [];
  app.get('/*', (request, reply) => {
    const [path = '/'] = request.url.split('?');
    const file = files.get(path.slice(1));
    if (file !== undefined) return send(request, reply, file);
    const isPage = path === '/' || request.headers.accept?.includes('text/html') === true;
    if (NOT_A_PAGE.test(path) || !isPage) {
      reply.callNotFound();
      return reply;
    }
    if (document !== undefined) {
      // A browser would keep a refusal, and show it after the sign-in. It also keeps a header that it is not sent again.
      const addresses = request.underWay.claim.caller.kind === 'operator' ? askedFirst(path) : [];
      reply.header('link', preloadLinks(named, addresses));
      return send(request, reply, document);
    }
    return reply
      .status(503)
      .type('text/plain; charset=utf-8')
      .send('The page is not built. Run "npm run build".\n');
  });
}

function readFiles(directory: string): ReadonlyMap<string, PageFile> {
  if (!existsSync(directory)) return new Map();
  const entries = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile());
  const contents = new Map(entries.map(({ name }) => [name, readFileSync(join(directory, name))]));
  return new Map(
    [...contents]
      .filter(([name]) => !name.endsWith('.br'))
      .map(([name, content]) => [name, pageFile(name, content, contents.get(`${name}.br`) ?? null)]),
  );
}

function pageFile(name: string, content: Buffer, brotli: Buffer | null): PageFile {
  return {
    content,
    brotli,
    type: types[extname(name)] ?? 'application/octet-stream',
    etag: `W/"${createHash('sha256').update(content).digest('base64url')}"`,
    cacheControl: /-[A-Za-z0-9]{8,}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
}

function send(request: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  reply.headers({ etag: file.etag, 'cache-control': file.cacheControl });
  if (request.headers['if-none-match'] === file.etag) return reply.status(304).send();
  if (file.brotli === null || !takesBrotli(request.headers['accept-encoding']))
    return reply.type(file.type).send(file.content);
  return reply
    .type(file.type)
    .headers({ 'content-encoding': 'br', vary: 'accept-encoding' })
    .send(file.brotli);
}

/** `br`, unless it is said that it is wanted not at all. */
function takesBrotli(accepted = ''): boolean {
  return accepted.split(',').some((one) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(one));
}

const ofRooms: Readonly<Record<string, string>> = {
  [homePath]: '/api/inbox',
  [schedulesPath]: '/api/schedules',
};

/**
 * What a page asks for first, by its path. A browser hears of it together with the document, and asks at once: on a slow
 * line the answers are there before the script is.
 */
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
