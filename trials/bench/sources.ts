/**
 * What reading a source costs in each format, with its lines, notes and checks, beside `JSON.parse` of the same strings; and
 * how soon a hostile one is refused.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSource } from '../../test/support/read-source';
import type { SourceString } from '../../src/localization/requests';
import { workbook } from '../../test/support/workbook';
import { writtenSources } from '../../test/support/written-sources';
import { benchHostileSources } from './hostile-sources';
import { median } from './figures';

const ROUNDS = 3;
const COUNT = 100_000;
const MOST_MS = 5000;

type Write = (strings: readonly SourceString[]) => string | Promise<Buffer>;

const eachOf =
  (before: string, write: (string: SourceString) => string, after: string): Write =>
  (strings) =>
    `${before}${strings.map(write).join('\n')}${after}`;

/** Of texts in which nothing has to be escaped. */
const otherSources: Readonly<Record<string, Write>> = {
  '.tsv': eachOf('string_id\tcontent\n', ({ string_id, content }) => `${string_id}\t${content}`, '\n'),
  '.xlf': eachOf(
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" datatype="plaintext"><body>',
    ({ string_id, content }) =>
      `<trans-unit id="${string_id}"><source>${content}</source><note>On a button.</note></trans-unit>`,
    '</body></file></xliff>',
  ),
  '.xml': eachOf(
    '<resources>',
    ({ string_id, content }) => `<!-- On a button. --><string name="${string_id}">${content}</string>`,
    '</resources>',
  ),
  '.xlsx': (strings) =>
    workbook([['string_id', 'content'], ...strings.map(({ string_id, content }) => [string_id, content])]),
};

export async function benchSources(): Promise<boolean> {
  const strings = Array.from({ length: COUNT }, (_, index) => ({
    string_id: `menu.item.${index}`,
    content: `Some text of a usual length for {name}, number ${index}.`,
  }));
  const plain = JSON.stringify(strings);
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-bench-'));
  console.log(`Sources of ${COUNT} strings, read with lines and checks:`);
  let holds = true;
  try {
    const all: Readonly<Record<string, Write>> = { ...writtenSources, ...otherSources };
    for (const [extension, write] of Object.entries(all)) {
      const file = join(directory, `source${extension}`);
      await writeFile(file, await write(strings));
      const [times, ratios]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        const parseMs = await msOf(() => JSON.parse(plain) as unknown);
        const readMs = await msOf(() => readSource(file));
        times.push(readMs);
        ratios.push(readMs / parseMs);
      }
      const [readMs, ratio] = [median(times), median(ratios)];
      const isFast = readMs <= MOST_MS;
      holds &&= isFast;
      console.log(
        `  ${extension.padEnd(12)} ${readMs.toFixed(0).padStart(5)} ms, ${ratio.toFixed(0).padStart(3)} times JSON.parse: ${isFast ? 'ok' : 'MISSED'}`,
      );
    }
    console.log(`  Required: at most ${MOST_MS} ms.`);
    holds = (await benchHostileSources(directory)) && holds;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  return holds;
}

async function msOf(work: () => unknown): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}
