/** A release that comes as a text with its files, or with the strings of an earlier release. */
import { DEFAULT_DIRECTORY, type ReleaseSpec, type SourceFiles } from '../domain/release-file';
import { UPLOADED_FILE } from '../domain/upload-limits';
import { InputError } from '../source/input-error';
import { readReleaseText, type ReleaseFileRules } from '../source/read-release-file';
import type { StoreWriter } from '../store/unwritten-store';
import type { AskedRelease } from './asked-release';
import { located } from './check-before-start';
import type { EarlierRelease } from './earlier-release';
import { directoryFault, snapshotOf, type PreparedRelease } from './prepare-release';
import { withUploadedFiles, type UploadedFile } from './uploaded-files';

export interface UploadedRelease {
  text: string;
  files: readonly UploadedFile[];
  /** Whose strings are taken where there are no files. */
  earlier: EarlierRelease | null;
}

interface ReadWith {
  config: ReleaseFileRules;
  store: StoreWriter;
  startedBy: string | null;
}

export async function readUploadedRelease(
  uploaded: UploadedRelease,
  { config, store, startedBy }: ReadWith,
): Promise<AskedRelease> {
  const { text, earlier } = uploaded;
  const written = readReleaseText(UPLOADED_FILE, text, config);
  const fault = directoryFault(written);
  if (fault !== null) throw refused(text, ['export', 'directory'], fault);
  const spec = atHome(written, earlier);
  const prepared = await withStrings(spec, uploaded, { store, startedBy });
  return { file: UPLOADED_FILE, text, ...prepared };
}

async function withStrings(
  spec: ReleaseSpec,
  { text, files, earlier }: UploadedRelease,
  { store, startedBy }: Pick<ReadWith, 'store' | 'startedBy'>,
): Promise<PreparedRelease> {
  const { source } = spec;
  if ('url' in source) {
    // What signs the address is not in the text: it is kept with the earlier release.
    return earlier?.source.kind === 'url' && source.url === earlier.source.url
      ? { input: { spec, source: earlier.source, startedBy }, files: null, doubts: [] }
      : snapshotOf(spec, store, startedBy);
  }
  if (files.length > 0) {
    return withUploadedFiles(files, source, async (here, asSent) => {
      const { input, doubts, ...rest } = await snapshotOf({ ...spec, source: here }, store, startedBy);
      return { ...rest, input: { ...input, spec }, doubts: doubts.map(asSent) };
    });
  }
  if (earlier?.source.kind === 'snapshot')
    return { input: { spec, source: earlier.source, startedBy }, files: null, doubts: [] };
  throw refused(text, ['source'], missingFiles(source));
}

function missingFiles({ file }: SourceFiles): string {
  const named = [file].flat();
  const more = named.length > 1 ? ` and ${named.length - 1} more` : '';
  return `names ${named[0] ?? 'files'}${more}, and no file was added; add the source files`;
}

/** Who says nothing of where the files go has them go where they went. */
function atHome(spec: ReleaseSpec, earlier: EarlierRelease | null): ReleaseSpec {
  const { export: exportTo } = spec;
  const directory = earlier?.directory ?? null;
  if (exportTo === undefined || directory === null || exportTo.directory !== DEFAULT_DIRECTORY) return spec;
  return { ...spec, export: { ...exportTo, directory } };
}

function refused(text: string, key: string[], message: string): InputError {
  return new InputError(located({ file: UPLOADED_FILE, text }, [{ key, message }]));
}
