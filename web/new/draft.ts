/** A release being written: its text, its files, and the gateway's last findings. */
import { computed, signal } from '@preact/signals';
import { MOST_UPLOADED_BYTES } from '../../src/domain/upload-limits';
import type { DraftFinding, PlannedDraft, StartedDraft } from '../../src/protocol/draft-api';
import { api, type ReleaseName } from '../api';
import { bytesText, errorText } from '../format';
import { keep, ofWindow, readStored } from '../storage';

export class Draft {
  readonly text = signal('');
  readonly files = signal<readonly File[]>([]);
  readonly announceAgain = signal(false);
  readonly busy = signal<'plan' | 'start' | null>(null);
  readonly trouble = signal<string | null>(null);
  readonly #planResult = signal<{ planned: PlannedDraft; of: string } | null>(null);

  /** The plan of the current text and files; null where they have changed since. */
  readonly planned = computed(() => {
    const result = this.#planResult.value;
    return result?.of === this.#mark() ? result.planned : null;
  });
  /** Whether the draft has changed since its plan was shown. */
  readonly isOutdated = computed(
    () => (this.#planResult.value?.planned.plan ?? null) !== null && this.planned.value === null,
  );
  /** Findings stay while a person fixes them. */
  readonly findings = computed((): readonly DraftFinding[] => {
    const { findings = [], plan = null } = this.#planResult.value?.planned ?? {};
    return plan?.places ?? findings;
  });
  readonly tooLarge = computed(() => {
    const bytes = this.files.value.reduce((sum, { size }) => sum + size, 0);
    return bytes > MOST_UPLOADED_BYTES
      ? `Together, the files are ${bytesText(bytes)}. A browser can send at most ${bytesText(MOST_UPLOADED_BYTES)}. For more, use the command line.`
      : null;
  });

  /** Files from before a reload: a browser does not keep their content. */
  readonly missing = computed(() => {
    const there = new Set(this.files.value.map(pathOf));
    return this.#kept.value.filter((path) => !there.has(path));
  });

  readonly #key: string;
  readonly #kept = signal<readonly string[]>([]);

  /** `first`: the initial text, unless this window has stored another one. */
  constructor(
    private readonly from: ReleaseName | null,
    first: string,
    isCopy: boolean,
  ) {
    const begun = from === null ? 'new' : `${isCopy ? 'copy' : 'again'} ${from.project}/${from.name}`;
    this.#key = `draft ${begun}`;
    this.text.value = readStored(ofWindow, this.#key, first);
    this.#kept.value = readStored(ofWindow, this.#filesKey, []);
  }

  write(text: string): void {
    this.text.value = text;
    keep(ofWindow, this.#key, text);
  }

  /** A file replaces another one of the same name. */
  add(files: readonly File[]): void {
    const added = new Set(files.map(pathOf));
    this.files.value = [...this.files.value.filter((file) => !added.has(pathOf(file))), ...files];
    this.#keepNames([...new Set([...this.#kept.value, ...added])]);
  }

  remove(file: File): void {
    this.files.value = this.files.value.filter((other) => other !== file);
    this.forget(pathOf(file));
  }

  forget(path: string): void {
    this.#keepNames(this.#kept.value.filter((other) => other !== path));
  }

  get #filesKey(): string {
    return `${this.#key} files`;
  }

  #keepNames(paths: readonly string[]): void {
    this.#kept.value = paths;
    keep(ofWindow, this.#filesKey, paths);
  }

  plan(): Promise<PlannedDraft | null> {
    return this.#sending('plan', async () => {
      const of = this.#mark();
      const planned = await api.planDraft(await this.#body());
      this.#planResult.value = { planned, of };
      return planned;
    });
  }

  start(): Promise<StartedDraft | null> {
    return this.#sending('start', async () => {
      const digest = this.planned.value?.digest;
      if (!digest) throw new Error('Show the plan first.');
      const started = await api.startDraft(await this.#body(), digest);
      keep(ofWindow, this.#key, null);
      this.#keepNames([]);
      return started;
    });
  }

  async #sending<Result>(what: 'plan' | 'start', send: () => Promise<Result>): Promise<Result | null> {
    if (this.busy.value !== null) return null;
    this.busy.value = what;
    this.trouble.value = null;
    try {
      return await send();
    } catch (error) {
      this.trouble.value = errorText(error);
      return null;
    } finally {
      this.busy.value = null;
    }
  }

  async #body() {
    const files = await Promise.all(
      this.files.value.map(async (file) => ({ path: pathOf(file), base64: await base64Of(file) })),
    );
    return { text: this.text.value, files, from: this.from, announceAgain: this.announceAgain.value };
  }

  #mark(): string {
    const files = this.files.value.map((file) => [pathOf(file), file.size, file.lastModified]);
    return JSON.stringify([this.text.value, files, this.announceAgain.value]);
  }
}

/** Includes the directories, where a whole directory was chosen. */
export const pathOf = ({ name, webkitRelativePath }: File): string =>
  webkitRelativePath === '' ? name : webkitRelativePath;

function base64Of(file: File): Promise<string> {
  return new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done((reader.result as string).replace(/^[^,]*,/, ''));
    reader.onerror = () =>
      fail(new Error(`${file.name} cannot be read. It may have changed since. Add it again.`));
    reader.readAsDataURL(file);
  });
}
