import { ExportedIniReader, type ExpectedContent } from '../localization/exported-ini';
import { decodeText, UnknownEncoding } from '../localization/decode-text';
import type { ReleaseKeys } from '../localization/release-keys';

/** What was found in one file. */
export interface FileContent {
  /** Those of the expected languages that it has a text in. */
  languages: string[];
  /** How many of the strings it has a text of; null: the file could not be read, or nothing in it is known. */
  keys: number | null;
  isEmpty: boolean;
  /** The expected languages that it has a place for, be there strings of ours in it or not. */
  sections: string[];
  /** Languages, as it calls them, that were not asked for. */
  unmatched: string[];
}

/** Where it is not known which strings there are, a file may bring any number of them. */
const MOST = { ids: 1_000_000, idChars: 64_000_000 } as const;

/** How a page begins that says why there is no file; some of its lines look like strings. */
const PAGE = /^\s{0,1000}<(!doctype|html|\?xml)/i;

class Uncountable extends Error {
  override readonly name = 'Uncountable';
}

export const unreadable: FileContent = {
  languages: [],
  keys: null,
  isEmpty: false,
  sections: [],
  unmatched: [],
};

/** Counts, over all files of an export, the strings that have a text: of the release, or all where its are not known. */
export class TranslationCount {
  /** Of strings of which it is not known which there are. */
  readonly #places = new Map<string, number>();
  #idChars = 0;
  readonly #found = new Map<string, PlaceSet>();
  /** Of those, what was found under exactly our key. */
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
        if (reader.isBlank && PAGE.test(piece)) return unreadable;
        reader.push(piece);
      }
      reader.end();
    } catch (error) {
      if (error instanceof UnknownEncoding || error instanceof Uncountable) return unreadable;
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

  /** Of a language, how many strings were found only under a key in other letters, upper or lower case. */
  inOtherCase(language: string): number {
    return this.of(language) - (this.#exact.get(language)?.size ?? 0);
  }

  #placeOf(stringId: string): number {
    const known = this.wanted?.placeOf(stringId) ?? this.#places.get(stringId);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#idChars += stringId.length;
    if (place >= MOST.ids || this.#idChars > MOST.idChars) throw new Uncountable();
    // A copy: a part of a text keeps all of it in memory.
    this.#places.set(Buffer.from(stringId).toString(), place);
    return place;
  }
}

function setOf(sets: Map<string, PlaceSet>, language: string): PlaceSet {
  const found = sets.get(language) ?? new PlaceSet();
  sets.set(language, found);
  return found;
}

/** A set of small numbers, one bit each: there is one per language, of all strings. */
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
