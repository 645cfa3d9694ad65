/**
 * Exports the project's strings: requests a link, downloads the file, reads it, stores it and puts it in place. Every
 * step may be repeated. The link is as good as a password for an hour, so it stays within this one activity. The files
 * are delivered whether or not they can be read.
 */
import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { download, DownloadFailure } from '../http/download';
import type { Reach } from '../http/guarded-agent';
import { matchLanguage } from '../localization/language-names';
import { ReleaseKeys } from '../localization/release-keys';
import type { IniExport } from '../localization/replies';
import { escapeModes, exportModes } from '../localization/vocabulary';
import type { ProblemDetails } from '../domain/problems/call-problem';
import { pathFault } from '../domain/text/path-fault';
import { sentence } from '../domain/text/sentence';
import type { ReleaseSource } from '../domain/release/release-input';
import type { Completeness, ExportedAs, ExportedFile } from '../domain/release/status';
import type { StoredContent } from '../store/content-store';
import type { ActivityInput } from '../protocol/activity-inputs';
import { compareFile, fileDigest } from '../store/file-in-the-way';
import { snapshotParts } from '../store/source-snapshot';
import { StoreError } from '../store/store-error';
import { remedied } from './call-failure';
import { localFailure } from './local-failures';
import type { ActivityDependencies } from './dependencies';
import { exportDirectory, exportPlaceFault, exportedName } from './export-place';
import { TranslationCount, unreadableContent } from './count-translations';
import { isZip, unzipIniFiles, ZipFault } from './unzip-ini';

type ExportInput = ActivityInput<'exportFiles'>;

export interface ExportResult {
  files: ExportedFile[];
  completeness: Completeness[];
  /** Requested languages that no file has. */
  missing: string[];
  /** Requested languages that at most an unreadable file has. */
  unread: string[];
  exportedAs: ExportedAs;
  notes: string[];
  /** Files that could not be put in place, with the reason. The store has them. */
  notWritten: string[];
}

interface ReceivedFile extends StoredContent {
  name: string;
  /** null: the name of the file does not show the language. */
  language: string | null;
  /** The language in the name of the file, if it was not requested. */
  otherLanguage: string | null;
  /** An archive that could not be unpacked. Its readable parts prove nothing. */
  isBroken: boolean;
}

interface Received {
  received: StoredContent;
  parts: readonly ReceivedFile[];
}

/** Limits the download and everything unpacked from it, because a worker has space for both. */
export const MAX_FILE_BYTES = 1024 * 1024 * 1024;
/** After so many downloads, a size that still differs is a wrong announcement rather than a broken download. */
const ATTEMPTS_FOR_SIZE = 3;
const MAX_LISTED = 20;
/** So many attempts take ten minutes and more, each with a new link. A longer fault needs a person. */
const ATTEMPTS_TO_DOWNLOAD = 12;
/** The service aborts an export after five minutes. The code of that failure is not documented. */
const GIVES_UP_AFTER_MS = 4.5 * 60_000;

const OF_OTHERS =
  'there is a file that no export has written, or that was edited since. It was left as it is.';

export function exportActivities({ localization, reach, store, exportsRoot }: ActivityDependencies) {
  return {
    async exportFiles(input: ExportInput): Promise<ExportResult> {
      await requireUsablePlace(input.export.directory);
      const iniExport = await requestExport(input);
      const received = await receive(iniExport, reach(input.release.project));
      const parts = await partsOf(input, received);
      const exportedAs = modesOf(iniExport, input.export);
      const { unmatched, ...found } = await inspect(input, iniExport, { received, parts });
      const notes = [
        ...sizeNotes(iniExport, received),
        ...modeNotes(input.export, exportedAs),
        ...(unmatched.length === 0
          ? []
          : [`The export also has languages that nobody asked for: ${unmatched.join(', ')}.`]),
      ];
      const notWritten = input.export.directory === undefined ? [] : await copyOut(found.files);
      return { ...found, exportedAs, notes, notWritten };
    },

    /** Removes files that an earlier export left under other names, unless somebody has edited them since. */
    async removeReplacedFiles({ files }: ActivityInput<'removeReplacedFiles'>): Promise<void> {
      for (const { path, sha256 } of files) {
        // What is no regular file is no export of this release.
        const isOurs = (await fileDigest(path).catch(() => null)) === sha256;
        if (isOurs) await rm(path, { force: true });
      }
    },
  };

  async function requireUsablePlace(directory: string | undefined): Promise<void> {
    if (directory === undefined) return;
    const fault = await exportPlaceFault(exportDirectory(directory, exportsRoot), exportsRoot);
    if (fault === null) return;
    throw localFailure('NeedsPerson', 'export_directory', { reason: fault });
  }

  async function copyOut(files: readonly ExportedFile[]): Promise<string[]> {
    const notWritten: string[] = [];
    for (const { path, sha256 } of files) {
      try {
        const found = await compareFile(path, sha256, (content) => store.has(content));
        if (found === 'in the way') notWritten.push(`${path}: ${OF_OTHERS}`);
        if (found === 'replaceable') await store.copyTo(sha256, path);
      } catch (error) {
        if (error instanceof StoreError) throw error;
        const fault = pathFault(error);
        notWritten.push(`${path}: ${fault === null ? sentence(String(error)) : `it ${fault}.`}`);
      }
    }
    const omitted = notWritten.length - MAX_LISTED;
    return omitted > 0 ? [...notWritten.slice(0, MAX_LISTED), `and ${omitted} more`] : notWritten;
  }

  async function requestExport(input: ExportInput): Promise<IniExport> {
    const { mode, escape } = input.export;
    const sentAt = Date.now();
    try {
      const { data } = await remedied({ repeatable: true }, () =>
        localization(input.release.project).exportIni(
          {
            type: 'project_strings',
            template_id: input.templateId,
            ...(input.byTemplate === true && !input.partial ? {} : { target_languages: input.languages }),
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
        throw localFailure('NeedsPerson', 'export_too_slow', {});
      }
      throw error;
    }
  }

  /** A link that expired or broke off costs nothing: the next attempt requests a new one. */
  async function receive(iniExport: IniExport, within: Reach): Promise<StoredContent> {
    const options = {
      expectedBytes: activityInfo().attempt < ATTEMPTS_FOR_SIZE ? iniExport.file_size : null,
      maxBytes: MAX_FILE_BYTES,
      signal: cancellationSignal(),
      reach: within,
    };
    try {
      return await store.put(download(iniExport.download_url, options));
    } catch (error) {
      if (!(error instanceof DownloadFailure)) throw error;
      const reason = sentence(error.message);
      if (error.isRefused) throw localFailure('NeedsPerson', 'download_refused', { reason });
      const isLast = activityInfo().attempt >= ATTEMPTS_TO_DOWNLOAD;
      throw localFailure(isLast ? 'NeedsPerson' : 'Retryable', 'download_failed', { reason });
    }
  }

  /** The files of an archive, or the one file. An archive that cannot be unpacked is delivered as it is. */
  async function partsOf(input: ExportInput, received: StoredContent): Promise<ReceivedFile[]> {
    const whole = { language: null, otherLanguage: null, isBroken: false, ...received };
    if (!(await isZip(store.read(received.sha256)))) return [{ name: `${prefixOf(input)}.ini`, ...whole }];
    try {
      return await store.withFile(received.sha256, (path) => unpacked(input, path));
    } catch (error) {
      if (!(error instanceof ZipFault)) throw error;
      return [{ ...whole, name: `${prefixOf(input)}.ini.zip`, isBroken: true }];
    }
  }

  async function unpacked(input: ExportInput, path: string): Promise<ReceivedFile[]> {
    const parts: ReceivedFile[] = [];
    const archive = { path, maxBytes: MAX_FILE_BYTES };
    for await (const { name, language, otherLanguage, content } of unzipIniFiles(archive, input.languages)) {
      const named = exportedName(name, { language, prefix: prefixOf(input), partial: input.partial });
      parts.push({ name: named, language, otherLanguage, isBroken: false, ...(await store.put(content)) });
    }
    return parts;
  }

  async function inspect(
    input: ExportInput,
    iniExport: IniExport,
    { received, parts }: Received,
  ): Promise<Pick<ExportResult, 'files' | 'completeness' | 'missing' | 'unread'> & { unmatched: string[] }> {
    const keys = await releaseKeys(input.source);
    const count = new TranslationCount(keys);
    const { escape } = modesOf(iniExport, input.export);
    const effective = iniExport.target_languages;
    const exported = input.languages.filter(
      (code) => effective.length === 0 || matchLanguage(code, effective) !== null,
    );
    const files: ExportedFile[] = [];
    /** Languages that may be in a file that could not be read. */
    const unchecked = new Set<string>();
    /** Languages that have a column or section in a file, with or without strings of the release. */
    const known = new Set<string>();
    const unmatched = new Set<string>();
    for (const { name, language, otherLanguage, isBroken, bytes, sha256 } of parts) {
      const { directory } = input.export;
      const path = directory === undefined ? name : join(exportDirectory(directory, exportsRoot), name);
      const file = { path, bytes, sha256, keysOf: keys === null ? 'file' : 'release' } as const;
      if (otherLanguage !== null) {
        unmatched.add(otherLanguage);
        files.push({ ...file, languages: [], keys: null, checked: true });
        continue;
      }
      const expected = language === null ? input.languages : [language];
      const found = isBroken
        ? unreadableContent
        : await count.read(store.read(sha256), { languages: expected, escape });
      const checked = found.keys !== null;
      const languages = checked ? found.languages : language === null ? exported : expected;
      // A readme in the archive does not count as a file that may have a language.
      if (!checked && !found.isEmpty && (language !== null || /\.(ini|zip)$/i.test(name)))
        for (const code of languages) unchecked.add(code);
      for (const code of found.sections) known.add(code);
      for (const name of found.unmatched) unmatched.add(name);
      files.push({ ...file, languages: found.isEmpty ? [] : [...languages], keys: found.keys, checked });
    }
    // A file that broke off or is shorter than reported does not show how complete a language is.
    const isCutShort = isShorter(iniExport, { received, parts }) && keys !== null;
    const unread = input.languages.filter(
      (code) =>
        (unchecked.has(code) && !known.has(code)) ||
        (isCutShort && count.of(code) > 0 && count.of(code) < keys.size),
    );
    const absent = input.languages.filter((code) => count.of(code) === 0);
    return {
      files,
      completeness: input.languages.map((code) =>
        keys === null || unread.includes(code)
          ? { language: code, percent: null, missing: null }
          : completenessOf(code, count, keys.size),
      ),
      missing: absent.filter((code) => !unread.includes(code)),
      unread,
      // The template may export more languages than the release has.
      unmatched: [...unmatched].filter((name) => matchLanguage(name, effective) === null),
    };
  }

  /** null: the service downloaded the strings itself or had them already, so their ids are not known here. */
  async function releaseKeys(source: ReleaseSource | undefined): Promise<ReleaseKeys | null> {
    if (source === undefined || source.kind === 'url') return null;
    const ids: string[] = [];
    for await (const part of snapshotParts(store, source.sha256))
      for (const { string_id } of part) ids.push(string_id);
    return new ReleaseKeys(ids);
  }
}

function sizeNotes({ file_size: reportedBytes }: IniExport, { bytes }: StoredContent): string[] {
  if (reportedBytes === null || reportedBytes === bytes) return [];
  return [`The service told ${reportedBytes} bytes for the exported file, and it has ${bytes}.`];
}

/** An archive needs no such check: unpacking it shows whether it is complete. */
function isShorter({ file_size: reportedBytes }: IniExport, { received, parts }: Received): boolean {
  return (
    reportedBytes !== null &&
    received.bytes < reportedBytes &&
    parts.every(({ sha256 }) => sha256 === received.sha256)
  );
}

/** An unknown mode in the reply counts as the requested one. */
function modesOf({ download_mode, escape_mode }: IniExport, requested: ExportInput['export']): ExportedAs {
  return {
    mode: exportModes.find((mode) => mode === download_mode) ?? requested.mode ?? null,
    escape: escapeModes.find((mode) => mode === escape_mode) ?? requested.escape ?? null,
  };
}

function modeNotes({ mode, escape }: ExportInput['export'], reported: ExportedAs): string[] {
  const pairs = [
    ['export.mode', mode, reported.mode],
    ['export.escape', escape, reported.escape],
  ] as const;
  return pairs
    .filter(([, requested, came]) => requested !== undefined && came !== null && requested !== came)
    .map(([key, requested, came]) => `${key} is ${requested}, and the service exported with ${came}.`);
}

function completenessOf(language: string, count: TranslationCount, total: number): Completeness {
  const [found, otherCase] = [count.of(language), count.inOtherCase(language)];
  const percent = total === 0 ? null : Math.floor((1000 * found) / total) / 10;
  return { language, percent, missing: total - found, ...(otherCase > 0 && { otherCase }) };
}

function prefixOf({ release, export: { filename }, partial, languages }: ExportInput): string {
  const prefix = filename ?? release.name;
  const [first, last] = [languages[0] ?? '', languages.at(-1) ?? ''];
  if (!partial) return prefix;
  return first === last ? `${prefix}.${first}` : `${prefix}.${first}-${last}`;
}

const timeoutCodes = new Set(['timeout', '408', '504', '524']);

/** Recognises the failure by its code, by its words, or by how long the service took to fail. */
function isTimeout(error: unknown, tookMs: number): boolean {
  if (!(error instanceof ApplicationFailure)) return false;
  const [details] = (error.details ?? []) as (ProblemDetails | undefined)[];
  if (details === undefined) return false;
  const isServerFault = /^5\d\d$/.test(details.code);
  return (
    timeoutCodes.has(details.code) ||
    (isServerFault && (tookMs >= GIVES_UP_AFTER_MS || /time[ds]? ?-?out|deadline/i.test(error.message)))
  );
}
