import { ConfigError } from '../config/config';
import { adviceOf } from '../http/remedy';
import { ServiceError } from '../http/service-error';
import type { LocalizationClient } from '../localization/localization-client';
import { localizationRemedy } from '../localization/remedies';
import { fail, ok, warn, type Diagnosis } from './diagnosis';

/** Whether a project's credentials work, and what they give access to. */
export async function checkProject(
  name: string,
  open: (project: string) => LocalizationClient,
): Promise<Diagnosis[]> {
  const what = `project ${name}`;
  try {
    const client = open(name);
    const { data: languages } = await client.languages();
    const { data } = await client.listTemplates({ type: 'project_strings' });
    const iniCount = data.templates.filter(({ format }) => format === 'ini').length;
    return [
      ok(what, `its credentials are taken; ${languages.length} languages are supported`),
      iniCount > 0
        ? ok(`${what}, templates`, `${data.templates.length}, of which ${iniCount} can export ini`)
        : warn(`${what}, templates`, {
            says: 'none can export ini',
            mend: 'create one with "locrelease templates create --format ini", if releases are to export files',
          }),
    ];
  } catch (error) {
    if (error instanceof ConfigError) {
      return [
        fail(what, 'configuration', { says: error.message, mend: 'set it, then run the doctor again' }),
      ];
    }
    if (!(error instanceof ServiceError)) throw error;
    return [fail(what, 'service', { says: error.message, mend: adviceOf(localizationRemedy(error)) })];
  }
}
