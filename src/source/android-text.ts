/**
 * The text of an Android resource as an app shows it: backslash escapes resolved, white space outside of double quotes
 * collapsed, the quotes gone. In CDATA, quotes and white space stay, as aapt2 leaves them. Markup such as `<b>` stays as it is written, and then all is XML, as `joinedContent` has it.
 */
import { escapeXml, type XmlElement } from './xml-tree';

/** `<xliff:g>` only marks what is not to be translated; Android drops it too. */
const XLIFF = 'urn:oasis:names:tc:xliff:document:1.2';

export function androidText(element: XmlElement): { text: string; fault: string | null } {
  const reader = new AndroidTextReader();
  const pieces = piecesOf(element);
  const isMarkup = pieces.some(({ kind }) => kind === 'markup');
  for (const { kind, text } of pieces) {
    if (kind === 'markup') reader.markup(text);
    else reader.text(text, isMarkup ? escapeXml : (plain) => plain, kind === 'cdata');
  }
  return reader.end();
}

interface Piece {
  kind: 'text' | 'cdata' | 'markup';
  text: string;
}

function piecesOf({ children }: XmlElement): Piece[] {
  return children.flatMap((node): Piece[] => {
    if (node.kind === 'comment') return [];
    if (node.kind === 'text') return [{ kind: node.isCdata ? 'cdata' : 'text', text: node.text }];
    const { tag, closing } = node;
    if (tag.uri === XLIFF && tag.name === 'g') return piecesOf(node);
    return [{ kind: 'markup', text: tag.source }, ...piecesOf(node), { kind: 'markup', text: closing }];
  });
}

const ESCAPE = /\\(u[0-9a-fA-F]{4}|[^])/y;
/** What stands for itself. */
const PLAIN = /[^\\" \t\r\n\f\v]+/y;
/** A space that must not break a line is none of it. */
const SPACES = ' \t\r\n\f\v';

class AndroidTextReader {
  readonly #parts: string[] = [];
  #isQuoted = false;
  /** White space at the start counts as much as that behind other white space. */
  #isAfterSpace = true;
  #owesSpace = false;
  #fault: string | null = null;

  markup(source: string): void {
    this.#paySpace();
    this.#parts.push(source);
  }

  text(text: string, spell: (text: string) => string, isCdata: boolean): void {
    for (let at = 0; at < text.length;) {
      const char = text.charAt(at);
      if (char === '"' && !isCdata) {
        this.#isQuoted = !this.#isQuoted;
        at += 1;
      } else if (char === '\\') {
        ESCAPE.lastIndex = at;
        const sequence = ESCAPE.exec(text)?.[1] ?? '';
        this.#put(spell(this.#unescaped(sequence)));
        at += 1 + sequence.length;
      } else if (SPACES.includes(char)) {
        if (this.#isQuoted || isCdata) this.#put(char);
        else this.#space();
        at += 1;
      } else {
        PLAIN.lastIndex = at;
        const plain = PLAIN.exec(text)?.[0] ?? char;
        this.#put(spell(plain));
        at += plain.length;
      }
    }
  }

  end(): { text: string; fault: string | null } {
    if (this.#isQuoted) this.#fault ??= 'has a double quote that is not closed; write \\" for a quote';
    return { text: this.#parts.join(''), fault: this.#fault };
  }

  #unescaped(sequence: string): string {
    if (sequence === '') this.#fault ??= 'ends with a backslash; write \\\\ for one';
    if (sequence === 'n') return '\n';
    if (sequence === 't') return '\t';
    if (sequence.length > 1) return String.fromCharCode(parseInt(sequence.slice(1), 16));
    if (sequence === 'u') this.#fault ??= 'has \\u without four hexadecimal digits';
    return sequence;
  }

  #space(): void {
    if (this.#isAfterSpace) return;
    this.#isAfterSpace = true;
    this.#owesSpace = true;
  }

  /** What comes at the end is never put. */
  #paySpace(): void {
    if (this.#owesSpace) this.#parts.push(' ');
    this.#owesSpace = false;
  }

  #put(text: string): void {
    this.#paySpace();
    this.#parts.push(text);
    this.#isAfterSpace = false;
  }
}
