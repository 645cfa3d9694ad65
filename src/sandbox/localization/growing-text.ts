import type { Readings } from '../readings/catalogue';

/** Text that grows: encoded now and then, so that it takes no more memory than the file it becomes. */
export class GrowingText {
  readonly #encoding: Readings['ini-encoding'];
  readonly #encoded: Buffer[] = [];
  #pending: string;

  constructor(encoding: Readings['ini-encoding'], text: string) {
    this.#encoding = encoding;
    this.#pending = text;
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length > 64 * 1024) this.#encode();
  }

  chunks(): Buffer[] {
    this.#encode();
    return this.#encoded;
  }

  #encode(): void {
    if (this.#pending !== '') this.#encoded.push(bytesOf(this.#pending, this.#encoding));
    this.#pending = '';
  }
}

function bytesOf(text: string, encoding: Readings['ini-encoding']): Buffer {
  switch (encoding) {
    case 'utf-8':
    case 'utf-8-bom':
      return Buffer.from(text);
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
  }
}
