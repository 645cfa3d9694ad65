/**
 * Serves the console: built files held in memory, so that no path reaches a directory. Every page address gets the same
 * document, which then renders by its path.
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
  /** Compressed at build time at the highest level. null: compressed on each response. */
  brotli: Buffer | null;
  type: string;
  /** A weak tag, which is the same for all encodings. */
  etag: string;
  /** Files with a hash in their name are immutable. */
  cacheControl: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Unknown addresses under these get a JSON refusal instead of the page. */
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
      // A browser would cache the refusals of preloads and show them after the sign-in, so a visitor gets none.
      const addresses = request.underWay.claim.caller.kind === 'operator' ? firstRequests(path) : [];
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

/** Accepts `br` unless its q-value is 0. */
function takesBrotli(accepted = ''): boolean {
  return accepted.split(',').some((one) => /^\s*br\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/.test(one));
}

const requestOfPage: Readonly<Record<string, string>> = {
  [homePath]: '/api/inbox',
  [schedulesPath]: '/api/schedules',
};

/** The first requests of a page. Preloading them saves a round trip: they start before the script has loaded. */
export function firstRequests(path: string): readonly string[] {
  const request = requestOfPage[path];
  return ['/api/session', ...(request === undefined ? firstReleaseRequests(path) : [request])];
}

function firstReleaseRequests(path: string): readonly string[] {
  const [, project = '', name = ''] = /^\/releases\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  const release = parseReleaseId(`${project}/${name}`);
  if (release === null) return [];
  const details = `/api${releasePath(release)}`;
  if (path === releasePath(release)) return [details];
  return path === reviewPath(release) ? [details, firstTermsPath(release)] : [];
}

/**
 * The value of the `link` header. The page's files come first, because HTTP/1.1 limits a browser to six connections,
 * some of which other windows use.
 */
export function preloadLinks(files: readonly string[], addresses: readonly string[]): string {
  const ofFiles = files.map((file) =>
    file.endsWith('.js') ? `<${file}>; rel=modulepreload` : `<${file}>; rel=preload; as=style`,
  );
  return [...ofFiles, ...addresses.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin`)].join(
    ', ',
  );
}
