/** Looks at everything that a release will need later, before anything is created or paid for. Reads only. */
import type { CallOptions } from '../http/service-transport';
import type { LocalizationClient } from '../localization/localization-client';
import type { Template } from '../localization/schemas';
import type { ReleaseSpec } from '../domain/release-file';
import type { SocialClient } from '../social/social-client';
import { checkAnnouncement, nothingAnnounced, type AnnouncementCheck } from './check-announcement';

export interface Services {
  localization: LocalizationClient;
  /** Made only for a release that is announced. */
  social: () => SocialClient;
}

export interface ReleaseCheck {
  /** What would stop the release later, one sentence each, with how to fix it. */
  findings: string[];
  template: Template | null;
  announcement: Omit<AnnouncementCheck, 'findings'>;
}

export async function checkRelease(
  spec: ReleaseSpec,
  { localization, social }: Services,
  options: CallOptions = {},
): Promise<ReleaseCheck> {
  const languages = await checkLanguages(spec, localization, options);
  const { template, findings } = await checkTemplate(spec, localization, options);
  const { findings: unannounceable, ...announcement } =
    spec.announce === undefined
      ? nothingAnnounced
      : await checkAnnouncement(spec.announce, social(), options);
  return { findings: [...languages, ...findings, ...unannounceable], template, announcement };
}

async function checkLanguages(
  { targetLanguages, supplementLanguages }: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<string[]> {
  const { data } = await client.languages(options);
  const supported = new Set(data.map(({ code }) => code));
  return [...targetLanguages, ...supplementLanguages]
    .filter((language) => !supported.has(language))
    .map(
      (language) =>
        `The localization service does not support the language ${language}. Remove it from the release file.`,
    );
}

async function checkTemplate(
  spec: ReleaseSpec,
  client: LocalizationClient,
  options: CallOptions,
): Promise<{ template: Template | null; findings: string[] }> {
  if (spec.export === undefined) return { template: null, findings: [] };
  const { data } = await client.listTemplates({ type: 'project_strings' }, options);
  const found = findTemplate(spec.export.template, data.templates);
  return typeof found === 'string'
    ? { template: null, findings: [found] }
    : { template: found, findings: [] };
}

/** The ini template of that id, or else of that name; or why there is none to use. */
function findTemplate(wanted: string, templates: readonly Template[]): Template | string {
  const named = templates.filter(({ id, name }) => id === wanted || name === wanted);
  const template = named.find(({ id }) => id === wanted) ?? named[0];
  if (template === undefined) {
    return `There is no export template ${wanted} in the project. Create it, or name another one.`;
  }
  if (template.id !== wanted && named.length > 1) {
    const ids = named.map(({ id }) => id).join(', ');
    return `${named.length} export templates are called ${wanted}. Name one by its id (${ids}).`;
  }
  if (template.format !== 'ini') {
    return `Export template ${wanted} has the format ${template.format}. It must be an ini template.`;
  }
  return template;
}
