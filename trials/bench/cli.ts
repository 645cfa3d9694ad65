/** How long a user of the terminal waits, beyond what Node.js itself takes: each command against an empty process. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { startProduct } from './product';
import { median } from './figures';

const ROUNDS = 15;
const CLI = resolve(__dirname, '../../dist/cli/main.js');

interface Measured {
  words: readonly string[];
  /** At most so much longer than an empty process. */
  wantedMs?: number;
}

const commands: readonly Measured[] = [
  { words: ['--version'], wantedMs: 150 },
  { words: ['--help'], wantedMs: 150 },
  { words: ['start', '--help'] },
  { words: ['status', 'bench'], wantedMs: 300 },
  { words: ['list'] },
];

export async function benchCli(): Promise<boolean> {
  const product = await startProduct({ callbacks: true, sandbox: { speed: 100 } });
  try {
    await product.release('bench', [{ string_id: 'greeting', content: 'Hello, Elder Mira!' }]);
    const timeMs = async (args: readonly string[]): Promise<number> => {
      const startMs = performance.now();
      await promisify(execFile)(process.execPath, args, { env: product.env });
      return performance.now() - startMs;
    };
    const empty: number[] = [];
    const taken = commands.map((): number[] => []);
    // In turns: whatever else the machine does then slows all of them down alike.
    for (let round = 0; round < ROUNDS; round += 1) {
      empty.push(await timeMs(['-e', '0']));
      for (const [place, { words }] of commands.entries()) taken[place]?.push(await timeMs([CLI, ...words]));
    }
    const emptyMs = median(empty);
    console.log(
      `Commands, median of ${ROUNDS} rounds. An empty Node.js process takes ${emptyMs.toFixed(0)} ms.`,
    );
    return commands
      .map(({ words, wantedMs }, place) => {
        const ms = median(taken[place] ?? []);
        const moreMs = ms - emptyMs;
        const holds = wantedMs === undefined || moreMs <= wantedMs;
        const bound =
          wantedMs === undefined ? '' : ` (required: at most ${wantedMs} more): ${holds ? 'ok' : 'MISSED'}`;
        console.log(
          `  ${words.join(' ').padEnd(14)} ${moreMs.toFixed(0).padStart(4)} ms more, ${(ms / emptyMs).toFixed(1)} times as long${bound}`,
        );
        return holds;
      })
      .every(Boolean);
  } finally {
    await product.close();
  }
}
