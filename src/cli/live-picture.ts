/** Some lines on a terminal that are drawn anew as things change. */
import type { WriteStream } from 'node:tty';
import { visibleText } from '../domain/visible-text';

const UP = (lines: number): string => `\u001b[${lines}A`;
const CLEAR_BELOW = '\u001b[0J';
/** The terminal cuts what is too long for a line: it alone knows how wide each character is. */
const NO_WRAP = '\u001b[?7l';
const WRAP = '\u001b[?7h';

export class LivePicture {
  #shown: string[] = [];

  constructor(private readonly stream: Pick<WriteStream, 'write' | 'rows'>) {}

  draw(text: string): void {
    // What has scrolled away cannot be drawn over.
    const lines = visibleText(text)
      .split('\n')
      .slice(0, Math.max(1, this.stream.rows - 1));
    if (lines.join('\n') === this.#shown.join('\n')) return;
    // In one go, or it would flicker.
    this.stream.write(`${this.#back()}${NO_WRAP}${lines.join('\n')}\n${WRAP}`);
    this.#shown = lines;
  }

  clear(): void {
    if (this.#shown.length > 0) this.stream.write(this.#back());
    this.#shown = [];
  }

  #back(): string {
    return this.#shown.length === 0 ? '' : UP(this.#shown.length) + CLEAR_BELOW;
  }
}
