// The process that callApart starts: it makes one call, sends the result, and is then killed.
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { ApartCall, ApartReply } from './call-apart';

try {
  // If memory runs out for all processes, Linux ends this one first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // Other systems have no such file.
}

process.once('message', (call) => void replyTo(call as ApartCall).then((reply) => process.send?.(reply)));
// The caller is gone.
process.once('disconnect', () => process.exit());

async function replyTo({ module, name, input }: ApartCall): Promise<ApartReply> {
  try {
    const { [name]: called } = (await import(pathToFileURL(module).href)) as Record<
      string,
      (given: unknown) => unknown
    >;
    if (called === undefined) return { failure: `${module} has no function ${name}` };
    return { result: await called(input) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
