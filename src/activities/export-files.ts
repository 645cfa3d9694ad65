/**
 * Exports the project's strings: mints a link, downloads what it leads to, checks it, keeps it in the store and
 * puts it in place. All of it may be repeated, and the link, which is as good as a password for an hour, stays
 * within this one activity.
 */
import { cancellationSignal } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { join } from 'node:path';
import { download, DownloadFailure } from '../http/download';
import { ServiceError } from '../http/service-error';
import { IniFault } from '../localization/ini-items';
import { localizationRemedy } from '../localization/remedies';
import type { IniExport } from '../localization/schemas';
import type { EscapeMode } from '../localization/vocabulary';
import type { ProblemDetails, ProblemType } from '../domain/problem';
import type { ReleaseSource } from '../domain/release-input';
import type { Completeness, ExportedFile } from '../domain/status';
import { sentence } from '../domain/sentence';
import type { StoredContent } from '../store/content-store';
import type { ActivityInput } from '../protocol/activity-inputs';
import { getSnapshot } from '../store/source-snapshot';
import { remedied } from './call-failure';
import type { ActivityDependencies } from './dependencies';
import { countTranslations } from './count-translations';
import { unzipIniFiles, ZipFault } from './unzip-ini';

type ExportInput = ActivityInput<'exportFiles'>;

export interface ExportResult {
  files: ExportedFile[];
  completeness: Completeness[];
}

/** One INI file of an export, as the store has it. */
interface IniFile extends StoredContent {
  name: string;
  languages: readonly string[];
}

const MAX_FILE_BYTES = 4 * 1024 * 1024 * 1024;

export function exportActivities({ localization, store }: ActivityDependencies) {
  return {
    async exportFiles(input: ExportInput): Promise<ExportResult> {
      const minted = await mint(input);
      const received = await receive(minted);
      const { files, completeness } = await check(input, minted, received);
      const exported: ExportedFile[] = [];
      for (const { name, languages, bytes, sha256 } of files) {
        const { directory } = input.export;
        const path = directory === undefined ? name : join(directory, name);
        if (directory !== undefined) await store.copyTo(sha256, path);
        exported.push({ path, languages: [...languages], bytes, sha256 });
      }
      return { files: exported, completeness };
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
          'The service did not finish the export within five minutes.',
          'Name fewer languages in the release file, or contact the service.',
        );
      }
      throw error;
    }
  }

  /** A link that has expired or broke is no loss: the next attempt mints a new one. */
  async function receive(minted: IniExport): Promise<StoredContent> {
    const options = {
      expectedBytes: minted.file_size,
      maxBytes: MAX_FILE_BYTES,
      signal: cancellationSignal(),
    };
    try {
      return await store.put(download(minted.download_url, options));
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

  /** Reads every file to its end before any of them is put in place. */
  async function check(
    input: ExportInput,
    minted: IniExport,
    received: StoredContent,
  ): Promise<{ files: IniFile[]; completeness: Completeness[] }> {
    const escape: EscapeMode = minted.escape_mode === 'escape' ? 'escape' : 'no-escape';
    const wanted = await wantedIds(input.source);
    const counts = new Map<string, number>();
    try {
      const files = await filesOf(input, minted, received);
      for (const { sha256, languages } of files) {
        const found = await countTranslations(store.read(sha256), { escape, languages }, wanted);
        for (const [language, count] of found) counts.set(language, count);
      }
      return { files, completeness: completenessOf(input.languages, counts, wanted) };
    } catch (error) {
      if (!(error instanceof IniFault) && !(error instanceof ZipFault)) throw error;
      throw problem(
        'NeedsPerson',
        'export_unreadable',
        `The exported file cannot be read: ${sentence(error.message)} It is kept in the store as ${received.sha256}.`,
        'Check the file, fix the template at the service, then retry. Or skip to continue without files.',
      );
    }
  }

  async function filesOf(
    input: ExportInput,
    { download_mode: mode }: IniExport,
    received: StoredContent,
  ): Promise<IniFile[]> {
    const { languages } = input;
    if (mode !== 'separate') return [{ name: `${prefixOf(input)}.ini`, languages, ...received }];
    const files: IniFile[] = [];
    for await (const { name, language, content } of unzipIniFiles(
      store.pathOf(received.sha256),
      languages,
      MAX_FILE_BYTES,
    )) {
      files.push({ name, languages: [language], ...(await store.put(content)) });
    }
    return files;
  }

  /** null: the service downloaded the strings itself, or had them before, so which there are is not known here. */
  async function wantedIds(source: ReleaseSource | undefined): Promise<ReadonlySet<string> | null> {
    if (source === undefined || source.kind === 'url') return null;
    const strings = await getSnapshot(store, source.sha256);
    return new Set(strings.map(({ string_id }) => string_id));
  }
}

/** Where it is not known which strings there are, the fullest language is the measure. */
function completenessOf(
  languages: readonly string[],
  counts: ReadonlyMap<string, number>,
  wanted: ReadonlySet<string> | null,
): Completeness[] {
  const total = wanted?.size ?? Math.max(0, ...counts.values());
  return languages.map((language) => {
    const count = counts.get(language) ?? 0;
    const percent = total === 0 ? 100 : (100 * count) / total;
    return { language, percent: Math.floor(percent * 10) / 10, missing: total - count };
  });
}

function prefixOf({ release, export: { filename }, partial, languages }: ExportInput): string {
  const prefix = filename ?? release.name;
  const [first, last] = [languages[0] ?? '', languages.at(-1) ?? ''];
  if (!partial) return prefix;
  return first === last ? `${prefix}.${first}` : `${prefix}.${first}-${last}`;
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
