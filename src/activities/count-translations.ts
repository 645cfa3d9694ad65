import { ExportedIniReader } from '../localization/exported-ini';
import { decodeText, UnknownEncoding } from '../localization/decode-text';

/** What was found in one file. */
export interface FileContent {
  /** Those of the expected languages that it has a text in. */
  languages: string[];
  /** How many of the strings it has a text of; null: the file could not be read. */
  keys: number | null;
  isEmpty: boolean;
  /** Languages that have a section of their own, be there strings of ours in it or not. */
  sections: string[];
}

/** Where it is not known which strings there are, a file may bring any number of them. */
const MOST = { ids: 1_000_000, idChars: 64_000_000 } as const;

class Uncountable extends Error {
  override readonly name = 'Uncountable';
}

/** Strings by their ids, each with its place among them. There may be a million, so they are held once. */
export type WantedStrings = ReadonlyMap<string, number>;

/** Counts, over all files of an export, the strings that have a text: of the wanted ones, or of all where it is not known which are. */
export class TranslationCount {
  /** Of strings of which it is not known which there are. */
  readonly #places = new Map<string, number>();
  #idChars = 0;
  readonly #found = new Map<string, PlaceSet>();

  constructor(private readonly wanted: WantedStrings | null) {}

  async read(chunks: AsyncIterable<Uint8Array>, languages: readonly string[]): Promise<FileContent> {
    const inFile = new Set<string>();
    const keys = new PlaceSet();
    const reader = new ExportedIniReader({ languages, ids: this.wanted }, (language, stringId) => {
      inFile.add(language);
      const place = this.#placeOf(stringId);
      keys.add(place);
      this.#foundIn(language).add(place);
    });
    try {
      for await (const piece of decodeText(chunks)) reader.push(piece);
    } catch (error) {
      if (error instanceof UnknownEncoding || error instanceof Uncountable)
        return { languages: [], keys: null, isEmpty: false, sections: [] };
      throw error;
    }
    reader.end();
    return {
      languages: [...inFile],
      keys: keys.size === 0 ? null : keys.size,
      isEmpty: reader.isBlank,
      sections: [...reader.sections],
    };
  }

  of(language: string): number {
    return this.#found.get(language)?.size ?? 0;
  }

  /** Where it is not known which strings there are, the fullest language is the measure. */
  get total(): number {
    return this.wanted?.size ?? Math.max(0, ...[...this.#found.values()].map(({ size }) => size));
  }

  #foundIn(language: string): PlaceSet {
    const found = this.#found.get(language) ?? new PlaceSet();
    this.#found.set(language, found);
    return found;
  }

  #placeOf(stringId: string): number {
    const known = (this.wanted ?? this.#places).get(stringId);
    if (known !== undefined) return known;
    const place = this.#places.size;
    this.#idChars += stringId.length;
    if (place >= MOST.ids || this.#idChars > MOST.idChars) throw new Uncountable();
    // A copy: a part of a text keeps all of it in memory.
    this.#places.set(Buffer.from(stringId).toString(), place);
    return place;
  }
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
