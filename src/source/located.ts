/** The values of a JSON or YAML text with their lines, and with the duplicate keys that objects lose. */
import { pathText, type Path } from '../config/fault-words';
import type { Report } from './input-error';

interface LocatedScalar {
  kind: 'scalar';
  line: number;
  value: unknown;
}

interface LocatedList {
  kind: 'list';
  line: number;
  items: Located[];
}

export interface LocatedMapping {
  kind: 'mapping';
  line: number;
  members: Member[];
}

export interface Member {
  key: string;
  line: number;
  value: Located;
}

export type Located = LocatedScalar | LocatedList | LocatedMapping;

export const DEEPEST = 100;
/** The limit for values in a file: three for each of 200,000 strings. */
export const MOST_NODES = 600_000;
/** The limit for a file that also has the translations into many languages. */
export const MOST_TRANSLATED_NODES = 4_000_000;
export const MOST_SPEC_NODES = 20_000;

export function tooManyNodes(most: number): string {
  return `holds more than ${most} values`;
}

export function plainValue(located: Located): unknown {
  switch (located.kind) {
    case 'scalar':
      return located.value;
    case 'list':
      return located.items.map(plainValue);
    case 'mapping':
      return Object.fromEntries(located.members.map(({ key, value }) => [key, plainValue(value)]));
  }
}

export const memberOf = (located: Located | undefined, name: string): Member | undefined =>
  located?.kind === 'mapping' ? located.members.find(({ key }) => key === name) : undefined;

/** Empty if the mapping has no text under the name. */
export function textOfMember(located: Located | undefined, name: string): string {
  const value = memberOf(located, name)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}

/** The line of a path, or of its longest existing part. */
export function lineAtPath(root: Located, path: Path): number {
  let [place, line]: [Located | undefined, number] = [root, root.line];
  for (const part of path) {
    if (place?.kind === 'list') {
      place = place.items[Number(part)];
      line = place?.line ?? line;
    } else if (place?.kind === 'mapping') {
      const member: Member | undefined = memberOf(place, String(part));
      [place, line] = [member?.value, member?.line ?? line];
    }
  }
  return line;
}

export function reportRepetitions(located: Located, report: Report, path: Path = []): void {
  if (located.kind === 'scalar') return;
  if (located.kind === 'list') {
    for (const [index, item] of located.items.entries()) reportRepetitions(item, report, [...path, index]);
    return;
  }
  const firstLines = new Map<string, number>();
  for (const { key, line, value } of located.members) {
    const firstLine = firstLines.get(key);
    if (firstLine === undefined) firstLines.set(key, line);
    else report({ line, key: pathText([...path, key]), message: repetition(firstLine) });
    reportRepetitions(value, report, [...path, key]);
  }
}

export function repetition(firstLine: number): string {
  return `appears twice; the first is on line ${firstLine}`;
}
