import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { BadRequest } from '../../client/errors';
import { AS_SOURCE, exportFormatNames } from '../../domain/release/export-format-names';
import { fileNote } from '../../domain/release/export-rules';
import { cannotWrite } from '../../domain/text/path-fault';
import type { ExportedFile, ReleaseView } from '../../domain/release/status';
import type { ConvertedFile } from '../../export-formats/converted-files';
import { textToWrite, writeFiles } from '../../export-formats/write-files';
import { fileChunks } from '../../files/regular-file';
import type { Backend, ExportedContent } from '../../operations/backend';
import { command } from '../command';
import { flag, oneOf, text, without } from '../command-options';
import { ARCHIVED_NOTE } from './status-text';
import { Table } from '../terminal/table';

const CONVERT = 'Convert them: the strings of the release, in the format of its sources or another.';

const table = new Table<ExportedFile>([
  'path',
  { name: 'languages', flexible: true },
  { name: 'note', value: fileNote },
  'bytes',
  'sha256',
]);

export const files = command({
  options: {
    to: text('<directory>', 'Copy the files into this directory.'),
    as: without(oneOf('<format>', CONVERT, [AS_SOURCE, ...exportFormatNames]), 'columns', 'sort'),
    replace: flag('With --to: replace also files that this command did not write.'),
    ...table.options,
  },
  help: 'With --to, a release whose files are not exported yet ends with exit code 2.',
  examples: ['files game-2.4.0 --to build/locales', 'files game-2.4.0 --as android --to app/src/main/res'],
  run: async ({ backend, ask, terminal }, { to, as, replace = false, ...options }, id: string) => {
    const status = await ask('status', { id });
    const { archived, export: exported } = status;
    const files = table.sorted(exported?.files ?? [], options);
    if ((to ?? as) !== undefined && files.length === 0 && !exportsNothing(status))
      throw new BadRequest(nothingToCopy(status));
    if (archived) terminal.info(ARCHIVED_NOTE);
    if (as !== undefined && files.length > 0) {
      const converted = await convert(backend, status, { as, to, replace });
      if (to === undefined) terminal.info('Nothing was written. Name a directory with --to.');
      terminal.data({ id, archived, files: converted }, (shown) => convertedText(shown.files));
      return;
    }
    const copies = files.map((file) => ({
      ...file,
      path: to === undefined ? file.path : join(to, basename(file.path)),
    }));
    if (to !== undefined) {
      const toCopy = files.map(({ path, sha256 }) => ({
        path: basename(path),
        sha256,
        write: (target: string) => copyExported(backend, { sha256, of: { release: id } }, target),
      }));
      await writeFiles(to, toCopy, { replace, isStored: (content) => backend.isStored(content) });
    }
    const none = `${id} has no exported files.${exportsNothing(status) ? ' Its release file asks for none, or the export was skipped.' : ''}`;
    table.write(terminal, 'files', copies, options, { none, id, archived });
  },
});

type ShownConversion = Omit<ConvertedFile, 'text'>;

/** Converts on this machine; over a gateway, the exported files are downloaded first. */
async function convert(
  backend: Backend,
  release: ReleaseView,
  { as, to, replace }: { as: string; to: string | undefined; replace: boolean },
): Promise<ShownConversion[]> {
  const { convertedFiles } = await import('../../export-formats/converted-files.js');
  const directory = await mkdtemp(join(tmpdir(), 'locrelease-'));
  try {
    const source = await backend.ask('source', { id: release.id });
    for (const { sha256, checked } of release.export?.files ?? [])
      if (checked)
        await copyExported(backend, { sha256, of: { release: release.id } }, join(directory, sha256));
    const store = { read: (sha256: string) => fileChunks(join(directory, sha256)) };
    const files: ConvertedFile[] = [];
    for await (const file of convertedFiles({ release, source, as, store })) files.push(file);
    if (to !== undefined)
      await writeFiles(to, files.map(textToWrite), {
        replace,
        isStored: (content) => backend.isStored(content),
      });
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
  'path',
  { name: 'language', value: ({ language }) => language ?? 'all' },
  'format',
  'keys',
]);

function convertedText(files: readonly ShownConversion[]): string {
  const notes = files.flatMap((file) => file.notes.map((note) => `${file.path}: ${note}`));
  return [conversions.text(files, {}), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

/** Only a release that exports nothing may pass: a script that goes on without its files would ship the old ones. */
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
