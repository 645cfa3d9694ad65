/** Files that somebody takes away: what a release or a task has exported, and the report of a release. */
import type { FastifyReply } from 'fastify';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { NotThere } from '../client/errors';
import { named } from '../client/release-name';
import { readReport } from '../client/report/read-report';
import { releasePath } from '../domain/console-paths';
import { REPORT_POLICY, reportHtml } from '../client/report/report-html';
import type { ExportedFile } from '../domain/status';
import { release } from '../operations/input-parts';
import type { TemporalAccess } from '../operations/operation';
import { sha256, work } from '../protocol/message-schemas';
import type { ContentStore } from '../store/content-store';
import { answeredWithin } from '../temporal/answered-within';
import { apiRoute } from './api-route';
import { archiveOf, fileName } from './console-api/archive-of-files';
import { holdLastChunk } from './console-api/hold-last-chunk';

const BYTES = 'application/octet-stream';
const LOOK_TIMEOUT_MS = 15_000;

export function fileRoutes({ releases, works, archive, store }: TemporalAccess) {
  const exportedBy = (id: string): Promise<readonly ExportedFile[]> =>
    answeredWithin(LOOK_TIMEOUT_MS, async () => (await releases.status(id)).export?.files ?? []);

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
          .header('content-disposition', attachment(`${named(id).name}.zip`))
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
        const { files } = await answeredWithin(LOOK_TIMEOUT_MS, () => works.status(of));
        return sendFile(reply, store, wanted, files);
      },
    }),
    reportPage: apiRoute({
      summary: 'Get the record that stays of a release, as a page',
      role: 'read',
      input: z.strictObject({ id: release }),
      sends: 'text/html',
      handle: async (_request, reply, { id }) => {
        const report = await readReport({ archive, store }, await archive.demand(named(id)));
        // Its own style, and nothing of the page around it.
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', `${REPORT_POLICY}; frame-ancestors 'none'`)
          .send(reportHtml(report, releasePath(named(id))));
      },
    }),
  };
}

/** No other content of the store than those that were exported. Whoever downloads one knows by the length whether it is whole. */
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

/** The plain name for old programs, the true one for all others. */
function attachment(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
