/** A terminal emulator of any size, and what is to be seen in it. */
import { Terminal } from '@xterm/headless';
import { EventEmitter } from 'node:events';
import type { Screen } from '../../src/cli/release/release-screen';

const colourNames: Readonly<Record<number, string>> = { 1: 'red', 2: 'green', 3: 'yellow' };

export class EmulatedScreen extends EventEmitter {
  readonly #terminal: Terminal;
  readonly #hasColours: boolean;
  #written: Promise<void> = Promise.resolve();
  isCursorHidden = false;

  constructor(
    public columns: number,
    public rows: number,
    { hasColours = false } = {},
  ) {
    super();
    this.#hasColours = hasColours;
    this.#terminal = new Terminal({ cols: columns, rows, allowProposedApi: true, logLevel: 'off' });
  }

  /** As the stream that a program writes to. */
  get stream(): Screen {
    return this as unknown as Screen;
  }

  write(text: string): boolean {
    // The emulator keeps to itself whether it shows a cursor.
    for (const [, mode] of text.matchAll(/\[\?25([hl])/g)) this.isCursorHidden = mode === 'l';
    this.#written = new Promise((resolve) => this.#terminal.write(text, resolve));
    return true;
  }

  hasColors(): boolean {
    return this.#hasColours;
  }

  /** By the time that a program hears of it, the terminal has moved what it showed. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.#written;
    this.#terminal.resize(columns, rows);
    Object.assign(this, { columns, rows });
    this.emit('resize');
  }

  /** Each row, cell by cell. */
  async cells(): Promise<string[]> {
    return (await this.#lines()).map((line) => line.cells.map(({ text }) => text).join(''));
  }

  /** What a person copies who marks all of it: rows that the terminal wrapped are one line. */
  async copied(): Promise<string> {
    const lines: string[] = [];
    for (const { cells, isWrapped } of await this.#lines()) {
      const text = cells.map((cell) => cell.text).join('');
      if (isWrapped) lines.push((lines.pop() ?? '') + text);
      else lines.push(text);
    }
    return `${lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimEnd()}\n`;
  }

  /** The colours of all cells of a text, the first time that it is to be seen. */
  async coloursOf(text: string): Promise<string[]> {
    for (const { cells } of await this.#lines()) {
      const place = cells
        .map((cell) => cell.text)
        .join('')
        .indexOf(text);
      if (place >= 0)
        return [...new Set(cells.slice(place, place + text.length).map(({ colour }) => colour))];
    }
    throw new Error(`"${text}" is not to be seen`);
  }

  async #lines(): Promise<{ cells: { text: string; colour: string }[]; isWrapped: boolean }[]> {
    await this.#written;
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.rows }, (_, place) => {
      const line = active.getLine(active.viewportY + place);
      const cells = Array.from({ length: this.columns }, (_cell, column) => line?.getCell(column));
      return {
        isWrapped: line?.isWrapped ?? false,
        cells: cells.map((cell) => ({
          // The second half of a wide letter is empty.
          text: cell?.getWidth() === 0 ? '' : (cell?.getChars() ?? '').padEnd(1),
          colour: cell?.isFgPalette() ? (colourNames[cell.getFgColor()] ?? 'other') : 'none',
        })),
      };
    });
  }
}
