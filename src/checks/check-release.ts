/** Looks at everything that a release will need later, before anything is created or paid for. Reads only. */
import { exportLanguages } from '../domain/export-languages';
import { sentence } from '../domain/sentence';
import { ServiceError } from '../http/service-error';
import type { CallOptions } from '../http/service-transport';
import { foldLanguage } from '../localization/language-names';
import type { LocalizationClient } from '../localization/localization-client';
import type { Template } from '../localization/replies';
import { templateFormats } from '../localization/vocabulary';
import type { ReleaseSpec } from '../domain/release-file';
import { postedText } from '../social/posted-text';
import type { SocialClient } from '../social/social-client';
import type { Findings, Stop } from './findings';
import { checkAnnouncement, nothingAnnounced, type AnnouncementCheck } from './check-announcement';

export interface Services {
  localization: LocalizationClient;
  /** Made only for a release that is announced. */
  social: () => SocialClient;
}

export interface ReleaseCheck extends Findings {
  /** The stops once more, with the keys that they are about. */
  places: Stop[];
  template: Template | null;
  announcement: Omit<AnnouncementCheck, 'stops' | 'warnings'>;
}

export async function checkRelease(
  spec: ReleaseSpec,
  { localization, social }: Services,
  options: CallOptions = {},
): Promise<ReleaseCheck> {
  const unsupported = await checkLanguages(spec, localization, options);
  const { template, fault } = await checkTemplate(spec, localization, options);
  const { stops, warnings, ...announcement } =
    spec.announce === undefined
      ? nothingAnnounced
      : await checkAnnouncement(spec.announce, textToCheck(spec), social(), options);
  const documented = fault === null ? stops : [{ key: ['export', 'template'], message: fault }, ...stops];
  const guessed = [...unsupported, ...exportWarnings(spec, template), ...warnings];
  const places =
    spec.preflight === 'strict'
      ? [...documented, ...guessed.map((message) => ({ key: ['preflight'], message }))]
      : documented;
  return {
    places,
    stops: places.map(({ message }) => message),
    warnings: spec.preflight === 'strict' ? [] : guessed,
    template,
    announcement,
  };
}

/** With the number of strings left out: a digit or two more or less. */
function textToCheck({
  announce,
  targetLanguages,
  supplementLanguages,
  ...release
}: ReleaseSpec): string | null {
  if (announce?.text === undefined) return null;
  const languages = [...targetLanguages, ...supplementLanguages];
  return postedText({ release, text: announce.text, languages, strings: 0 });
}

/** What an export will not hold, although one may think so. */
function exportWarnings(spec: ReleaseSpec, template: Template | null): string[] {
  if (spec.export === undefined) return [];
  const exported = plannedLanguages(spec, template);
  const left = [...spec.targetLanguages, ...spec.supplementLanguages].filter(
    (code) => !exported.includes(code),
  );
  const who =
    spec.export.languages === undefined
      ? `The template ${template?.name ?? ''} (no export.languages is given)`
      : 'export.languages';
  return [
    ...(spec.publish
      ? []
      : [
          'The export holds what the project has, and publish is false: translations of this release are not in it.',
        ]),
    ...(left.length === 0 ? [] : [`${who} does not name ${left.join(', ')}: translated and not exported.`]),
  ];
}

/** What a release would export. */
export function plannedLanguages(
  { export: exportTo, targetLanguages, supplementLanguages }: ReleaseSpec,
  template: Template | null,
): string[] {
  return exportLanguages(exportTo?.languages, {
    ofTemplate: (template?.languages ?? []).map(foldLanguage),
    ofRelease: [...targetLanguages, ...supplementLanguages],
  }).languages;
}

async function checkLanguages(
  { targetLanguages, supplementLanguages }: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<string[]> {
  const supported = await supportedLanguages(client, options);
  if (typeof supported === 'string') return [supported];
  return [...targetLanguages, ...supplementLanguages]
    .filter((language) => !supported.has(language))
    .map(
      (language) =>
        `The localization service does not list the language ${language}. If it refuses it, remove it from the release file.`,
    );
}

/** In our spelling; or why there is no list. How it is asked for is not documented, so that proves nothing. */
async function supportedLanguages(
  client: LocalizationClient,
  options: CallOptions,
): Promise<ReadonlySet<string> | string> {
  try {
    const { data } = await client.languages(options);
    return new Set(data.map(({ code }) => code.toLowerCase().replaceAll('_', '-')));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code === 401 || error.code === 403) throw error;
    // Our own limit: the service answers when its turn comes.
    if (error.kind === 'held') throw error;
    return `The list of supported languages could not be read, so the languages were not checked: ${sentence(error.message)}`;
  }
}

async function checkTemplate(
  spec: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<{ template: Template | null; fault: string | null }> {
  if (spec.export === undefined) return { template: null, fault: null };
  const { data } = await client.listTemplates({ type: 'project_strings' }, options);
  const found = findTemplate(spec.export.template, data.templates);
  return typeof found === 'string' ? { template: null, fault: found } : { template: found, fault: null };
}

/** The ini template of that id, or else of that name; or why there is none to use. */
export function findTemplate(wanted: string | undefined, templates: readonly Template[]): Template | string {
  if (wanted === undefined) return findDefault(templates);
  const named = templates.filter(({ id, name }) => id === wanted || name === wanted);
  const template = named.find(({ id }) => id === wanted) ?? named[0];
  if (template === undefined) {
    return `There is no export template ${wanted} in the project. Create it, or name another one.`;
  }
  if (template.id !== wanted && named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    return `${named.length} export templates are called ${wanted}. Name one by its id (${ids}).`;
  }
  if (isOfAnotherFormat(template)) {
    return `Export template ${wanted} has the format ${template.format}. It must be an ini template.`;
  }
  return template;
}

/** Only a format that is documented refuses a template: of any other word, the export itself tells. */
function isOfAnotherFormat({ format }: Template): boolean {
  return format !== 'ini' && templateFormats.some((known) => known === format);
}

/** The service marks one template of its kind as the default, or none. */
function findDefault(templates: readonly Template[]): Template | string {
  const template = templates.find(({ is_default }) => is_default);
  if (template === undefined)
    return 'The project has no default export template. Name one in the release file as export.template.';
  return isOfAnotherFormat(template)
    ? `The default export template ${template.name} has the format ${template.format}. Name an ini template as export.template.`
    : template;
}
