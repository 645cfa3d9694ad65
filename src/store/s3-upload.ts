/** A large object, sent in parts: it is there when the last of them is. */
import { S3Failure } from './s3-failure';
import { pagesOf, type S3Requests } from './s3-requests';
import { elements, textOf } from './s3-xml';

export class S3Upload {
  readonly #etags: string[] = [];

  private constructor(
    private readonly requests: S3Requests,
    readonly key: string,
    private readonly id: string,
  ) {}

  static async begin(requests: S3Requests, key: string): Promise<S3Upload> {
    const { text } = await requests.ask({ method: 'POST', key, query: { uploads: '' } });
    return S3Upload.of(requests, key, textOf(text, 'UploadId') ?? '');
  }

  static of(requests: S3Requests, key: string, id: string): S3Upload {
    return new S3Upload(requests, key, id);
  }

  async add(body: Uint8Array): Promise<void> {
    const query = { partNumber: String(this.#etags.length + 1), uploadId: this.id };
    const { headers } = await this.requests.ask({ method: 'PUT', key: this.key, query, body });
    this.#etags.push(String(headers.etag));
  }

  async complete(): Promise<void> {
    const parts = this.#etags.map(
      (etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`,
    );
    const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
    try {
      await this.requests.ask({ method: 'POST', key: this.key, query: { uploadId: this.id }, body });
    } catch (error) {
      // The answer to an attempt before this one was lost: nobody else knows the key.
      if (!(error instanceof S3Failure && error.code === 'NoSuchUpload')) throw error;
      await this.requests.ask({ method: 'HEAD', key: this.key });
    }
  }

  /** What is not taken away now, a later collection or a rule of the bucket takes away. */
  async abandon(): Promise<void> {
    await this.requests
      .ask({ method: 'DELETE', key: this.key, query: { uploadId: this.id } })
      .catch(() => undefined);
  }
}

/** Those that were begun below a path and neither completed nor abandoned. */
export async function* unfinishedUploads(
  requests: S3Requests,
  path: string,
): AsyncGenerator<{ upload: S3Upload; begunAtMs: number }> {
  const ask = async (after: Readonly<Record<string, string>>): Promise<string> =>
    (await requests.ask({ method: 'GET', query: { uploads: '', prefix: `${path}/`, ...after } })).text;
  const next = (text: string): Record<string, string> | null =>
    textOf(text, 'IsTruncated') === 'true'
      ? {
          'key-marker': textOf(text, 'NextKeyMarker') ?? '',
          'upload-id-marker': textOf(text, 'NextUploadIdMarker') ?? '',
        }
      : null;
  for await (const text of pagesOf(ask, next))
    for (const found of elements(text, 'Upload')) {
      const key = textOf(found, 'Key') ?? '';
      const upload = S3Upload.of(requests, key, textOf(found, 'UploadId') ?? '');
      yield { upload, begunAtMs: Date.parse(textOf(found, 'Initiated') ?? '') };
    }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
