/**
 * Exports the project's strings: mints a link, downloads what it leads to, looks at what is in it, keeps it in the
 * store and puts it in place. All of it may be repeated, and the link, which is as good as a password for an hour,
 * stays within this one activity. What was exported is handed over whether or not we can read it.
 */
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { download, DownloadFailure } from '../http/download';
import type { Reach } from '../http/guarded-agent';
import { ServiceError } from '../http/service-error';
import { foldLanguage } from '../localization/language-names';
import { localizationRemedy } from '../localization/remedies';
import type { IniExport } from '../localization/schemas';
import type { ProblemDetails, ProblemType } from '../domain/call-problem';
import { sentence } from '../domain/sentence';
import type { ReleaseSource } from '../domain/release-input';
import type { Completeness, ExportedFile } from '../domain/status';
import type { StoredContent } from '../store/content-store';
import type { ActivityInput } from '../protocol/activity-inputs';
import { snapshotParts } from '../store/snapshot-parts';
import { StoreError } from '../store/store-error';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault } from './export-place';
import { exportedName } from './exported-name';
import { TranslationCount, type WantedStrings } from './count-translations';
import { isZip, unzipIniFiles, ZipFault } from './unzip-ini';

type ExportInput = ActivityInput<'exportFiles'>;

export interface ExportResult {
  files: ExportedFile[];
  /** Of the languages that could be counted. */
  completeness: Completeness[];
  /** Languages that were asked for and are in no file. */
  missing?: string[];
  /** Files that could not be put in place, and why; they are in the store. */
  notWritten?: string[];
}

/** One file of an export, as the store has it. */
interface ReceivedFile extends StoredContent {
  name: string;
  /** null: its name does not tell. */
  language: string | null;
}

const MAX_FILE_BYTES = 4 * 1024 * 1024 * 1024;
/** A size that is announced wrong again and again is no broken download. */
const ATTEMPTS_FOR_SIZE = 3;
const MOST_TOLD = 20;
/** Ten minutes and more of new links: what fails until then does not pass by itself. */
const ATTEMPTS_TO_DOWNLOAD = 12;
/** The service gives up on an export after five minutes; with what code is not documented. */
const GIVES_UP_AFTER_MS = 4.5 * 60_000;

const REFUSED_ADVICE =
  'Nothing was asked for there. If workers may fetch files from there, add it to network.allow in their configuration file and restart them, then retry. Skip goes on without files.';

export function exportActivities({ localization, reach, store, exportsRoot }: ActivityDependencies) {
  return {
    async exportFiles(input: ExportInput): Promise<ExportResult> {
      await requireUsablePlace(input.export.directory);
      const minted = await mint(input);
      const received = await receive(minted, reach(input.release.project));
      const parts = await partsOf(input, received);
      const found = await lookInto(input, minted, parts);
      requireSizeOrSense(minted, received, found);
      const notWritten = input.export.directory === undefined ? [] : await copyOut(found.files);
      return { ...found, notWritten };
    },

    /** What an earlier export of the release left under other names. Not what somebody has changed since. */
    async removeReplacedFiles({ files }: ActivityInput<'removeReplacedFiles'>): Promise<void> {
      for (const { path, sha256 } of files) {
        const isOurs = (await digestOf(path)) === sha256;
        if (isOurs) await rm(path, { force: true });
      }
    },
  };

  async function requireUsablePlace(asked: string | undefined): Promise<void> {
    if (asked === undefined) return;
    const fault = await exportPlaceFault(exportDirectory(asked, exportsRoot), exportsRoot);
    if (fault === null) return;
    const advice =
      'Set exports.root of the workers to a directory that it is in, or start a release with another export.directory; then retry. Skip goes on without files.';
    throw problem('NeedsPerson', 'export_directory', fault, advice);
  }

  /** Answers what could not be written. */
  async function copyOut(files: readonly ExportedFile[]): Promise<string[]> {
    const notWritten: string[] = [];
    for (const { path, sha256 } of files) {
      try {
        await store.copyTo(sha256, path);
      } catch (error) {
        if (error instanceof StoreError) throw error;
        notWritten.push(`${path}: ${sentence(String(error))}`);
      }
    }
    const untold = notWritten.length - MOST_TOLD;
    return untold > 0 ? [...notWritten.slice(0, MOST_TOLD), `and ${untold} more`] : notWritten;
  }

  async function mint(input: ExportInput): Promise<IniExport> {
    const { mode, escape } = input.export;
    const sentAt = Date.now();
    try {
      const { data } = await remedied({ remedyOf: localizationRemedy, repeatable: true }, () =>
        localization(input.release.project).exportIni(
          {
            type: 'project_strings',
            template_id: input.templateId,
            target_languages: input.languages,
            filename: prefixOf(input),
            ...(mode === undefined ? {} : { download_mode: mode }),
            ...(escape === undefined ? {} : { escape_mode: escape }),
          },
          { signal: cancellationSignal() },
        ),
      );
      return data;
    } catch (error) {
      if (isTimeout(error, Date.now() - sentAt)) {
        throw problem(
          'NeedsPerson',
          'export_too_slow',
          'The service did not finish the export within five minutes.',
          'Name fewer languages in the release file, or contact the service.',
        );
      }
      throw error;
    }
  }

  /** A link that has expired or broke is no loss: the next attempt mints a new one. */
  async function receive(minted: IniExport, within: Reach): Promise<StoredContent> {
    const options = {
      expectedBytes: activityInfo().attempt < ATTEMPTS_FOR_SIZE ? minted.file_size : null,
      maxBytes: MAX_FILE_BYTES,
      signal: cancellationSignal(),
      reach: within,
    };
    try {
      return await store.put(download(minted.download_url, options));
    } catch (error) {
      if (!(error instanceof DownloadFailure)) throw error;
      const message = `The exported file could not be downloaded: ${sentence(error.message)}`;
      if (error.isRefused) throw problem('NeedsPerson', 'download_refused', message, REFUSED_ADVICE);
      const isLast = activityInfo().attempt >= ATTEMPTS_TO_DOWNLOAD;
      throw problem(
        isLast ? 'NeedsPerson' : 'Retryable',
        'download_failed',
        message,
        isLast
          ? 'Check that the workers reach the address of the download links, then retry. Skip goes on without files.'
          : '',
      );
    }
  }

  /** The files of an archive, or the one file. An archive that cannot be unpacked is handed over as it is. */
  async function partsOf(input: ExportInput, received: StoredContent): Promise<ReceivedFile[]> {
    const whole = { language: null, ...received };
    if (!(await isZip(store.read(received.sha256)))) return [{ name: `${prefixOf(input)}.ini`, ...whole }];
    try {
      return await store.withFile(received.sha256, (path) => unpacked(input, path));
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error;
      return [{ name: `${prefixOf(input)}.ini.zip`, ...whole }];
    }
  }

  async function unpacked(input: ExportInput, path: string): Promise<ReceivedFile[]> {
    const parts: ReceivedFile[] = [];
    const archive = { path, maxBytes: MAX_FILE_BYTES };
    for await (const { name, language, content } of unzipIniFiles(archive, input.languages)) {
      const named = exportedName(name, { language, prefix: prefixOf(input), partial: input.partial });
      parts.push({ name: named, language, ...(await store.put(content)) });
    }
    return parts;
  }

  async function lookInto(
    input: ExportInput,
    minted: IniExport,
    parts: readonly ReceivedFile[],
  ): Promise<ExportResult> {
    const wanted = await wantedStrings(input.source);
    const count = new TranslationCount(wanted);
    const said = new Set(minted.target_languages.map(foldLanguage));
    const exported = input.languages.filter((code) => said.size === 0 || said.has(foldLanguage(code)));
    const files: ExportedFile[] = [];
    /** Languages that may be in a file that could not be read. */
    const unchecked = new Set<string>();
    /** Languages that can be counted although no string of ours is there. */
    const counted = new Set<string>();
    for (const { name, language, bytes, sha256 } of parts) {
      const expected = language === null ? input.languages : [language];
      const found = await count.read(store.read(sha256), expected);
      const checked = found.keys !== null;
      const languages = checked ? found.languages : language === null ? exported : expected;
      // A read-me beside the files is no reason to think that a language is there.
      if (!checked && !found.isEmpty && (language !== null || /\.(ini|zip)$/i.test(name)))
        for (const code of languages) unchecked.add(code);
      for (const code of found.sections) counted.add(code);
      const { directory } = input.export;
      const path = directory === undefined ? name : join(exportDirectory(directory, exportsRoot), name);
      const content = { keys: found.keys, keysOf: wanted === null ? 'file' : 'release', checked } as const;
      files.push({ path, languages: found.isEmpty ? [] : [...languages], bytes, sha256, ...content });
    }
    return {
      files,
      completeness: input.languages
        .filter((code) => count.of(code) > 0 || counted.has(code) || !unchecked.has(code))
        .map((language) => completenessOf(language, count)),
      missing: input.languages.filter((language) => count.of(language) === 0 && !unchecked.has(language)),
    };
  }

  /** null: the service downloaded the strings itself, or had them before, so which there are is not known here. */
  async function wantedStrings(source: ReleaseSource | undefined): Promise<WantedStrings | null> {
    if (source === undefined || source.kind === 'url') return null;
    const places = new Map<string, number>();
    for await (const part of snapshotParts(store, source.sha256)) {
      for (const { string_id } of part) if (!places.has(string_id)) places.set(string_id, places.size);
    }
    return places;
  }
}

/** null: there is no such file on this worker. */
async function digestOf(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  } catch {
    return null;
  }
  return hash.digest('hex');
}

/** A size that was announced wrong is no matter where the file can be read; where it cannot, it is some other file. */
function requireSizeOrSense(
  { file_size: announced }: IniExport,
  received: StoredContent,
  { files }: ExportResult,
): void {
  if (announced === null || announced === received.bytes || files.every(({ checked }) => checked)) return;
  throw problem(
    'NeedsPerson',
    'download_failed',
    `The link of the export leads to a file of ${received.bytes} bytes that cannot be read, and ${announced} bytes were announced. It is kept in the store as ${received.sha256}.`,
    'Check what the link of an export leads to, then retry. Skip goes on without files.',
  );
}

function completenessOf(language: string, count: TranslationCount): Completeness {
  const missing = count.total - count.of(language);
  const percent = count.total === 0 ? 0 : (100 * count.of(language)) / count.total;
  return { language, percent: Math.floor(percent * 10) / 10, missing };
}

function prefixOf({ release, export: { filename }, partial, languages }: ExportInput): string {
  const prefix = filename ?? release.name;
  const [first, last] = [languages[0] ?? '', languages.at(-1) ?? ''];
  if (!partial) return prefix;
  return first === last ? `${prefix}.${first}` : `${prefix}.${first}-${last}`;
}

const timeoutCodes = new Set(['timeout', '408', '504', '524']);

/** By its code, by its words, or by how long the service took to fail. */
function isTimeout(error: unknown, tookMs: number): boolean {
  if (error instanceof ServiceError) return error.kind === 'timeout';
  if (!(error instanceof ApplicationFailure)) return false;
  const [details] = (error.details ?? []) as (ProblemDetails | undefined)[];
  if (details === undefined) return false;
  const isServerFault = /^5\d\d$/.test(details.code);
  return (
    timeoutCodes.has(details.code) ||
    (isServerFault && (tookMs >= GIVES_UP_AFTER_MS || /time[ds]? ?-?out|deadline/i.test(error.message)))
  );
}

function problem(type: ProblemType, code: string, message: string, advice: string): ApplicationFailure {
  const details: ProblemDetails = {
    origin: 'export',
    code,
    endpoint: null,
    effect: 'none',
    traceId: null,
    advice,
  };
  return ApplicationFailure.create({ type, message, nonRetryable: type !== 'Retryable', details: [details] });
}
