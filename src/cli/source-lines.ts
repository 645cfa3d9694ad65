import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const PACKAGE = join(__dirname, '..', '..');
const PLACE = /(?<![^\s()])(?:file:\/\/)?([^\s():]+[.]js):(\d+):(\d+)/g;

/**
 * A stack that names the lines of our sources instead of those of the bundle: whoever gets the report can read it.
 * Done here, and not by Node.js, which would read every map whether or not there is an error.
 */
export function withSourceLines(stack: string): string {
  return stack.replace(PLACE, (built, file: string, line: string, column: string) => {
    try {
      const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMap['payload']);
      const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
      if (!('originalSource' in entry)) return built;
      const source = resolve(dirname(file), entry.originalSource);
      return `${relative(PACKAGE, source)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    } catch {
      // No map, no better place.
      return built;
    }
  });
}
