/** Downloads of exported files. */
import type { FastifyReply } from 'fastify';
import * as z from 'zod';
import { ZipFile } from 'yazl';
import { Readable, PassThrough } from 'node:stream';
import { NotThere } from '../client/errors';
import { parseReleaseName } from '../client/releases/release-name';
import { readReport } from '../client/records/release-report';
import { releasePath } from '../domain/console-paths';
import { sha256 } from '../domain/fields';
import { work } from '../domain/work-schema';
import { REPORT_POLICY, reportHtml } from '../client/records/report-text';
import type { ExportedFile } from '../domain/release/status';
import { release } from '../operations/input-parts';
import type { TemporalAccess } from '../client/access';
import type { ContentStore } from '../store/content-store';
import { responseWithin } from '../temporal/response-within';
import { apiRoute } from './api-route';

const BYTES = 'application/octet-stream';
const READ_TIMEOUT_MS = 15_000;

export function fileRoutes({ releases, works, archive, store }: TemporalAccess) {
  const exportedBy = (id: string): Promise<readonly ExportedFile[]> =>
    responseWithin(READ_TIMEOUT_MS, async () => (await releases.status(id)).export?.files ?? []);

  return {
    files: apiRoute({
      summary: 'Get all exported files of a release, in a zip archive',
      role: 'read',
      input: z.strictObject({ id: release }),
      sends: 'application/zip',
      handle: async (_request, reply, { id }) => {
        const files = await exportedBy(id);
        if (files.length === 0) throw new NotThere(`Release ${id} has no files.`);
        return reply
          .type('application/zip')
          .header('content-disposition', attachment(`${parseReleaseName(id).name}.zip`))
          .send(archiveOf(files, (one) => store.read(one)));
      },
    }),
    file: apiRoute({
      summary: 'Get an exported file of a release, by its SHA-256',
      role: 'read',
      input: z.strictObject({ id: release, sha256 }),
      sends: BYTES,
      compress: false,
      handle: async (_request, reply, { id, sha256: wanted }) =>
        sendFile(reply, store, wanted, await exportedBy(id)),
    }),
    workFile: apiRoute({
      summary: 'Get a file that a task or a rollback has exported, by its SHA-256',
      role: 'read',
      input: z.strictObject({ sha256, work }),
      sends: BYTES,
      compress: false,
      handle: async (_request, reply, { sha256: wanted, work: of }) => {
        const { files } = await responseWithin(READ_TIMEOUT_MS, () => works.status(of));
        return sendFile(reply, store, wanted, files);
      },
    }),
    reportPage: apiRoute({
      summary: 'Get the record that stays of a release, as a page',
      role: 'read',
      input: z.strictObject({ id: release }),
      sends: 'text/html',
      handle: async (_request, reply, { id }) => {
        const report = await readReport({ archive, store }, await archive.demand(parseReleaseName(id)));
        // The report has its own stricter policy, which allows its inline style.
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', `${REPORT_POLICY}; frame-ancestors 'none'`)
          .send(reportHtml(report, releasePath(parseReleaseName(id))));
      },
    }),
  };
}

/** Sends only contents that were exported. The length lets the client notice a cut download. */
function sendFile(
  reply: FastifyReply,
  store: ContentStore,
  wanted: string,
  files: readonly ExportedFile[],
): FastifyReply {
  const file = files.find((one) => one.sha256 === wanted);
  if (file === undefined) throw new NotThere('No such file was exported.');
  return reply
    .type(BYTES)
    .header('content-length', file.bytes)
    .header('content-disposition', attachment(fileName(file.path)))
    .send(Readable.from(holdLastChunk(store.read(wanted), file.bytes)));
}

/** An ASCII name for old clients, and the exact one for all others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/**
 * Reads each file when its turn comes. If one cannot be read, the archive is cut and no program opens it. An aborted
 * download closes its streams.
 */
export function archiveOf(
  files: readonly Pick<ExportedFile, 'path' | 'sha256'>[],
  read: (sha256: string) => AsyncIterable<Uint8Array>,
): Readable {
  const zip = new ZipFile();
  // The PassThrough closes at once on an abort, even while the zip waits for a content.
  const out = zip.outputStream.pipe(new PassThrough());
  const names = namesInArchive(files);
  for (const [index, { sha256 }] of files.entries()) {
    zip.addReadStreamLazy(names[index] ?? sha256, (cb) => {
      // A file may still be requested after the abort.
      if (out.destroyed) return;
      const content = Readable.from(read(sha256));
      content.on('error', (error) => out.destroy(error));
      out.once('close', () => content.destroy());
      cb(null, content);
    });
  }
  zip.end();
  return out;
}

/** File names; names that are equal except for case get a number in front. */
export function namesInArchive(files: readonly Pick<ExportedFile, 'path'>[]): string[] {
  const taken = new Set<string>();
  return files.map(({ path }) => {
    const plain = fileName(path);
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${number}-${plain}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

/** Cuts the directories of any system's path. A colon would be a drive in an archive. */
function fileName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? '').replaceAll(':', '_') || 'file';
}

/**
 * Delays each piece until the next has come, so that the last bytes are sent only at the end. If the source fails, as
 * for a damaged content, the client receives less than the promised length; so also if it is too long.
 */
export async function* holdLastChunk(
  pieces: AsyncIterable<Uint8Array>,
  promisedBytes: number,
): AsyncGenerator<Uint8Array> {
  let held: Uint8Array | null = null;
  let left = promisedBytes;
  for await (const piece of pieces) {
    if (held !== null) {
      left -= held.byteLength;
      if (left <= 0) throw new RangeError('The content is longer than it should be.');
      yield held;
    }
    held = piece;
  }
  if (held !== null) yield held;
}
