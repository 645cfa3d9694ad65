/**
 * A JSON reader that keeps what `JSON.parse` drops: lines and duplicate keys. It accepts exactly what `JSON.parse`
 * accepts, up to a depth that no file of strings has. It is our own because for 100,000 strings `yaml` needs eighteen
 * times the time and ten times the memory, and `jsonc-parser` needs seconds and a gigabyte for a hostile text.
 */
import { FileFault } from '../input-error';
import { isEscaped } from './escapes';
import { endOfRun, linesOf, type LineAt } from '../lines';
import { DEEPEST, MOST_NODES, tooManyNodes, type Located, type Member } from '../located';

export function parseJson(text: string, mostNodes = MOST_NODES): Located {
  return new JsonReader(text, mostNodes).read();
}

class JsonReader {
  #at = 0;
  #depth = 0;
  #nodes = 0;

  readonly #lineAt: LineAt;

  constructor(
    private readonly text: string,
    private readonly mostNodes: number,
  ) {
    this.#lineAt = linesOf(text);
  }

  read(): Located {
    const root = this.#value();
    if (this.#next() !== '') this.#fail('text after the end');
    return root;
  }

  #value(): Located {
    const next = this.#next();
    const line = this.#lineAt(this.#at);
    this.#nodes += 1;
    if (this.#nodes > this.mostNodes) throw new FileFault(tooManyNodes(this.mostNodes), line);
    if (next === '{') return { kind: 'mapping', line, members: this.#all('}', () => this.#member()) };
    if (next === '[') return { kind: 'list', line, items: this.#all(']', () => this.#value()) };
    return { kind: 'scalar', line, value: next === '"' ? this.#string() : this.#literal() };
  }

  #member(): Member {
    if (this.#next() !== '"') this.#fail('expected a key in double quotes');
    const line = this.#lineAt(this.#at);
    const key = this.#string();
    if (!this.#takes(':')) this.#fail('expected a colon');
    return { key, line, value: this.#value() };
  }

  /** The items between brackets, separated by commas. */
  #all<Item>(close: '}' | ']', one: () => Item): Item[] {
    this.#at += 1;
    this.#depth += 1;
    if (this.#depth > DEEPEST) this.#fail(`nested more than ${DEEPEST} levels deep`);
    const items: Item[] = [];
    if (!this.#takes(close)) {
      do items.push(one());
      while (this.#takes(','));
      if (!this.#takes(close)) this.#fail(`expected a comma or ${close}`);
    }
    this.#depth -= 1;
    return items;
  }

  #string(): string {
    const start = this.#at;
    let end = start;
    do {
      end = this.text.indexOf('"', end + 1);
      if (end < 0) this.#fail('a text that is not closed');
    } while (isEscaped(this.text, end));
    const value = this.#parsed(end + 1, 'a text with a line break, a control character or an unknown escape');
    return String(value);
  }

  #literal(): unknown {
    const end = endOfRun(/[^\s,:{}[\]"]{1,4096}/y, this.text, this.#at);
    if (end === this.#at) this.#fail('expected a value');
    return this.#parsed(end, 'a value that is not a text, a number, true, false or null');
  }

  #parsed(end: number, fault: string): unknown {
    const source = this.text.slice(this.#at, end);
    try {
      const value: unknown = JSON.parse(source);
      this.#at = end;
      return value;
    } catch {
      return this.#fail(fault);
    }
  }

  /** Skips blanks and returns the next character without consuming it; empty at the end. */
  #next(): string {
    this.#at = endOfRun(/[ \t\r\n]{1,4096}/y, this.text, this.#at);
    return this.text.charAt(this.#at);
  }

  #takes(mark: string): boolean {
    if (this.#next() !== mark) return false;
    this.#at += 1;
    return true;
  }

  #fail(message: string): never {
    throw new FileFault(`is not valid JSON: ${message}`, this.#lineAt(this.#at));
  }
}
