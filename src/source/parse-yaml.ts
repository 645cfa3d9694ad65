import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type YAMLError,
} from 'yaml';
import type { Report } from './input-error';
import type { Located, Member } from './located';

/** What a YAML text holds, or null after reporting why it holds nothing. JSON is YAML too. */
export function parseYaml(text: string, report: Report): Located | null {
  const lineCounter = new LineCounter();
  // The parser's own search for duplicate keys compares each with each: 100,000 strings would take minutes.
  const document = parseDocument(text, {
    lineCounter,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line;
  // Whatever follows the first error is mostly its echo. An unknown tag is a warning there and a slip here.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault !== undefined) {
    report({ line: lineAt(fault.pos[0]), key: null, message: wording(fault) });
    return null;
  }
  if (document.contents === null) {
    report({ line: null, key: null, message: 'is empty' });
    return null;
  }
  try {
    return new Locator(document, lineAt).locate(document.contents, 1);
  } catch (error) {
    if (!(error instanceof YamlFault)) throw error;
    report({ line: error.line, key: null, message: error.message });
    return null;
  }
}

class YamlFault extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

class Locator {
  #insideAlias = false;

  constructor(
    private readonly document: Document.Parsed,
    private readonly lineAt: (offset: number) => number,
  ) {}

  /** An absent value, as after `key:`, has no place of its own: it is where its key is. */
  locate(node: unknown, lineOfKey: number): Located {
    const line = this.#lineOf(node) ?? lineOfKey;
    if (isAlias(node)) return this.#throughAlias(node.resolve(this.document), line);
    if (isSeq(node)) return { kind: 'list', line, items: node.items.map((item) => this.locate(item, line)) };
    if (isMap(node)) {
      const members = node.items.map(({ key, value }): Member => {
        const keyLine = this.#lineOf(key) ?? line;
        return { key: this.#keyText(key, keyLine), line: keyLine, value: this.locate(value, keyLine) };
      });
      return { kind: 'mapping', line, members };
    }
    return { kind: 'scalar', line, value: isScalar(node) ? node.value : null };
  }

  /** One step only: what nests further can go in circles, or grow without bound. */
  #throughAlias(target: unknown, line: number): Located {
    if (target === undefined) throw new YamlFault(line, 'has an alias without an anchor');
    if (this.#insideAlias) throw new YamlFault(line, 'has an alias inside another alias');
    this.#insideAlias = true;
    const located = this.locate(target, line);
    this.#insideAlias = false;
    return located;
  }

  /** As written: the key `404` is a number to YAML and a name to everyone else. */
  #keyText(key: unknown, line: number): string {
    if (!isScalar(key)) throw new YamlFault(line, 'has a key that is not text');
    return typeof key.value === 'string' ? key.value : (key.source ?? '');
  }

  #lineOf(node: unknown): number | null {
    const range = isAlias(node) || isScalar(node) || isSeq(node) || isMap(node) ? node.range : null;
    return range ? this.lineAt(range[0]) : null;
  }
}

function wording({ code, message }: YAMLError): string {
  switch (code) {
    case 'TAB_AS_INDENT':
      return 'is indented with a tab; indent with spaces';
    case 'MULTIPLE_DOCS':
      return 'starts a second document; a file can have only one';
    default:
      return `is not valid YAML: ${message}`;
  }
}
