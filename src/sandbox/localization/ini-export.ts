/** The INI export of a project's published strings: the call builds the file, and a signed link serves it. */
import { Readable } from 'node:stream';
import { setImmediate as otherRequests } from 'node:timers/promises';
import { ZipFile } from 'yazl';
import * as z from 'zod';
import { escapeModes, exportModes, type EscapeMode, type ExportMode } from '../../localization/vocabulary';
import { readInput, Refusal } from '../refusal';
import type { Handlers, LocalizationContext } from './handler';
import { strikeWork } from './background-work';
import { fieldTexts, iniColumns, zippedName, IniWriter } from './ini-writer';
import type { Project, ProjectString, StoredTemplate } from './project-state';
import type { BuiltFile, SignedFiles } from './signed-files';
import { readLanguages } from './languages';
import { findTemplate } from './template-handlers';

const exportInput = z.object({
  type: z.string().min(1),
  template_id: z.string().min(1),
  target_languages: z.array(z.string()).optional(),
  download_mode: z.enum(exportModes).optional(),
  escape_mode: z.enum(escapeModes).optional(),
  filename: z
    .string()
    .max(200)
    .regex(/\S/, 'must not be empty')
    .regex(/^[^/\\:\p{Cc}]*$/u, 'must be a plain name')
    .optional(),
});

interface IniExport {
  filename: string;
  template: StoredTemplate;
  languages: readonly string[];
  downloadMode: ExportMode;
  escapeMode: EscapeMode;
}

export function exportHandlers(context: LocalizationContext, store: SignedFiles): Handlers {
  return {
    'POST /export/ini': async ({ project, input }) => {
      const wanted = readExport(context, project, input);
      mayTakeTooLong(context);
      const { id, url, expiresAtMs, bytes } = store.keep(await build(context, project, wanted));
      const data = {
        download_url: url,
        expires_at: new Date(expiresAtMs).toISOString(),
        file_size: bytes,
        format: 'ini',
        download_mode: wanted.downloadMode,
        target_languages: wanted.languages,
        escape_mode: wanted.escapeMode,
      };
      return { data, effect: 'file exported', ids: { file_id: id } };
    },
  };
}

function readExport({ clock, profile }: LocalizationContext, project: Project, input: unknown): IniExport {
  const { readings } = profile;
  const given = readInput(exportInput, input);
  if (given.type !== 'project_strings') throw new Refusal(422, 'type: only project_strings can be exported');
  const template = findTemplate(project, given.type, given.template_id);
  if (template.format !== 'ini') throw new Refusal(422, 'the format of the template is not ini');
  const override = readLanguages(given.target_languages ?? [], profile);
  const languages = override.length > 0 ? override : (template.languages ?? []);
  if (languages.length === 0) throw new Refusal(422, 'neither the call nor the template names a language');
  const exported =
    readings['exported-languages'] === 'some-left-out' ? languagesWithText(project, languages) : languages;
  // Without sections, several languages cannot share a file.
  const isDivided = readings['ini-layout'] === 'flat' && exported.length > 1;
  return {
    filename: given.filename ?? `${project.id}_${clock.iso().replace(/[-:.]/g, '')}`,
    template,
    languages: exported,
    downloadMode: isDivided ? 'separate' : (given.download_mode ?? template.mode ?? 'single'),
    escapeMode: given.escape_mode ?? project.escapeMode ?? readings['ini-default-escape'],
  };
}

/** An export may exceed the service's own timeout, whose code is not documented. */
function mayTakeTooLong(context: LocalizationContext): void {
  if (strikeWork(context, 'export') === null) return;
  const reading = context.profile.readings['export-timeout'];
  const message = 'the export took longer than 5 minutes';
  if (reading === 'envelope-504') throw new Refusal(504, message, { httpStatus: 200 });
  throw new Refusal(Number(reading), message);
}

async function build(
  { clock, profile }: LocalizationContext,
  project: Project,
  { filename, template, languages, downloadMode, escapeMode }: IniExport,
): Promise<BuiltFile> {
  const { readings } = profile;
  const builtAt = new Date(clock.nowMs());
  const writerOf = (inFile: readonly string[]): IniWriter =>
    new IniWriter({
      columns: iniColumns(readings, template, inFile),
      layout: readings['ini-layout'],
      encoding: readings['ini-encoding'],
      escapeMode,
    });
  const isSingle = downloadMode === 'single';
  const writers = isSingle ? [writerOf(languages)] : languages.map((language) => writerOf([language]));
  await write(project, { template, languages }, writers);
  if (isSingle) {
    const chunks = writers.flatMap((writer) => writer.chunks());
    return { owner: project.id, name: `${filename}.ini`, mediaType: 'text/plain; charset=utf-8', chunks };
  }
  const names = languages.map((language) => zippedName(readings, filename, language));
  const chunks = await zip(names, writers, builtAt);
  return { owner: project.id, name: `${filename}.ini.zip`, mediaType: 'application/zip', chunks };
}

/** Published strings are replaced and never changed, so this list stays as it was at the call. */
async function write(
  project: Project,
  { template, languages }: Pick<IniExport, 'template' | 'languages'>,
  writers: readonly IniWriter[],
): Promise<void> {
  const strings = [...project.strings.values()];
  const textsOf = textReader(project, languages);
  for (const [place, string] of strings.entries()) {
    const texts =
      template.fields === undefined
        ? textsOf(string)
        : { ...textsOf(string), ...fieldTexts(template, string) };
    for (const writer of writers) writer.add(string.string_id, texts);
    if (place % 500 === 499) await otherRequests();
  }
}

function languagesWithText(project: Project, languages: readonly string[]): string[] {
  const textsOf = textReader(project, languages);
  const found = new Set<string>();
  for (const string of project.strings.values()) {
    const texts = textsOf(string);
    for (const language of languages) if ((texts[language] ?? '') !== '') found.add(language);
    if (found.size === languages.length) break;
  }
  return languages.filter((language) => found.has(language));
}

/** In the source language, the text is the content itself. */
function textReader(
  { sourceLanguage }: Project,
  languages: readonly string[],
): (string: ProjectString) => Readonly<Record<string, string>> {
  if (sourceLanguage === null || !languages.includes(sourceLanguage)) return (string) => string.translations;
  return (string) => ({ [sourceLanguage]: string.content, ...string.translations });
}

async function zip(names: readonly string[], writers: readonly IniWriter[], mtime: Date): Promise<Buffer[]> {
  const archive = new ZipFile();
  for (const [place, writer] of writers.entries()) {
    archive.addReadStreamLazy(names[place] ?? '', { mtime, compressionLevel: 1 }, (done) =>
      done(null, Readable.from(writer.chunks())),
    );
  }
  archive.end();
  const zipped: Buffer[] = [];
  for await (const chunk of archive.outputStream) zipped.push(Buffer.from(chunk));
  return zipped;
}
