/**
 * A picture on a screen of its own, drawn anew as things change and as the terminal changes its size. What was on the
 * terminal before is there again when it is closed, and so is the cursor, however the command ends.
 */
import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';
import type { Size } from './release-picture';
import type { Piece, Row, Tone } from './screen-row';

const ESC = '\u001b[';
const OWN_SCREEN = `${ESC}?1049h`;
const OLD_SCREEN = `${ESC}?1049l`;
const HIDE_CURSOR = `${ESC}?25l`;
const SHOW_CURSOR = `${ESC}?25h`;
/** A terminal that takes a letter to be wider than we do cuts the row, and moves no other. */
const NO_WRAP = `${ESC}?7l`;
const WRAP = `${ESC}?7h`;
const CLEAR = `${ESC}2J`;
const CLEAR_ROW = `${ESC}2K`;
/** Terminals that know these show all of it at once. */
const BEGIN = `${ESC}?2026h`;
const END = `${ESC}?2026l`;
const toRow = (place: number): string => `${ESC}${place + 1};1H`;

const USUAL_SIZE: Size = { columns: 80, rows: 24 };

const styles = {
  strong: 'bold',
  quiet: 'dim',
  good: 'green',
  bad: 'red',
  attention: 'yellow',
} as const satisfies Partial<Record<Tone, Parameters<typeof styleText>[0]>>;

export type Screen = Pick<WriteStream, 'write' | 'columns' | 'rows' | 'hasColors' | 'on' | 'off'>;

/** What a row is to hold; null: the row above goes on in it. */
type Line = string | null;

/** Ends that leave no time to tidy up, unless they are listened to. */
const endings = ['SIGTERM', 'SIGHUP'] as const;

export class LivePicture {
  #isOpen = false;
  #drawn: Line[] = [];

  constructor(
    private readonly screen: Screen,
    private readonly picture: (size: Size) => readonly Row[],
  ) {}

  draw(): void {
    if (!this.#isOpen) this.#open();
    const lines = this.picture(this.#size()).flatMap((row) => this.#lines(row));
    const places = Array.from({ length: Math.max(lines.length, this.#drawn.length) }, (_, place) => place);
    const changed = places.filter((place) => lines[place] !== this.#drawn[place]);
    this.#drawn = lines;
    if (changed.length === 0) return;
    // All are cleared first: a row may go on in the one below.
    const cleared = changed.map((place) => toRow(place) + CLEAR_ROW);
    const written = changed.map((place) => toRow(place) + (lines[place] ?? ''));
    this.screen.write([BEGIN, ...cleared, ...written, END].join(''));
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.screen.off('resize', this.#onResize);
    process.off('exit', this.#onExit);
    process.off('SIGTSTP', this.#onSuspend);
    for (const signal of endings) process.off(signal, this.#onEnding);
    this.screen.write(`${WRAP}${SHOW_CURSOR}${OLD_SCREEN}`);
  }

  #open(): void {
    this.#isOpen = true;
    this.screen.on('resize', this.#onResize);
    process.on('exit', this.#onExit);
    if (process.platform !== 'win32') process.on('SIGTSTP', this.#onSuspend);
    for (const signal of endings) process.on(signal, this.#onEnding);
    this.screen.write(`${OWN_SCREEN}${HIDE_CURSOR}${NO_WRAP}`);
    this.#clear();
  }

  #clear(): void {
    this.screen.write(CLEAR);
    this.#drawn = [];
  }

  /** A pseudo-terminal that was never told its size says 0. */
  #size(): Size {
    return { columns: this.screen.columns || USUAL_SIZE.columns, rows: this.screen.rows || USUAL_SIZE.rows };
  }

  #lines({ pieces, height }: Row): Line[] {
    const text = pieces.map((piece) => this.#painted(piece)).join('');
    if (height === 1) return [text];
    return [`${WRAP}${text}${NO_WRAP}`, ...Array<null>(height - 1).fill(null)];
  }

  /** Node asks NO_COLOR, FORCE_COLOR and TERM whether there are colours. */
  #painted({ text, tone }: Piece): string {
    if (tone === 'plain' || !this.screen.hasColors()) return text;
    return styleText(styles[tone], text, { validateStream: false });
  }

  readonly #onResize = (): void => {
    this.#clear();
    this.draw();
  };

  readonly #onExit = (): void => this.close();

  readonly #onEnding = (signal: NodeJS.Signals): void => {
    this.close();
    process.kill(process.pid, signal);
  };

  /** Ctrl-Z gives the terminal back until the command goes on. */
  readonly #onSuspend = (): void => {
    this.close();
    process.once('SIGCONT', () => this.draw());
    process.kill(process.pid, 'SIGSTOP');
  };
}
