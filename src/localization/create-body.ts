/** The body of the create call, made of its strings part by part: however many there are, they are in memory once. */
import type { CreateLargeTask, SourceString } from './requests';

/** Under the names that the service gives its fields, where they are not those seen. */
export async function createBody(
  { strings, ...fields }: CreateLargeTask,
  theirNames: Readonly<Record<string, string>>,
): Promise<Buffer> {
  const named = (name: string): string => theirNames[name] ?? name;
  const renamed = (given: object): object =>
    Object.fromEntries(Object.entries(given).map(([name, value]) => [named(name), value as unknown]));
  const isRenamed = Object.keys(theirNames).length > 0;
  const start = JSON.stringify(renamed(fields)).slice(0, -1);
  if (strings === undefined) return Buffer.from(`${start}}`);
  const pieces = [Buffer.from(`${start},${JSON.stringify(named('strings'))}:[`)];
  for await (const part of partsOf(strings)) {
    if (part.length === 0) continue;
    const items = JSON.stringify(isRenamed ? part.map(renamed) : part).slice(1, -1);
    pieces.push(Buffer.from(pieces.length === 1 ? items : `,${items}`));
  }
  return Buffer.concat([...pieces, Buffer.from(']}')]);
}

function partsOf(
  strings: NonNullable<CreateLargeTask['strings']>,
): Iterable<readonly SourceString[]> | AsyncIterable<readonly SourceString[]> {
  return Symbol.asyncIterator in strings ? strings : [strings];
}
