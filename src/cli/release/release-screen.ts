/** The live picture of a release: what was last heard of it, and a clock that goes on by itself. */
import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';
import type { ReleaseView } from '../../domain/release/status';
import { timeLeft, type PastRelease } from '../../domain/release/time-left';
import type { Follow } from './follow-release';
import { releasePicture, type Size } from './release-picture';
import { shown } from '../terminal/terminal';
import type { Piece, Row, Tone } from '../terminal/screen-row';

const TICK_MS = 1_000;

export interface ScreenSources {
  /** Where estimates come from. */
  pastOf: (project: string) => Promise<readonly PastRelease[]>;
  /** Its page in the console. */
  linkOf: (id: string) => string;
}

export class ReleaseScreen {
  readonly #picture: LivePicture;
  readonly #sources: ScreenSources;
  #seen: ReleaseView | null = null;
  #seenAtMs = 0;
  #silentSinceMs: number | null = null;
  #past: readonly PastRelease[] | null = null;
  /** Told while the task is scanned and translated, and true for the stages after that too. */
  #rows: number | null = null;
  #tick: NodeJS.Timeout | null = null;

  constructor(screen: Screen, sources: ScreenSources) {
    this.#sources = sources;
    this.#picture = new LivePicture(screen, (size) =>
      this.#seen === null ? [] : releasePicture(this.#watched(this.#seen), size),
    );
  }

  /** What to tell it. */
  readonly following: Pick<Follow, 'onLook' | 'onSilence'> = {
    onLook: (seen) => this.#look(seen),
    onSilence: () => {
      this.#silentSinceMs = this.#seenAtMs;
      this.#picture.draw();
    },
  };

  close(): void {
    if (this.#tick !== null) clearInterval(this.#tick);
    this.#picture.close();
  }

  #look(seen: ReleaseView): void {
    this.#seen = shown(seen);
    this.#seenAtMs = Date.now();
    this.#silentSinceMs = null;
    const { stage, progress } = seen;
    const rows = stage === 'scan' || stage === 'translate' ? (progress?.rowsTotal ?? 0) : 0;
    if (rows > 0) this.#rows = rows;
    if (this.#past === null) this.#readPast(seen.project);
    this.#tick ??= setInterval(() => this.#picture.draw(), TICK_MS);
    this.#picture.draw();
  }

  /** An archive that cannot be read is told of elsewhere; here it only means that there is no estimate. */
  #readPast(project: string): void {
    this.#past = [];
    this.#sources.pastOf(project).then(
      (past) => (this.#past = past),
      () => undefined,
    );
  }

  #watched(view: ReleaseView): Parameters<typeof releasePicture>[0] {
    const nowMs = Date.now();
    const known = { past: this.#past ?? [], rows: this.#rows, nowMs };
    return {
      view,
      link: this.#sources.linkOf(view.id),
      left: this.#silentSinceMs === null ? timeLeft(view, known) : null,
      nowMs,
      silentSinceMs: this.#silentSinceMs,
    };
  }
}

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

/**
 * A picture on a screen of its own, drawn anew as things change and as the terminal changes its size. What was on the
 * terminal before is there again when it is closed, and so is the cursor, however the command ends.
 */
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
