/** The keys of a release: each is found exactly or, where that fails, without regard to case. */
export interface FoundKey {
  id: string;
  isOtherCase: boolean;
}

export class ReleaseKeys {
  /** The index of each id. There may be a million ids, so each is stored only once. */
  readonly #places = new Map<string, number>();
  /** Ids that are not in lower case, by their lower case; null: several ids share it. */
  readonly #folded = new Map<string, string | null>();
  /**
   * The signs in the keys of this project, learned from the release's: besides plain letters, digits and the usual
   * separators, a key has only signs that some of these have (other alphabets count as one); and if all of these have a
   * separator, it has one.
   */
  readonly #signs = new Set<string>(USUAL_SEPARATORS);
  #allHaveSigns = true;

  constructor(ids: Iterable<string>) {
    for (const id of ids) this.#add(id);
  }

  get size(): number {
    return this.#places.size;
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  find(key: string): FoundKey | null {
    if (this.#places.has(key)) return { id: key, isOtherCase: false };
    const folded = key.toLowerCase();
    const [lower, other] = [this.#places.has(folded) ? folded : null, this.#folded.get(folded)];
    if (other !== undefined && lower !== null) return null;
    const id = other ?? lower;
    return id === null ? null : { id, isOtherCase: true };
  }

  looksAlike(key: string): boolean {
    let [hasPlain, hasSign] = [false, false];
    for (const sign of key) {
      const kind = kindOf(sign);
      if (kind !== null && !this.#signs.has(kind)) return false;
      hasPlain ||= kind === null || kind === LETTER;
      hasSign ||= kind !== null && kind !== LETTER;
    }
    return hasPlain && (hasSign || !this.#allHaveSigns);
  }

  #add(id: string): void {
    if (this.#places.has(id)) return;
    this.#places.set(id, this.#places.size);
    const folded = id.toLowerCase();
    if (folded !== id) this.#folded.set(folded, this.#folded.has(folded) ? null : id);
    let hasSign = false;
    for (const sign of id) {
      const kind = kindOf(sign);
      if (kind === null) continue;
      this.#signs.add(kind);
      hasSign ||= kind !== LETTER;
    }
    this.#allHaveSigns &&= hasSign;
  }
}

const USUAL_SEPARATORS = ['.', '_', '-'];
const LETTER = 'letter';

/** Returns null for a plain letter or digit, which every key may have. */
function kindOf(sign: string): string | null {
  if ((sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || (sign >= '0' && sign <= '9'))
    return null;
  return sign > '\u007f' && /[\p{L}\p{M}\p{N}]/u.test(sign) ? LETTER : sign;
}
