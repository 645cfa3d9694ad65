/** The live picture of a release: what was last heard of it, and a clock that goes on by itself. */
import type { ReleaseView } from '../domain/status';
import { timeLeft, type PastRelease } from '../domain/time-left';
import type { Follow } from './follow-release';
import { LivePicture, type Screen } from './live-picture';
import { releasePicture } from './release-picture';
import { shown } from './terminal';

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
