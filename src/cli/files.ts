import { Option, type Command } from 'commander';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { AS_SOURCE, exportFormatNames } from '../domain/export-format-names';
import { fileNote } from '../domain/file-note';
import { cannotWrite } from '../domain/path-fault';
import type { ExportedFile, ReleaseView } from '../domain/status';
import { BadRequest } from '../client/errors';
import type { ConvertedFile } from '../export-formats/converted-files';
import { fileChunks } from '../files/regular-file';
import type { Backend, ExportedContent } from '../operations/backend';
import { outputOption } from './command-options';
import { createTerminal } from './terminal';
import { ARCHIVED_NOTE } from './status-text';
import { Table, type TableOptions } from './table';
import { withBackend } from './with-backend';

interface FilesOptions extends TableOptions {
  to?: string;
  as?: string;
  replace?: boolean;
  output: string;
}

export function define(command: Command): void {
  command
    .option('--to <directory>', 'Copy the files into this directory.')
    .addOption(
      new Option(
        '--as <format>',
        'Convert them: the strings of the release, in the format of its sources or another.',
      )
        .choices([AS_SOURCE, ...exportFormatNames])
        .conflicts(['columns', 'sort']),
    )
    .option('--replace', 'With --as: replace also files that this command did not write.')
    .addOption(table.columnsOption())
    .addOption(table.sortOption())
    .addOption(outputOption())
    .addHelpText(
      'after',
      '\nWith --to, a release whose files are not exported yet ends with exit code 2.\n\nExamples:\n  locrelease files game-2.4.0 --to build/locales\n  locrelease files game-2.4.0 --as android --to app/src/main/res',
    )
    .action((given: string, options: FilesOptions) =>
      withBackend(async (backend) => {
        const status = await backend.ask('status', { id: given });
        const { id, archived, export: exported } = status;
        const files = table.sorted(exported?.files ?? [], options);
        if ((options.to ?? options.as) !== undefined && files.length === 0 && !exportsNothing(status))
          throw new BadRequest(nothingToCopy(status));
        const terminal = createTerminal(options.output === 'json');
        if (archived) terminal.say(ARCHIVED_NOTE);
        const none = `${id} has no exported files.${exportsNothing(status) ? ' Its release file asks for none, or the export was skipped.' : ''}`;
        if (options.as !== undefined && files.length > 0) {
          const shown = await convert(backend, status, { ...options, as: options.as });
          if (options.to === undefined) terminal.say('Nothing was written. Name a directory with --to.');
          terminal.data({ id, archived, files: shown }, (document) => convertedText(document.files));
          return;
        }
        const shown: ExportedFile[] = [];
        for (const file of files) {
          const path = options.to === undefined ? file.path : join(options.to, basename(file.path));
          if (options.to !== undefined)
            await copyExported(backend, { sha256: file.sha256, of: { release: id } }, path);
          shown.push({ ...file, path });
        }
        terminal.data({ id, archived, files: shown }, (document) =>
          document.files.length === 0 ? none : table.text(document.files, options),
        );
      }),
    );
}

type ShownConversion = Omit<ConvertedFile, 'text'>;

/** The same over a gateway: what it has exported is converted here. */
async function convert(
  backend: Backend,
  release: ReleaseView,
  { as, to, replace = false }: FilesOptions & { as: string },
): Promise<ShownConversion[]> {
  const [{ convertedFiles }, { writeConverted }] = await Promise.all([
    import('../export-formats/converted-files.js'),
    import('../export-formats/write-converted.js'),
  ]);
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-'));
  try {
    const source = await backend.ask('source', { id: release.id });
    for (const { sha256, checked } of release.export?.files ?? [])
      if (checked)
        await copyExported(backend, { sha256, of: { release: release.id } }, join(directory, sha256));
    const store = { read: (sha256: string) => fileChunks(join(directory, sha256)) };
    const files: ConvertedFile[] = [];
    for await (const file of convertedFiles({ release, source, as, store })) files.push(file);
    if (to !== undefined) await writeConverted(to, files, { replace });
    return files.map(({ path, language, format, keys, notes }) => ({
      path: join(to ?? '', path),
      language,
      format,
      keys,
      notes,
    }));
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const conversions = new Table<ShownConversion>([
  { name: 'path', text: ({ path }) => path },
  { name: 'language', text: ({ language }) => language ?? 'all' },
  { name: 'format', text: ({ format }) => format },
  { name: 'keys', text: ({ keys }) => String(keys), number: ({ keys }) => keys },
]);

function convertedText(files: readonly ShownConversion[]): string {
  const notes = files.flatMap((file) => file.notes.map((note) => `${file.path}: ${note}`));
  return [conversions.text(files, {}), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
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
