/** The live picture of a release: the last known status, with a clock that runs on between polls. */
import { styleText } from 'node:util';
import type { WriteStream } from 'node:tty';
import type { ReleaseView } from '../../domain/release/status';
import { timeLeft, type PastRelease } from '../../domain/release/time-left';
import type { Follow } from './follow-release';
import { releasePicture, type Row, type Size, type Tone } from './release-picture';

const TICK_MS = 1_000;

export interface ScreenSources {
  pastOf: (project: string) => Promise<readonly PastRelease[]>;
  linkOf: (id: string) => string;
}

export class ReleaseScreen {
  readonly #picture: LivePicture;
  readonly #sources: ScreenSources;
  #seen: ReleaseView | null = null;
  #seenAtMs = 0;
  #silentSinceMs: number | null = null;
  #past: readonly PastRelease[] | null = null;
  /** The service reports rows only during scan and translation; later stages use the last number. */
  #rows: number | null = null;
  #tick: NodeJS.Timeout | null = null;

  constructor(screen: Screen, sources: ScreenSources) {
    this.#sources = sources;
    this.#picture = new LivePicture(screen, (size) =>
      this.#seen === null ? [] : releasePicture(this.#watched(this.#seen), size),
    );
  }

  readonly following: Pick<Follow, 'onPoll' | 'onSilence'> = {
    onPoll: (seen) => this.#show(seen),
    onSilence: () => {
      this.#silentSinceMs = this.#seenAtMs;
      this.#picture.draw();
    },
  };

  close(): void {
    if (this.#tick !== null) clearInterval(this.#tick);
    this.#picture.close();
  }

  #show(seen: ReleaseView): void {
    this.#seen = seen;
    this.#seenAtMs = Date.now();
    this.#silentSinceMs = null;
    const { stage, progress } = seen;
    const rows = stage === 'scan' || stage === 'translate' ? (progress?.rowsTotal ?? 0) : 0;
    if (rows > 0) this.#rows = rows;
    if (this.#past === null) this.#readPast(seen.project);
    this.#tick ??= setInterval(() => this.#picture.draw(), TICK_MS);
    this.#picture.draw();
  }

  /** The archive only serves the estimate here, so an error in reading it leaves the estimate out. */
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
/** Where the terminal takes a character to be wider than we do, only that row is cut. */
const NO_WRAP = `${ESC}?7l`;
const WRAP = `${ESC}?7h`;
const CLEAR = `${ESC}2J`;
const CLEAR_ROW = `${ESC}2K`;
/** Synchronized output: terminals that support it draw the whole update at once. */
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

/** A line of the screen; null when the row above continues in it. */
type Line = string | null;

/** These signals would end the process without cleaning up the screen. */
const endings = ['SIGTERM', 'SIGHUP'] as const;

/**
 * A picture on the terminal's alternate screen, redrawn on changes and on resizes. However the command ends, the old
 * screen and the cursor come back.
 */
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
    // All changed lines are cleared before any is written, because a row may continue in the one below.
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

  /** A pseudo-terminal whose size was never set reports 0. */
  #size(): Size {
    return { columns: this.screen.columns || USUAL_SIZE.columns, rows: this.screen.rows || USUAL_SIZE.rows };
  }

  /** Node.js checks NO_COLOR, FORCE_COLOR and TERM for colours. */
  #lines({ text, tone, height }: Row): Line[] {
    const isPlain = tone === 'plain' || !this.screen.hasColors();
    const painted = isPlain ? text : styleText(styles[tone], text, { validateStream: false });
    if (height === 1) return [painted];
    return [`${WRAP}${painted}${NO_WRAP}`, ...Array<null>(height - 1).fill(null)];
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

  /** Ctrl-Z gives the terminal back until the command is continued. */
  readonly #onSuspend = (): void => {
    this.close();
    process.once('SIGCONT', () => this.draw());
    process.kill(process.pid, 'SIGSTOP');
  };
}
