import type { Command } from 'commander';
import { basename, join } from 'node:path';
import type { ExportedFile } from '../release/status';
import { outputOption } from './command-options';
import { connected } from './connected';
import { createTerminal } from './terminal';

export function addFilesCommand(program: Command): void {
  program
    .command('files <id>')
    .description('list the exported files of a release, or copy them here')
    .option('--to <directory>', 'copy them into this directory')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease files game-2.4.0 --to build/locales')
    .action((id: string, options: { to?: string; output: string }) =>
      connected(async ({ desk, store }) => {
        const files = (await desk.status(id)).export?.files ?? [];
        const shown: ExportedFile[] = [];
        for (const file of files) {
          const path = options.to === undefined ? file.path : join(options.to, basename(file.path));
          if (options.to !== undefined) await store.copyTo(file.sha256, path);
          shown.push({ ...file, path });
        }
        createTerminal(options.output === 'json').data({ id, files: shown }, () =>
          shown.length === 0
            ? `${id} has exported no files yet`
            : shown.map((file) => `${file.path}  ${file.bytes} bytes  sha256 ${file.sha256}`).join('\n'),
        );
      }),
    );
}
