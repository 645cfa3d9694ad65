import { ExportedIniReader, type ExpectedContent } from '../localization/exported-ini';
import { decodeText, UnknownEncoding } from '../localization/decode-text';
import type { ReleaseKeys } from '../localization/release-keys';

export interface FileContent {
  languages: string[];
  /** The number of strings that have a text in the file; null: it was unreadable, or has no string of the release. */
  keys: number | null;
  isEmpty: boolean;
  /** The expected languages that have a column or section in the file, with or without strings of the release. */
  sections: string[];
  /** Languages in the file that were not requested, under the file's own names. */
  unmatched: string[];
}

/** Bounds the memory for files whose strings are not known beforehand. */
const MOST = { ids: 1_000_000, idChars: 64_000_000 } as const;

/** The beginning of an error page, some of whose lines look like strings. */
const PAGE = /^\s{0,1000}<(!doctype|html|\?xml)/i;

class Uncountable extends Error {
  override readonly name = 'Uncountable';
}

export const unreadableContent: FileContent = {
  languages: [],
  keys: null,
  isEmpty: false,
  sections: [],
  unmatched: [],
};

/** Counts strings with a text over all files of an export: the release's, or all strings if those are not known. */
export class TranslationCount {
  /** Used where the strings of the project are not known. */
  readonly #places = new Map<string, number>();
  #idChars = 0;
  readonly #found = new Map<string, PlaceSet>();
  readonly #exact = new Map<string, PlaceSet>();

  constructor(private readonly wanted: ReleaseKeys | null) {}

  async read(
    chunks: AsyncIterable<Uint8Array>,
    expected: Pick<ExpectedContent, 'languages' | 'escape'>,
  ): Promise<FileContent> {
    const inFile = new Set<string>();
    const keys = new PlaceSet();
    const reader = new ExportedIniReader(
      { ...expected, keys: this.wanted },
      ({ language, id, isOtherCase }) => {
        inFile.add(language);
        const place = this.#placeOf(id);
        keys.add(place);
        setOf(this.#found, language).add(place);
        if (!isOtherCase) setOf(this.#exact, language).add(place);
      },
    );
    try {
      for await (const piece of decodeText(chunks)) {
        if (reader.isBlank && PAGE.test(piece)) return unreadableContent;
        reader.push(piece);
      }
      reader.end();
    } catch (error) {
      if (error instanceof UnknownEncoding || error instanceof Uncountable) return unreadableContent;
      throw error;
    }
    const sections = [...reader.sections];
    return {
      languages: [...inFile],
      keys: sections.length === 0 ? null : keys.size,
      isEmpty: reader.isBlank,
      sections,
      unmatched: [...reader.unmatched],
    };
  }

  of(language: string): number {
    return this.#found.get(language)?.size ?? 0;
  }

  inOtherCase(language: string): number {
    return this.of(language) - (this.#exact.get(language)?.size ?? 0);
  }

  #placeOf(stringId: string): number {
    const known = this.wanted?.placeOf(stringId) ?? this.#places.get(stringId);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#idChars += stringId.length;
    if (place >= MOST.ids || this.#idChars > MOST.idChars) throw new Uncountable();
    // Copies the key, because a substring keeps its whole text in memory.
    this.#places.set(Buffer.from(stringId).toString(), place);
    return place;
  }
}

function setOf(sets: Map<string, PlaceSet>, language: string): PlaceSet {
  const found = sets.get(language) ?? new PlaceSet();
  sets.set(language, found);
  return found;
}

/** A bit set of small numbers. Each language has one over all strings. */
class PlaceSet {
  size = 0;
  #bits = new Uint8Array(1024);

  add(place: number): void {
    const [byte, bit] = [place >> 3, 1 << (place & 7)];
    if (byte >= this.#bits.length) {
      const larger = new Uint8Array(Math.max(this.#bits.length * 2, byte + 1));
      larger.set(this.#bits);
      this.#bits = larger;
    }
    const bits = this.#bits[byte] ?? 0;
    if ((bits & bit) !== 0) return;
    this.#bits[byte] = bits | bit;
    this.size += 1;
  }
}
