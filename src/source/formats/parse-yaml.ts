/**
 * Reads the events of `js-yaml`, since its documents lose lines and duplicate keys. An alias stands for a copy of its
 * anchor, so a small text can expand beyond any memory: the copy is counted before it is made.
 */
import {
  boolCoreTag,
  EVENT_ID,
  floatCoreTag,
  getScalarValue,
  intCoreTag,
  NOT_RESOLVED,
  nullCoreTag,
  parseEvents,
  SCALAR_STYLE,
  YAMLException,
  type AliasEvent,
  type Event,
  type MappingEvent,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import { FileFault } from '../input-error';
import { hasMoreLinesThan, linesOf, type LineAt } from '../lines';
import { DEEPEST, MOST_NODES, tooManyNodes, type Located, type Member } from '../located';
import { MOST_CHARS_OF_ALL, tooManyChars } from '../source-entry';

/** JSON is YAML too. */
export function readYaml(text: string, mostNodes = MOST_NODES, ifEmpty: Located | null = null): Located {
  // Every value but the first comes after a line break or a comma.
  const mostParts = Math.max(mostNodes, MOST_NODES);
  if (hasMoreLinesThan(mostParts, text, [',']))
    throw new FileFault(`has more than ${mostParts} lines and commas; so much is better in JSON or CSV`);
  const root = new YamlReader(text, eventsOf(text), mostNodes).read() ?? ifEmpty;
  if (root === null) throw new FileFault('is empty');
  return root;
}

function eventsOf(text: string): Event[] {
  try {
    return parseEvents(text, { maxDepth: DEEPEST });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new FileFault(wording(error.reason), (error.mark?.line ?? 0) + 1);
  }
}

type NodeEvent = SequenceEvent | MappingEvent | ScalarEvent | AliasEvent;

interface Anchored {
  node: Located;
  /** The number of nodes in it, itself included. */
  size: number;
  /** The length of all texts in it. */
  chars: number;
  hasAlias: boolean;
}

class YamlReader {
  #at = 0;
  #nodes = 0;
  #chars = 0;
  #aliases = 0;
  /** null: the anchored value is still being read. */
  readonly #anchored = new Map<string, Anchored | null>();

  readonly #lineAt: LineAt;

  constructor(
    private readonly text: string,
    private readonly events: readonly Event[],
    private readonly mostNodes: number,
  ) {
    this.#lineAt = linesOf(text);
  }

  read(): Located | null {
    const isEmpty = (event: Event | undefined): boolean =>
      event?.type === EVENT_ID.SCALAR && event.valueStart < 0 && event.tagStart < 0;
    if (this.events.length === 0 || isEmpty(this.events[1])) return null;
    this.#at = 1;
    const root = this.#node(1);
    this.#at += 1;
    if (this.#at >= this.events.length) return root;
    this.#at += 1;
    const next = this.#startOfNext() ?? this.text.length;
    const marker = this.text.lastIndexOf('\n---', next);
    const line = this.#lineAt(marker < 0 ? next : marker + 1);
    throw new FileFault('starts a second document; a file can have only one', line);
  }

  /** An absent value, as after `key:`, has the line of its key. */
  #node(lineOfKey: number): Located {
    const line = this.#lineOfNext() ?? lineOfKey;
    const event = this.events[this.#at] as NodeEvent;
    this.#at += 1;
    this.#count(1, line);
    if (event.type === EVENT_ID.ALIAS) return this.#throughAlias(event, line);
    if (event.anchorStart < 0) return this.#content(event, line);
    const name = this.text.slice(event.anchorStart, event.anchorEnd);
    const [nodes, chars, aliases] = [this.#nodes - 1, this.#chars, this.#aliases];
    this.#anchored.set(name, null);
    const node = this.#content(event, line);
    this.#anchored.set(name, {
      node,
      size: this.#nodes - nodes,
      chars: this.#chars - chars,
      hasAlias: this.#aliases > aliases,
    });
    return node;
  }

  #content(event: Exclude<NodeEvent, AliasEvent>, line: number): Located {
    const tag = event.tagStart < 0 ? null : this.text.slice(event.tagStart, event.tagEnd);
    if (tag !== null && !(tagsOf[event.type]?.includes(tag) ?? false))
      throw new FileFault(`has a tag that is not known: ${tag.slice(0, 100)}`, line);
    if (event.type === EVENT_ID.SCALAR)
      return { kind: 'scalar', line, value: this.#scalar(event, tag !== null) };
    if (event.type === EVENT_ID.SEQUENCE)
      return { kind: 'list', line, items: this.#all(() => this.#node(line)) };
    return { kind: 'mapping', line, members: merged(this.#all(() => this.#member(line))) };
  }

  #all<Item>(one: () => Item): Item[] {
    const items: Item[] = [];
    while (this.events[this.#at]?.type !== EVENT_ID.POP) items.push(one());
    this.#at += 1;
    return items;
  }

  /** Keys stay as written: YAML reads the key `404` as a number, but people mean a name. */
  #member(lineOfMapping: number): YamlMember {
    const line = this.#lineOfNext() ?? lineOfMapping;
    const event = this.events[this.#at];
    if (event?.type !== EVENT_ID.SCALAR) throw new FileFault('has a key that is not text', line);
    this.#at += 1;
    const key = getScalarValue(this.text, event);
    const value = this.#node(line);
    const isMerge = key === '<<' && event.style === SCALAR_STYLE.PLAIN && value.kind !== 'scalar';
    return { key, line, value, isMerge };
  }

  #scalar(event: ScalarEvent, isTagged: boolean): unknown {
    const source = getScalarValue(this.text, event);
    this.#chars += source.length;
    if (event.style !== SCALAR_STYLE.PLAIN || isTagged) return source;
    for (const tag of plainTags) {
      const value = tag.resolve(source, false, tag.tagName);
      if (value !== NOT_RESOLVED) return value;
    }
    return source;
  }

  /** An alias inside another is refused: it could be circular, or grow without bound. */
  #throughAlias({ anchorStart, anchorEnd }: AliasEvent, line: number): Located {
    const target = this.#anchored.get(this.text.slice(anchorStart, anchorEnd));
    if (target === undefined) throw new FileFault('has an alias without an anchor', line);
    if (target === null || target.hasAlias) throw new FileFault('has an alias inside another alias', line);
    this.#aliases += 1;
    this.#count(target.size - 1, line);
    this.#chars += target.chars;
    if (this.#chars > MOST_CHARS_OF_ALL) throw new FileFault(tooManyChars, line);
    return target.node;
  }

  #count(more: number, line: number): void {
    this.#nodes += more;
    if (this.#nodes > this.mostNodes) throw new FileFault(tooManyNodes(this.mostNodes), line);
  }

  #lineOfNext(): number | null {
    const start = this.#startOfNext();
    return start === null ? null : this.#lineAt(start);
  }

  #startOfNext(): number | null {
    const event = this.events[this.#at] as NodeEvent;
    if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
    if (event.type !== EVENT_ID.SCALAR) return event.start;
    // The text of a block begins below the line of its indicator.
    const isBlock = event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK;
    return event.valueStart < 0 ? null : event.valueStart - (isBlock ? 1 : 0);
  }
}

interface YamlMember extends Member {
  /** An unquoted `<<`, which adds the members of other mappings. */
  isMerge: boolean;
}

/** A mapping's own members precede those that it merges, and the first of the same key counts. */
function merged(members: YamlMember[]): Member[] {
  const merges = members.filter(({ isMerge }) => isMerge);
  if (merges.length === 0) return members;
  const own = members.filter(({ isMerge }) => !isMerge);
  const keys = new Set(own.map(({ key }) => key));
  const added = merges
    .flatMap(({ value }) => (value.kind === 'list' ? value.items : [value]))
    .flatMap((value) => (value.kind === 'mapping' ? value.members : []))
    .filter(({ key }) => !keys.has(key) && keys.add(key));
  return [...own, ...added];
}

/** The types that an unquoted scalar may have, other than text. */
const plainTags = [nullCoreTag, boolCoreTag, intCoreTag, floatCoreTag];

/** Tags that change nothing, except that they make an unquoted scalar a text. */
const tagsOf: Readonly<Record<number, readonly string[]>> = {
  [EVENT_ID.SCALAR]: ['!!str', '!'],
  [EVENT_ID.SEQUENCE]: ['!!seq'],
  [EVENT_ID.MAPPING]: ['!!map'],
};

function wording(reason: string): string {
  if (reason.startsWith('tab characters')) return 'is indented with a tab; indent with spaces';
  const known = reason === 'deficient indentation' ? 'quotes or brackets that are not closed' : reason;
  return `is not valid YAML: ${known.slice(0, 300)}`;
}
