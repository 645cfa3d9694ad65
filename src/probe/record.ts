/** Writes each exchange of a probe to a file of its own, as soon as it is complete. */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../http/replies/reply-text';
import type { ObservedExchange } from '../http/service-transport';
import type { RecordedExchange } from '../http/replies/transcript';
import type { TranscriptRedactor } from './transcript-redactor';
import { bytesOf, decodeText, zipNames } from './read-export';
import type { ObservedFile } from './seen';

const HEADERS = ['content-type', 'content-length', 'content-encoding', 'retry-after', 'location'];

export class Recording {
  #count = 0;

  /** Accepts only an empty or new directory, because two recordings would mix. */
  constructor(
    private readonly directory: string,
    private readonly redactor: TranscriptRedactor,
  ) {
    mkdirSync(directory, { recursive: true });
    if (readdirSync(directory).length > 0) throw new NotEmpty(`${directory} is not empty.`);
  }

  keep({ service, endpoint, target, requestBody, status, headers, text, ms }: ObservedExchange): void {
    const query = new URL(target, 'http://any').searchParams;
    const reply = parseJson(text);
    this.#write({
      service,
      endpoint,
      request: {
        query: Object.fromEntries([...query].map(([key, value]) => [key, this.#queryValue(key, value)])),
        body: this.redactor.value(parseJson(requestBody) ?? null),
      },
      reply: {
        status,
        headers: this.#headers(headers),
        body:
          reply === undefined
            ? { kind: 'text', value: this.redactor.text(text, 'text') }
            : { kind: 'json', value: this.redactor.value(reply) },
      },
      ms,
    });
  }

  keepFile({ status, headers, bytes, mode, language }: ObservedFile): void {
    const { text, encoding } = decodeText(bytes);
    const ini = (): string =>
      Buffer.from(bytesOf(this.redactor.ini(text, language), encoding)).toString('base64');
    const names = (): string[] => zipNames(bytes).map((name) => this.redactor.fileName(name, language));
    this.#write({
      service: 'localization',
      endpoint: 'GET /download',
      request: { query: {}, body: null },
      reply: {
        status,
        headers: this.#headers(headers),
        body: mode === 'separate' ? { kind: 'zip', names: names() } : { kind: 'ini', base64: ini() },
      },
      ms: 0,
    });
  }

  keepCallback(signature: string): void {
    this.#write({
      service: 'localization',
      endpoint: 'callback',
      request: { query: {}, body: { signature } },
      reply: { status: 204, headers: {}, body: { kind: 'text', value: '' } },
      ms: 0,
    });
  }

  /** Only the number and size of a page are shown; any other number may be an id. */
  #queryValue(key: string, value: string): string {
    return /^(page|page_size|limit)$/.test(key) && /^\d+$/.test(value)
      ? value
      : this.redactor.text(value, key);
  }

  #headers(headers: ObservedExchange['headers']): Record<string, string> {
    return Object.fromEntries(
      HEADERS.flatMap((name) => {
        const value = headers[name];
        if (value === undefined) return [];
        return [[name, name === 'location' ? 'elsewhere' : String(value)]];
      }),
    );
  }

  #write(exchange: RecordedExchange): void {
    this.#count += 1;
    const place = String(this.#count).padStart(3, '0');
    const name = `${place}-${exchange.service}-${exchange.endpoint.replace(/[^A-Za-z]+/g, '-').replace(/-$/, '')}.json`;
    writeFileSync(join(this.directory, name), `${JSON.stringify(exchange, null, 2)}\n`);
  }
}

export class NotEmpty extends Error {}
