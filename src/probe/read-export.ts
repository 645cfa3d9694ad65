/** Reads only what the evaluations need of an exported file: its encoding, its lines, and the names in a zip. */

export interface IniLine {
  kind: 'section' | 'text';
  name: string;
}

const marks: readonly [string, readonly number[]][] = [
  ['utf-8-bom', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

export function decodeText(bytes: Uint8Array): { encoding: string; text: string } {
  const encoding =
    marks.find(([, mark]) => mark.every((byte, place) => bytes[place] === byte))?.[0] ?? 'utf-8';
  const decoder = new TextDecoder(encoding === 'utf-8-bom' ? 'utf-8' : encoding);
  return { encoding, text: decoder.decode(bytes) };
}

export function bytesOf(text: string, encoding: string): Uint8Array {
  const mark = marks.find(([name]) => name === encoding)?.[1] ?? [];
  const body = encoding.startsWith('utf-16') ? Buffer.from(text, 'utf16le') : Buffer.from(text);
  return Buffer.concat([Buffer.from(mark), encoding === 'utf-16be' ? body.swap16() : body]);
}

export function iniLines(text: string): IniLine[] {
  return text.split(/\r?\n/).flatMap((line): IniLine[] => {
    const section = sectionIn(line);
    if (section !== null) return [{ kind: 'section', name: section }];
    const key = /^[^=;#]+(?==)/.exec(line)?.[0].trim() ?? '';
    return key === '' ? [] : [{ kind: 'text', name: key.replace(/^"|"$/g, '') }];
  });
}

export function sectionIn(line: string): string | null {
  return /^\[(.+)\]$/.exec(line.trim())?.[1] ?? null;
}

/** Reads only the names in the directory at the end of a zip. */
export function zipNames(bytes: Uint8Array): string[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  const ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (
    let at = buffer.indexOf(ENTRY);
    at >= 0 && at + 46 <= buffer.length;
    at = buffer.indexOf(ENTRY, at + 46)
  ) {
    names.push(buffer.toString('utf8', at + 46, at + 46 + buffer.readUInt16LE(at + 28)));
  }
  return names;
}
