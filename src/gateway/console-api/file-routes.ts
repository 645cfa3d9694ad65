/** What a release has exported: each file by its digest, or all of them in one archive. */
import { Readable } from 'node:stream';
import * as z from 'zod';
import { NotThere } from '../../client/errors';
import type { ReleaseName } from '../../domain/identity';
import type { ExportedFile } from '../../domain/status';
import type { ContentStore } from '../../store/content-store';
import { archiveOf, fileName } from './archive-of-files';
import type { BoundedClients } from './bounded-clients';
import { holdLastChunk } from './hold-last-chunk';
import { idOf, named, RELEASE, sends, type ApiApp } from './route-schemas';

export function mountFiles(
  app: ApiApp,
  { clients, store }: { clients: BoundedClients; store: ContentStore },
): void {
  const tags = ['releases'];

  app.get(
    `${RELEASE}/files`,
    {
      config: { role: 'read' },
      schema: {
        summary: 'Get all exported files of a release, in a zip archive',
        tags,
        params: named,
        response: sends('application/zip', 'The archive.'),
      },
    },
    async ({ params }, reply) => {
      const files = await exportedFiles(params);
      if (files.length === 0) throw new NotThere(`Release ${idOf(params)} has no files.`);
      return reply
        .type('application/zip')
        .header('content-disposition', attachment(`${params.name}.zip`))
        .send(archiveOf(files, (sha256) => store.read(sha256)));
    },
  );

  app.get(
    `${RELEASE}/files/:sha256`,
    {
      config: { role: 'read' },
      // Whoever downloads it knows by the length whether it is whole.
      compress: false,
      schema: {
        summary: 'Get an exported file of a release',
        tags,
        params: named.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/, 'is not a SHA-256') }),
        response: sends('application/octet-stream', 'The file.'),
      },
    },
    async ({ params }, reply) => {
      const file = (await exportedFiles(params)).find(({ sha256 }) => sha256 === params.sha256);
      if (file === undefined) throw new NotThere(`Release ${idOf(params)} has no such file.`);
      return reply
        .type('application/octet-stream')
        .header('content-length', file.bytes)
        .header('content-disposition', attachment(fileName(file.path)))
        .send(Readable.from(holdLastChunk(store.read(file.sha256), file.bytes)));
    },
  );

  async function exportedFiles(release: ReleaseName): Promise<readonly ExportedFile[]> {
    const { export: exported } = await clients.ask(({ releases }) => releases.status(idOf(release)));
    return exported?.files ?? [];
  }
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
