/**
 * Exports the project's strings: mints a link, downloads what it leads to, checks it, keeps it in the store and
 * puts it in place. All of it may be repeated, and the link, which is as good as a password for an hour, stays
 * within this one activity.
 */
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { join } from 'node:path';
import { downloadFile, DownloadFailure } from '../http/download';
import { ServiceError } from '../http/service-error';
import { IniFault, parseIni } from '../localization/ini';
import { localizationRemedy } from '../localization/remedies';
import type { IniExport } from '../localization/schemas';
import type { EscapeMode } from '../localization/vocabulary';
import type { ReleaseName } from '../release/identity';
import type { ProblemDetails, ProblemType } from '../release/problem';
import type { ReleaseSource } from '../release/release-input';
import type { ReleaseSpec } from '../release/spec';
import type { Completeness, ExportedFile } from '../release/status';
import { replaceFile } from '../store/replace-file';
import { getSnapshot } from '../store/source-snapshot';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { unzipIniFiles, ZipFault } from './unzip-ini';

export interface ExportInput {
  release: ReleaseName;
  templateId: string;
  languages: readonly string[];
  /** Whether this is only some of the languages, because all at once took too long. */
  partial: boolean;
  export: NonNullable<ReleaseSpec['export']>;
  source: ReleaseSource;
}

export interface ExportResult {
  files: ExportedFile[];
  completeness: Completeness[];
}

/** One INI file of an export, checked. */
interface CheckedFile {
  name: string;
  bytes: Buffer;
  /** Texts by string id, by language. */
  translations: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const MAX_FILE_BYTES = 1024 * 1024 * 1024;

export function exportActivities({ localization, store }: ActivityDependencies) {
  return {
    async exportFiles(input: ExportInput): Promise<ExportResult> {
      const minted = await mint(input);
      const bytes = await download(minted);
      const files = await check(input, minted, bytes);
      const exported: ExportedFile[] = [];
      for (const file of files) {
        const path = join(input.export.directory, file.name);
        const { sha256 } = await store.put(file.bytes);
        await replaceFile(path, file.bytes);
        exported.push({ path, languages: [...file.translations.keys()], bytes: file.bytes.length, sha256 });
      }
      return { files: exported, completeness: await completenessOf(input, files) };
    },
  };

  async function mint(input: ExportInput): Promise<IniExport> {
    const { mode, escape } = input.export;
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
      if (isTimeout(error)) {
        throw problem(
          'NeedsPerson',
          'export_too_slow',
          'The service did not finish the export within its five minutes.',
          'Name fewer languages in the release file, or ask the service.',
        );
      }
      throw error;
    }
  }

  /** A link that has expired or broke is no loss: the next attempt mints a new one. */
  async function download(minted: IniExport): Promise<Buffer> {
    try {
      return await downloadFile(minted.download_url, {
        expectedBytes: minted.file_size,
        maxBytes: MAX_FILE_BYTES,
        signal: cancellationSignal(),
      });
    } catch (error) {
      if (!(error instanceof DownloadFailure)) throw error;
      throw problem(
        'Retryable',
        'download_failed',
        `The exported file could not be downloaded: ${error.message}.`,
        '',
      );
    }
  }

  async function check(input: ExportInput, minted: IniExport, bytes: Buffer): Promise<CheckedFile[]> {
    const escape: EscapeMode = minted.escape_mode === 'escape' ? 'escape' : 'no-escape';
    try {
      if (minted.download_mode !== 'separate') {
        return [checkFile(`${prefixOf(input)}.ini`, bytes, escape, input.languages)];
      }
      const entries = await unzipIniFiles(bytes, input.languages, MAX_FILE_BYTES);
      return entries.map(({ name, bytes: content, language }) =>
        checkFile(name, content, escape, [language]),
      );
    } catch (error) {
      if (!(error instanceof IniFault) && !(error instanceof ZipFault)) throw error;
      const kept = await store.put(bytes);
      throw problem(
        'NeedsPerson',
        'export_unreadable',
        `The exported file is not one that we can read: ${error.message}. It is kept in the store as ${kept.sha256}.`,
        'Look at it, mend the template at the service, then retry; or skip to go on without files.',
      );
    }
  }

  async function completenessOf(
    { source, languages }: ExportInput,
    files: readonly CheckedFile[],
  ): Promise<Completeness[]> {
    const ids =
      source.kind === 'snapshot'
        ? (await getSnapshot(store, source.sha256)).map(({ string_id }) => string_id)
        : null;
    return languages.map((language) => {
      const texts = files
        .map(({ translations }) => translations.get(language))
        .find((found) => found !== undefined);
      const wanted = ids ?? [...(texts?.keys() ?? [])];
      const missing = wanted.filter((id) => !texts?.has(id)).length;
      const percent = wanted.length === 0 ? 100 : (100 * (wanted.length - missing)) / wanted.length;
      return { language, percent: Math.floor(percent * 10) / 10, missing };
    });
  }
}

function checkFile(
  name: string,
  bytes: Buffer,
  escape: EscapeMode,
  languages: readonly string[],
): CheckedFile {
  const { translations } = parseIni(bytes.toString('utf8'), { escape, languages });
  return { name, bytes, translations };
}

function prefixOf({ release, export: { filename }, partial, languages }: ExportInput): string {
  const prefix = filename ?? release.name;
  return partial ? `${prefix}.${languages[0] ?? ''}-${languages.at(-1) ?? ''}` : prefix;
}

function isTimeout(error: unknown): boolean {
  if (error instanceof ServiceError) return error.kind === 'timeout';
  const [details] = error instanceof ApplicationFailure ? ((error.details ?? []) as ProblemDetails[]) : [];
  return details?.code === 'timeout' || details?.code === '504';
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
