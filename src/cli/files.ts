import type { Command } from 'commander';
import { basename, join } from 'node:path';
import type { ExportedFile } from '../domain/status';
import { BadRequest } from '../client/errors';
import type { ContentStore } from '../store/content-store';
import { StoreError } from '../store/store-error';
import { outputOption } from './command-options';
import { withTemporal } from './with-temporal';
import { createTerminal } from './terminal';
import { ARCHIVED_NOTE } from './status-text';
import { fileLine } from './work-text';

export function defineFilesCommand(command: Command): void {
  command
    .option('--to <directory>', 'Copy the files into this directory.')
    .addOption(outputOption())
    .addHelpText('after', '\nExample:\n  locrelease files game-2.4.0 --to build/locales')
    .action((given: string, options: { to?: string; output: string }) =>
      withTemporal(async ({ releaseClient, store }) => {
        const { id, archived, export: exported } = await releaseClient.status(given);
        const shown: ExportedFile[] = [];
        for (const file of exported?.files ?? []) {
          const path = options.to === undefined ? file.path : join(options.to, basename(file.path));
          if (options.to !== undefined) await copyFromStore(store, file.sha256, path);
          shown.push({ ...file, path });
        }
        const terminal = createTerminal(options.output === 'json');
        if (archived) terminal.say(ARCHIVED_NOTE);
        terminal.data({ id, archived, files: shown }, ({ files }) =>
          files.length === 0 ? `${id} has no exported files.` : files.map(fileLine).join('\n'),
        );
      }),
    );
}

export async function copyFromStore(store: ContentStore, sha256: string, path: string): Promise<void> {
  try {
    await store.copyTo(sha256, path);
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new BadRequest(`Cannot write ${path}: ${(error as Error).message}.`, { cause: error });
  }
}
