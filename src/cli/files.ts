import type { Command } from 'commander';
import { basename, join } from 'node:path';
import { fileNote } from '../domain/file-note';
import { cannotWrite } from '../domain/path-fault';
import type { ExportedFile, ReleaseView } from '../domain/status';
import { BadRequest } from '../client/errors';
import type { Backend, ExportedContent } from '../operations/backend';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';
import { ARCHIVED_NOTE } from './status-text';
import { Table, type TableOptions } from './table';
import { withBackend } from './with-backend';

export function define(command: Command): void {
  command
    .option('--to <directory>', 'Copy the files into this directory.')
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nWith --to, a release whose files are not exported yet ends with exit code 2.\n\nExample:\n  locrelease files game-2.4.0 --to build/locales',
    )
    .action((given: string, options: TableOptions & { to?: string; output: string }) =>
      withBackend(async (backend) => {
        const status = await backend.ask('status', { id: given });
        const { id, archived, export: exported } = status;
        const files = table.sorted(exported?.files ?? [], options);
        if (options.to !== undefined && files.length === 0 && !exportsNothing(status))
          throw new BadRequest(nothingToCopy(status));
        const shown: ExportedFile[] = [];
        for (const file of files) {
          const path = options.to === undefined ? file.path : join(options.to, basename(file.path));
          if (options.to !== undefined)
            await copyExported(backend, { sha256: file.sha256, of: { release: id } }, path);
          shown.push({ ...file, path });
        }
        const terminal = createTerminal(options.output === 'json');
        if (archived) terminal.say(ARCHIVED_NOTE);
        terminal.data({ id, archived, files: shown }, ({ files }) =>
          files.length === 0
            ? `${id} has no exported files.${exportsNothing(status) ? ' Its release file asks for none, or the export was skipped.' : ''}`
            : table.text(files, options),
        );
      }),
    );
}

const table = new Table<ExportedFile>([
  { name: 'path', text: ({ path }) => path },
  { name: 'languages', text: ({ languages }) => languages.join(', '), flexible: true },
  { name: 'note', text: fileNote },
  { name: 'bytes', text: ({ bytes }) => String(bytes), number: ({ bytes }) => bytes },
  { name: 'sha256', text: ({ sha256 }) => sha256 },
]);

/** A script that goes on with files that are not there would ship the old ones. */
const exportsNothing = ({ stages }: ReleaseView): boolean =>
  stages.some(({ name, state }) => name === 'export' && state === 'skipped');

function nothingToCopy({ id, state }: ReleaseView): string {
  const why =
    state === 'running' || state === 'waiting'
      ? `It is ${state}: wait for it with "locrelease wait ${id}".`
      : `It is ${state}.`;
  return `${id} has no exported files. Nothing was copied. ${why}`;
}

export async function copyExported(backend: Backend, file: ExportedContent, path: string): Promise<void> {
  try {
    await backend.copyTo(file, path);
  } catch (error) {
    if (error instanceof Error && 'code' in error)
      throw new BadRequest(`${cannotWrite(path, error)} Nothing was written there.`, { cause: error });
    throw error;
  }
}
