/** Checks everything that a release will need later, before anything is created or paid for. It only reads. */
import { exportLanguages } from '../domain/release/release-languages';
import type { CallOptions } from '../http/service-transport';
import { foldLanguage } from '../domain/text/language-code';
import type { LocalizationClient } from '../localization/localization-client';
import type { Template } from '../localization/replies';
import { templateFormats } from '../localization/vocabulary';
import type { ReleaseSpec } from '../domain/release/release-file';
import { whatThereIs } from '../domain/text/suggest-word';
import { postedText } from '../social/posted-text';
import type { SocialClient } from '../social/social-client';
import type { Findings, Stop } from './findings';
import { checkAnnouncement, nothingAnnounced, type AnnouncementCheck } from './check-announcement';
import { checkLanguages } from './check-languages';

export interface Services {
  localization: LocalizationClient;
  /** Opened only for a release that is announced. */
  social: () => SocialClient;
}

export interface ReleaseCheck extends Findings {
  /**
   * Languages that the service does not list. They stop a start, where a person can allow them; a worker only warns of
   * them, because the list may be behind.
   */
  unlisted: Stop[];
  template: Template | null;
  announcement: Omit<AnnouncementCheck, 'stops' | 'warnings'>;
}

export async function checkRelease(
  spec: ReleaseSpec,
  { localization, social }: Services,
  options: CallOptions = {},
): Promise<ReleaseCheck> {
  const languages = await languagesOf(spec, localization, options);
  const found = await checkTemplate(spec, localization, options);
  const template = typeof found === 'string' ? null : found;
  const { stops, warnings, ...announcement } =
    spec.announce === undefined
      ? nothingAnnounced
      : await checkAnnouncement(spec.announce, textToCheck(spec), social(), options);
  return {
    unlisted: languages.unlisted,
    stops: typeof found === 'string' ? [{ key: ['export', 'template'], message: found }, ...stops] : stops,
    warnings: [...languages.warnings, ...exportWarnings(spec, template), ...warnings],
    template,
    announcement,
  };
}

/** The text without the number of strings, which adds a digit or two to its length. */
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

/** Warns of content that one may expect in the export and that it will not have. */
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

export function plannedLanguages(
  { export: exportTo, targetLanguages, supplementLanguages }: ReleaseSpec,
  template: Template | null,
): string[] {
  return exportLanguages(exportTo?.languages, {
    ofTemplate: (template?.languages ?? []).map(foldLanguage),
    ofRelease: [...targetLanguages, ...supplementLanguages],
  }).languages;
}

async function languagesOf(
  { targetLanguages, supplementLanguages, allowUnlisted }: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<{ unlisted: Stop[]; warnings: string[] }> {
  if (allowUnlisted === true) return { unlisted: [], warnings: [] };
  const { unlisted, warnings } = await checkLanguages(
    client,
    [...targetLanguages, ...supplementLanguages],
    options,
  );
  const keyOf = (language: string): Stop['key'] => {
    const index = targetLanguages.indexOf(language);
    return index < 0
      ? ['supplementLanguages', supplementLanguages.indexOf(language)]
      : ['targetLanguages', index];
  };
  return {
    unlisted: unlisted.map(({ language, message }) => ({ key: keyOf(language), message })),
    warnings,
  };
}

/** Returns the reason where there is no template to use; null: nothing is exported. */
async function checkTemplate(
  spec: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<Template | string | null> {
  if (spec.export === undefined) return null;
  const { data } = await client.listTemplates({ type: 'project_strings' }, options);
  return findTemplate(spec.export.template, data.templates, data.isPart);
}

/** Prefers the id over the name. Returns the reason where there is no template to use. */
export function findTemplate(
  wanted: string | undefined,
  templates: readonly Template[],
  isPart: boolean,
): Template | string {
  if (wanted === undefined) return findDefault(templates);
  const named = templates.filter(({ id, name }) => id === wanted || name === wanted);
  const template = named.find(({ id }) => id === wanted) ?? named[0];
  if (template === undefined && isPart)
    return `The service listed only a part of the export templates of the project, and ${wanted} was not in it.`;
  if (template === undefined) {
    const names = templates.filter((one) => !isOfAnotherFormat(one)).map(({ id, name }) => name || id);
    return `There is no export template ${wanted} in the project.${whatThereIs(wanted, names)}`;
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

/** Only a documented format refuses a template. For any other word, the export itself decides. */
function isOfAnotherFormat({ format }: Template): boolean {
  return format !== 'ini' && templateFormats.some((known) => known === format);
}

/** The service marks one template of each type as the default, or none. */
function findDefault(templates: readonly Template[]): Template | string {
  const template = templates.find(({ is_default }) => is_default);
  if (template === undefined)
    return 'The project has no default export template. Name one in the release file as export.template.';
  return isOfAnotherFormat(template)
    ? `The default export template ${template.name} has the format ${template.format}. Name an ini template as export.template.`
    : template;
}
